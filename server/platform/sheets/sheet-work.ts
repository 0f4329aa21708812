import { write } from 'node:fs'
import { promisify } from 'node:util'
import { connect } from '../database/connect.ts'
import type { ThreadModule } from '../threads/thread-pool.ts'
import type { SheetModule, SheetWork } from './sheet-threads.ts'
import { writeSheet } from './write-sheet.ts'

const writeAt = promisify(write)

/** Called in a thread: reads the rows on its own connection, writes the sheet into an open file, and reports how many bytes it has. */
export const run: ThreadModule['run'] = async (work, report) => {
  const { databaseUrl, descriptor, rowsFrom, format, input } = work as SheetWork
  const connection = connect(databaseUrl, () => undefined)
  try {
    const { openSheet } = (await import(rowsFrom)) as SheetModule
    let size = 0
    for await (const chunk of await writeSheet(format, await openSheet(connection.db, input))) {
      const bytes = chunk as Uint8Array
      for (let from = 0; from < bytes.length;) {
        const { bytesWritten } = await writeAt(descriptor, bytes, from, bytes.length - from, size)
        from += bytesWritten
        size += bytesWritten
      }
      report(size)
    }
  } finally {
    await connection.close()
  }
}
