import { expect, test } from 'vitest'
import { findBlindnessProblems } from './blind.ts'

const look = (text: string, path = 'server/features/review/a.ts'): string[] =>
  findBlindnessProblems([{ path, text }]).map(({ line, why }) => `${line} ${why}`)

test.each([
  ['the platform', "import { sql } from '../../platform/database/drizzle.ts'"],
  ['the contract', "import { fullPoints } from '@lectern/contract/review-values.ts'"],
  ['its own files', "import { findOwnWork } from './queries.ts'"],
  ['packages', "import { createHash } from 'node:crypto'"],
  ['four tables of rounds', "import { assignment, panel, reviewer, round } from '../rounds/tables.ts'"],
  ['the opener of blind copies', "import { openBlindCopy } from '../works/service.ts'"],
  ['its views', 'sql`select 1 from review_work join review_file on true`'],
  ['its own tables', "pgTable('sheet', {})"],
])('the desk may use %s', (_name, text) => {
  expect(look(text)).toEqual([])
})

test.each([
  [
    'a feature that knows people',
    "import { nameOf } from '../teams/service.ts'",
    '1 imports server/features/teams/service.ts, which may know who made a work',
  ],
  [
    'its types',
    "import type { Account } from '../accounts/tables.ts'",
    '1 imports server/features/accounts/tables.ts, which may know who made a work',
  ],
  [
    'on demand',
    "await import('../teams/service.ts')",
    '1 imports server/features/teams/service.ts, which may know who made a work',
  ],
  [
    'another table of rounds',
    "import { assignment, entry } from '../rounds/tables.ts'",
    '1 imports entry of server/features/rounds/tables.ts',
  ],
  [
    'another name for it',
    "import { entry as panel } from '../rounds/tables.ts'",
    '1 imports entry of server/features/rounds/tables.ts',
  ],
  [
    'all tables of rounds',
    "import * as tables from '../rounds/tables.ts'",
    '1 imports * of server/features/rounds/tables.ts',
  ],
  ['all tables, passed on', "export * from '../rounds/tables.ts'", '1 imports * of server/features/rounds/tables.ts'],
  [
    'one table, passed on',
    "export { entry } from '../rounds/tables.ts'",
    '1 imports entry of server/features/rounds/tables.ts',
  ],
  ['all tables on demand', "await import('../rounds/tables.ts')", '1 imports * of server/features/rounds/tables.ts'],
  [
    'another part of works',
    "import { requireWork } from '../works/service.ts'",
    '1 imports requireWork of server/features/works/service.ts',
  ],
  ['another table in SQL', 'sql`select 1 from assignment\njoin entry on true`', '2 names the table entry'],
  ['a table of its own making', "pgTable('account', {})", '1 names the table account'],
  ['a view of its own making', "pgView('everybody', {})", '1 names the table everybody'],
  ['any table', 'sql.raw(name)', '1 uses sql.raw, which may name any table'],
])('the desk may not use %s', (_name, text, problem) => {
  expect(look(text)).toEqual([problem])
})

test('tests of the desk and other features may use everything', () => {
  const text = "import { account } from '../accounts/tables.ts'"
  expect(look(text, 'server/features/review/a.test.ts')).toEqual([])
  expect(look(text, 'server/features/rounds/a.ts')).toEqual([])
})
