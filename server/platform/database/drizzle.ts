import { createRequire } from 'node:module'

// Drizzle's ES modules import each other in so many cycles that linking them takes half a second and 200 MB. Its
// CommonJS build is the same code without that. Everything is imported through this file, so that there is only one
// copy.
const load = createRequire(import.meta.url)

const orm = load('drizzle-orm') as typeof import('drizzle-orm')
const core = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
const driver = load('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres')

export const {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  is,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  not,
  or,
  sql,
  DrizzleQueryError,
} = orm
export const {
  alias,
  bigint,
  boolean,
  customType,
  doublePrecision,
  getTableConfig,
  getViewConfig,
  integer,
  jsonb,
  PgTable,
  pgTable,
  PgView,
  pgView,
  text,
  timestamp,
  uuid,
} = core
export const { drizzle } = driver

export type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm'
export type { AnyPgColumn as Column, PgTable as Table } from 'drizzle-orm/pg-core'
export type { NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres'
