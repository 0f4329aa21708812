import type pg from 'pg'

/** What must hold in the database at any moment. Features declare theirs; `portal doctor` checks them all. */
export interface Invariant {
  /** A sentence that is true. */
  name: string
  /** Selects the rows that violate it, as `id`. */
  broken: string
}

interface Finding {
  name: string
  count: number
  /** One of the violating rows. */
  example: string | null
}

/** Runs each check once, on the caller's connection. */
export const askInvariants = async (
  client: Pick<pg.PoolClient, 'query'>,
  invariants: readonly Invariant[],
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, broken } of invariants) {
    const { rows } = await client.query<Omit<Finding, 'name'>>(
      `select count(*)::int as count, min(id::text) as example from (${broken}) as broken`,
    )
    findings.push({ name, ...rows[0]! })
  }
  return findings
}

/** The violated invariants at one moment. */
export const brokenInvariants = async (pool: pg.Pool, invariants: readonly Invariant[]): Promise<Finding[]> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    return (await askInvariants(client, invariants)).filter(({ count }) => count > 0)
  } finally {
    client.release(true)
  }
}
