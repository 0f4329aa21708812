import type pg from 'pg'
import { liftTimeLimits } from '../platform/database/client.ts'

/** A table as a backup knows it. */
export interface BackedUpTable {
  name: string
  /** Its qualified name: no system table can be meant instead. */
  address: string
  /** Stored columns; generated ones are computed again. */
  columns: string[]
}

/**
 * Tables that are not backed up: ended sessions would become valid again; codes, attempts and proofs live for
 * minutes; of an unfinished upload only the row could be kept; the migrations are listed in the head of the archive.
 */
export const leftOut: readonly string[] = ['migration', 'session', 'code', 'throttle', 'spent_proof', 'upload']

type Client = Pick<pg.PoolClient, 'query'>

/** Every table of the site with the tables it refers to, except itself. */
const readTables = async (client: Client): Promise<(BackedUpTable & { refersTo: string[] })[]> => {
  const { rows } = await client.query<BackedUpTable & { refersTo: string[] }>(`
    select relname as name, format('%I.%I', current_schema(), relname) as address,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select distinct target.relname::text from pg_constraint
        join pg_class as target on target.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as "refersTo"
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
    order by relname
  `)
  return rows
}

/** All tables, referenced ones first. */
export const tablesInOrder = async (client: Client): Promise<BackedUpTable[]> => {
  const waiting = await readTables(client)
  const ordered: BackedUpTable[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => !refersTo.some((name) => waiting.some((one) => one.name === name)))
    if (next < 0)
      throw new Error(`tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    for (const { refersTo: _done, ...table } of waiting.splice(next, 1)) ordered.push(table)
  }
  return ordered
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `schema.table (column, column)` */
export const target = ({ address, columns }: Pick<BackedUpTable, 'address' | 'columns'>): string =>
  `${address} (${columns.map(quoted).join(', ')})`

/** Makes the output format independent of server and user settings, and lifts time limits. */
export const settle = async (client: Client): Promise<void> => {
  await liftTimeLimits(client)
  await client.query(`
    set lock_timeout = '60s';
    set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'
  `)
}
