import { expect, test } from 'vitest'
import { findLayerProblems } from './layers.ts'

const list = `
import { accountsFeature } from './features/accounts/feature.ts'
import { teamsFeature } from './features/teams/feature.ts'
import type { Feature } from './platform/feature.ts'
export const features: readonly Feature[] = [accountsFeature, teamsFeature]
`

const tables = {
  'server/features/accounts/tables.ts': "export const account = pgTable('account', {})",
  'server/features/teams/tables.ts':
    "export const team = pgTable('team', {})\nexport const seat = pgTable(\n  'team_member', {})",
}

const look = (files: Record<string, string>): string[] =>
  findLayerProblems(
    Object.entries({ 'server/features.ts': list, ...tables, ...files }).map(([path, text]) => ({ path, text })),
  ).map(({ path, line, why }) => `${path}${line ? `:${line}` : ''} ${why}`)

test('a feature imports those before it in the list', () => {
  expect(look({ 'server/features/teams/a.ts': "import { b } from '../accounts/service.ts'" })).toEqual([])
})

test.each([
  ['a value', "import { b } from '../teams/service.ts'"],
  ['a type', "import type { B } from '../teams/service.ts'"],
  ['on demand', "await import('../teams/service.ts')"],
])('a feature imports none after it: %s', (_name, text) => {
  expect(look({ 'server/features/accounts/a.ts': text })).toEqual([
    'server/features/accounts/a.ts:1 imports server/features/teams/service.ts, of a feature that stands above accounts',
  ])
})

test.each([
  ['in a join', 'sql`select 1 from account\njoin team_member as own on true`', 'team_member', 2],
  ['in a list', 'sql`select 1 from account as one, team`', 'team', 1],
  ['without a word of its own', 'sql`select ${column}\nfrom team`', 'team', 2],
  ['in a fragment', 'sql`left join team on true`', 'team', 1],
  ['in a change', 'sql`update team set name = 1`', 'team', 1],
  ['locked', 'sql`lock table account, team in share mode`', 'team', 1],
  ['in plain text', "client.query('select 1 from team')", 'team', 1],
])('nor does its SQL name their tables: %s', (_name, text, table, line) => {
  expect(look({ 'server/features/accounts/a.ts': text })).toEqual([
    `server/features/accounts/a.ts:${line} names the table ${table} of teams, which stands above accounts`,
  ])
})

test.each([
  ['tables of those before it', 'server/features/teams/a.ts', 'sql`select 1 from account join team on true`'],
  ['columns and words that are called like a table', 'server/features/accounts/a.ts', 'sql`select team from account`'],
  ['text that is no SQL', 'server/features/accounts/a.ts', "say('invitation from team')"],
  ['a test', 'server/features/accounts/a.test.ts', 'sql`select 1 from team`'],
  ['what is no feature', 'server/testing/a.ts', 'sql`select 1 from team`'],
])('it may name %s', (_name, path, text) => {
  expect(look({ [path]: text })).toEqual([])
})

test('every feature stands in the list', () => {
  expect(look({ 'server/features/works/service.ts': 'export const a = 1' })).toEqual([
    'server/features.ts does not list the feature works',
  ])
})
