import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  getTableConfig,
  getViewConfig,
  is,
  PgTable,
  PgView,
  type Column as AnyColumn,
} from '../platform/database/drizzle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { connect, type Connection } from '../platform/database/connect.ts'

type Table = InstanceType<typeof PgTable>
type View = InstanceType<typeof PgView>

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

/** Everything that files of this name export. */
const exportedBy = async (name: string): Promise<unknown[]> => {
  const found: unknown[] = []
  for await (const file of glob(`{platform,features/*}/${name}.ts`, { cwd: join(import.meta.dirname, '..') })) {
    const module = (await import(pathToFileURL(join(import.meta.dirname, '..', file)).href)) as Record<string, unknown>
    found.push(...Object.values(module))
  }
  return found
}

const declaredTables = async (): Promise<Table[]> =>
  (await exportedBy('tables')).filter((value): value is Table => is(value, PgTable))

const declaredViews = async (): Promise<View[]> =>
  (await exportedBy('views')).filter((value): value is View => is(value, PgView))

interface Column {
  table: string
  column: string
  type: string
  required: boolean
}

// `timestamp (3)` and `timestamp(3)` are the same.
const typeOf = (column: AnyColumn): string => column.getSQLType().replace(' (', '(')

const inOrder = (columns: Omit<Column, 'required'>[]): string[] =>
  columns.map((column) => JSON.stringify(column)).toSorted()

// The database writes generated columns itself; whether they may be null is not the program's concern.
const declaredColumns = (tables: Table[]): Column[] =>
  tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => ({
      table: name,
      column: column.name,
      type: typeOf(column),
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

test('the views that the program declares and those that the migrations make have the same columns', async () => {
  const declared = (await declaredViews()).flatMap((view) => {
    const { name, selectedFields } = getViewConfig(view)
    const columns = Object.values(selectedFields) as AnyColumn[]
    return columns.map((column) => ({ table: name, column: column.name, type: typeOf(column) }))
  })
  const { rows } = await connection.pool.query<Omit<Column, 'required'>>(`
    select relname as "table", attname as "column", format_type(atttypid, atttypmod) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and attnum > 0`)
  expect(declared.length).toBeGreaterThan(0)
  expect(inOrder(declared)).toEqual(inOrder(rows))
})
