import { expect } from 'vitest'
import { eventually, type TestSite } from './site.ts'

/** A busy machine may take longer than transactions may be idle. */
const beginPatiently = 'begin; set local idle_in_transaction_session_timeout = 0'

/**
 * Takes a lock that calls need, until all of them wait for it in the database: they are certain to collide. Each
 * starts when the one before it waits, so they continue in this order.
 */
export const meetAt = async <Result>(
  { pool }: Pick<TestSite, 'pool'>,
  [statement, ...values]: [statement: string, ...values: unknown[]],
  calls: (() => Promise<Result>)[],
): Promise<Result[]> => {
  const client = await pool.connect()
  try {
    await client.query(beginPatiently)
    await client.query(statement, values)
    const answers: Promise<Result>[] = []
    for (const call of calls) {
      answers.push(call())
      // Outside the transaction: within it the result would not change.
      await eventually(async () => {
        const { rows } = await pool.query<{ waiting: number }>(
          `select count(*)::integer as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows[0]!.waiting).toBe(answers.length)
      })
    }
    await client.query('commit')
    return await Promise.all(answers)
  } finally {
    // Closed for good: whatever went wrong, no lock stays.
    client.release(true)
  }
}

/** Whether somebody waits for a lock in the database. */
export const isSomeoneWaiting = async ({ pool }: Pick<TestSite, 'pool'>): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount! > 0
}

/** Holds a lock until `act` has killed the process that waits for it. */
export const whileLocked = async (
  { pool }: Pick<TestSite, 'pool'>,
  [statement, ...values]: [statement: string, ...values: unknown[]],
  act: () => Promise<void>,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query(beginPatiently)
    await client.query(statement, values)
    await act()
  } finally {
    client.release(true)
  }
}
