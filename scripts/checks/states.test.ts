import { expect, test } from 'vitest'
import { findStateWrites } from './states.ts'

const tables = {
  'server/features/works/tables.ts':
    "export const work = pgTable('work', { id: uuid('id'), state: text('state').notNull() })\n" +
    "export const workFile = pgTable('work_file', { id: uuid('id') })",
  'server/features/accounts/tables.ts':
    "export const account = pgTable('account', { status: text('status') })\n" +
    "export const token = pgTable('sign_in_token', { status: text('status') })",
}

const look = (files: Record<string, string>): string[] =>
  findStateWrites(Object.entries({ ...tables, ...files }).map(([path, text]) => ({ path, text }))).map(
    ({ path, line, why }) => `${path}:${line} ${why}`,
  )

const path = 'server/features/works/a.ts'

test.each([
  ['in a statement', "const endWork = () =>\n  db.update(work).set({ state: 'ended' }).where(isOwn)", 2],
  ['named by a variable', 'const endWork = (state) => db.update(work).set({ state, version })', 1],
  ['under a condition', "const save = () => db.update(work).set({ ...changes, ...(isLast && { state: 'ended' }) })", 1],
  ['in the callback of a step', "takeStep(ctx, { move: () => db.update(work).set({ state: 'ended' }) })", 1],
  [
    'over a row that exists',
    "const add = () => db.insert(work).values(row).onConflictDoUpdate({ target: work.id, set: { state: 'open' } })",
    1,
  ],
  [
    'in SQL',
    "const end = () => db.execute(sql`\n  update work set version = ${next}, state = 'ended' where id = ${id}`)",
    1,
  ],
  ['in SQL of a constant', "const end = () => db.execute(sql`update ${work} as own set state = 'ended'`)", 1],
  [
    'in SQL over a row that exists',
    "client.query('insert into work (id) values ($1) on conflict do update set state = 1')",
    1,
  ],
])('a state that is written outside a function called move… is found: %s', (_name, text, line) => {
  expect(look({ [path]: text })).toEqual([`${path}:${line} writes work.state outside a function called move…`])
})

test('so is a status', () => {
  expect(look({ 'server/features/accounts/a.ts': "db.update(token).set({ status: 'used' })" })).toEqual([
    'server/features/accounts/a.ts:1 writes sign_in_token.status outside a function called move…',
  ])
})

test('changes of a row that are handed to a function leave the state out', () => {
  const text = (type: string) => ({ [path]: `const save = (changes: ${type}) => db.update(work).set(changes)` })
  expect(look(text('Partial<typeof work.$inferInsert>'))).toEqual([
    `${path}:1 lets state be changed: write Partial<Omit<typeof work.$inferInsert, 'state'>>`,
  ])
  expect(look(text("Partial<Omit<typeof work.$inferInsert, 'state'>>"))).toEqual([])
})

test.each([
  [
    'a function called move…',
    path,
    'export const moveWork = async (to) => { await db.update(work).set({ state: to }) }',
  ],
  ['a declared function called move…', path, 'function moveWork(to) { return db.update(work).set({ state: to }) }'],
  ['what makes a row', path, "db.insert(work).values({ state: 'draft' })"],
  ['what changes something else', path, "db.update(work).set({ title }).where(eq(work.state, 'draft'))"],
  ['SQL that only reads a state', path, "sql`update work set title = '' from team where work.state = 'draft'`"],
  ['other tables', path, "db.update(workFile).set({ state: 'ended' })"],
  ['tables whose state is no step', 'server/features/accounts/a.ts', "db.update(account).set({ status: 'disabled' })"],
  ['tests', 'server/features/works/a.test.ts', "db.update(work).set({ state: 'ended' })"],
  ['the demo', 'server/database/seed/a.ts', "db.update(work).set({ state: 'ended' })"],
])('allowed is %s', (_name, allowed, text) => {
  expect(look({ [allowed]: text })).toEqual([])
})
