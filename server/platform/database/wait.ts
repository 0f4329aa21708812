import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from './embedded-errors.ts'

const pauseMilliseconds = 1_000
const reminderMilliseconds = 60_000

interface Waiting {
  /** Says what is waited for: at once, and then every minute. */
  tell: (line: string) => void
  signal: AbortSignal
}

/** Opens a database, however long it is away. What waiting does not mend is thrown. */
export const waitForDatabase = async <Database>(
  open: () => Promise<Database>,
  { tell, signal }: Waiting,
): Promise<Database> => {
  let toldAt = -Infinity
  for (;;)
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      if (performance.now() - toldAt >= reminderMilliseconds) {
        tell(`${error.message} Waiting for it …`)
        toldAt = performance.now()
      }
      await sleep(pauseMilliseconds, undefined, { signal })
    }
}
