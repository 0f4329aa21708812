import { write } from 'node:fs'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { connect, databaseCode } from '../database/connect.ts'
import type { SheetModule, SheetNews, SheetTask } from './sheet-threads.ts'
import { writeSheet } from './write-sheet.ts'

/** Runs in a thread: reads the rows on its own connection and writes the sheet into an open file. */

interface Work extends SheetTask {
  databaseUrl: string
  descriptor: number
}

const writeAt = promisify(write)

const run = async ({ databaseUrl, descriptor, rowsFrom, format, input }: Work): Promise<void> => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
  const send = (news: SheetNews): void => parentPort!.postMessage(news)
  const connection = connect(databaseUrl, () => undefined)
  try {
    const { openSheet } = (await import(rowsFrom)) as SheetModule
    let written = 0
    for await (const chunk of await writeSheet(format, await openSheet(connection.db, input))) {
      const bytes = chunk as Uint8Array
      for (let from = 0; from < bytes.length;) {
        const { bytesWritten } = await writeAt(descriptor, bytes, from, bytes.length - from, written)
        from += bytesWritten
        written += bytesWritten
      }
      send({ kind: 'written', bytes: written })
    }
    send({ kind: 'done' })
  } catch (error) {
    // Errors lose their properties between threads.
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error), code: databaseCode(error) })
  } finally {
    await connection.close()
  }
}

await run(workerData as Work)
