import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableConfig, is, PgTable } from '../platform/database/drizzle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { connect, type Connection } from '../platform/database/connect.ts'

type Table = InstanceType<typeof PgTable>

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

const declaredTables = async (): Promise<Table[]> => {
  const tables: Table[] = []
  for await (const file of glob('{platform,features/*}/tables.ts', { cwd: join(import.meta.dirname, '..') })) {
    const module = (await import(pathToFileURL(join(import.meta.dirname, '..', file)).href)) as Record<string, unknown>
    for (const value of Object.values(module)) if (is(value, PgTable)) tables.push(value)
  }
  return tables
}

interface Column {
  table: string
  column: string
  type: string
  required: boolean
}

const inOrder = (columns: Column[]): string[] => columns.map((column) => JSON.stringify(column)).toSorted()

// The database writes generated columns itself; whether they may be null is not the program's concern.
const declaredColumns = (tables: Table[]): Column[] =>
  tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => ({
      table: name,
      column: column.name,
      // `timestamp (3)` and `timestamp(3)` are the same.
      type: column.getSQLType().replace(' (', '('),
      required: column.notNull || column.generated !== undefined,
    }))
  })

const storedColumns = async (): Promise<Column[]> => {
  const { rows } = await connection.pool.query<Column>(`
    select relname as "table", attname as "column", format_type(atttypid, atttypmod) as type, attnotnull or attgenerated <> '' as required
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped and relname <> 'migration'`)
  return rows
}

test('the tables that the program declares and those that the migrations make have the same columns', async () => {
  const tables = await declaredTables()
  expect(tables.length).toBeGreaterThan(0)
  expect(inOrder(declaredColumns(tables))).toEqual(inOrder(await storedColumns()))
})
