import { readConfig } from './config.ts'
import { fillInDemo } from './demo.ts'
import type { ToFiller } from './demo-process.ts'
import { systemClock } from './platform/clock.ts'
import { connect } from './platform/database/connect.ts'

// The process of demo-process.ts.

const stopping = new AbortController()
const stop = (): void => stopping.abort()

// A terminal sends its signals to this process, too; the server says what follows from them.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
// Without the server there is nobody to do this for.
process.on('disconnect', stop)

const fill = async (databaseUrl: string): Promise<void> => {
  const config = readConfig(process.env)
  const { db, close } = connect(databaseUrl, () => undefined)
  try {
    const accounts = await fillInDemo(db, config, systemClock.now(), config.adminPassword, stopping.signal)
    await new Promise((sent) => process.send!(accounts, sent))
  } catch (error) {
    // What fails after the server has given up, such as a query to its database, is of no interest.
    if (!stopping.signal.aborted) throw error
  } finally {
    await close()
  }
}

process.on('message', (message: ToFiller) => {
  if (message === 'stop') return stop()
  fill(message.databaseUrl)
    .catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
    .finally(() => {
      if (process.connected) process.disconnect()
      // Threads and connections that are still open would keep it alive.
      process.exit()
    })
})
