import type { TestSite } from './site.ts'

/** Digests of all tables, by name, but for some. */
export const tableDigests = async (
  { pool }: Pick<TestSite, 'pool'>,
  except: readonly string[] = [],
): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [except],
  )
  const digests = rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as digest from "${name}" r`,
  )
  const { rows: digested } = await pool.query<{ name: string; digest: string }>(digests.join(' union all '))
  return Object.fromEntries(digested.map(({ name, digest }) => [name, digest]))
}

/** Keeps the content of all tables, and puts it back in those that were changed since. */
export const keepTables = async ({ pool }: Pick<TestSite, 'pool'>) => {
  const kept = await tableDigests({ pool })
  await pool.query('create schema kept')
  for (const name of Object.keys(kept)) await pool.query(`create table kept."${name}" as table public."${name}"`)
  const changedTables = async (): Promise<string[]> => {
    const now = await tableDigests({ pool })
    return Object.keys(kept).filter((name) => now[name] !== kept[name])
  }
  /** The tables that were changed. */
  const putBack = async (): Promise<string[]> => {
    const changed = await changedTables()
    if (changed.length === 0) return []
    // Neither triggers nor foreign keys: what is put back was right together.
    const statements = changed.flatMap((name) => [
      `delete from public."${name}"`,
      `insert into public."${name}" overriding system value table kept."${name}"`,
    ])
    await pool.query(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '))
    return changed
  }
  return { changedTables, putBack }
}
