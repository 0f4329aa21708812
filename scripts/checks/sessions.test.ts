import { expect, test } from 'vitest'
import { findSessionUses } from './sessions.ts'

const problemsOf = (text: string, path = 'server/features/works/queries.ts'): string[] =>
  findSessionUses([{ path, text }]).map(({ line, why }) => `${line} ${why}`)

const why = 'needs a session, which a pooler does not keep:'

test('what outlives a transaction is found', () => {
  expect(problemsOf('a()\ndb.execute(sql`select pg_try_advisory_lock(1)`)')).toEqual([
    `2 ${why} pg_try_advisory_lock; take the lock for a transaction, with pg_advisory_xact_lock`,
  ])
  expect(problemsOf("client.query('begin; set statement_timeout = 0')")).toEqual([
    `1 ${why} set statement_timeout =; write \`set local\``,
  ])
  expect(problemsOf('client.query(`listen ${channel}`)')).toEqual([
    `1 ${why} listen; declare the channel in \`listens\` of the feature`,
  ])
  expect(problemsOf('sql`create temp table rows (id int)`')).toHaveLength(1)
  expect(problemsOf('sql`declare rows cursor with hold for select 1`')).toHaveLength(1)
})

test('what ends with its transaction may be used, and anything on connections of one’s own', () => {
  for (const text of [
    'sql`select pg_advisory_xact_lock(1), pg_try_advisory_xact_lock_shared(2)`',
    "client.query('set local statement_timeout = 0')",
    "client.query('set constraints all immediate')",
    'sql`update team set name = ${name}`',
    'sql`\n  update team\n  set name = ${name}`',
    "throw new Error('set one of these')",
    "await once(server, 'listening')",
  ])
    expect([text, problemsOf(text)]).toEqual([text, []])
  expect(problemsOf('sql`select pg_advisory_lock(1)`', 'server/platform/database/migrate.ts')).toEqual([])
  expect(problemsOf('sql`select pg_advisory_lock(1)`', 'server/testing/demo.ts')).toEqual([])
})
