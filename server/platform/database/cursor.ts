import type { Database } from './connect.ts'
import { sql, type SQL } from './drizzle.ts'

/**
 * Reads the result of a query in batches from one snapshot, so that only a few rows are in memory. `read` runs for
 * each batch in the same transaction. It ends when the consumer stops.
 */
export const readBatches = async function* <Found, Row>(
  db: Database,
  question: { getSQL(): SQL },
  most: number,
  read: (db: Database, page: Found[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const { readable, writable } = new TransformStream<Row[], Row[]>()
  const writer = writable.getWriter()
  const work = async (transaction: Database): Promise<void> => {
    await transaction.execute(sql`declare batches no scroll cursor for ${question.getSQL()}`)
    for (;;) {
      const { rows } = await transaction.execute(sql`fetch ${sql.raw(String(most))} from batches`)
      if (rows.length === 0) return
      await writer.write(await read(transaction, rows as Found[]))
    }
  }
  const settings = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  const done = db.transaction(work, settings).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  // The consumer gets the error; this avoids an unhandled rejection.
  done.catch(() => undefined)
  yield* readable
}
