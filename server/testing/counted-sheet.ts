import type { SheetModule } from '../platform/sheets/sheet-threads.ts'
import type { Cell } from '../platform/sheets/write-sheet.ts'
import { sql } from '../platform/database/drizzle.ts'

interface Counted {
  rows: number
  failsAt?: number
}

/** Rows that count, for tests of the threads that write sheets. */
export const openSheet: SheetModule['openSheet'] = async (db, input) => {
  const { rows, failsAt } = input as Counted
  await db.execute(sql`select 'counted-sheet'`)
  const count = async function* (): AsyncGenerator<Cell[]> {
    for (let n = 1; n <= rows; n += 1) {
      if (n === failsAt) throw new Error('no more rows')
      yield [n]
    }
  }
  return { name: 'counted', columns: [{ heading: 'n' }], rows: count() }
}
