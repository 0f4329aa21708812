import { workStates } from '@lectern/contract/work-values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { edition } from '../../features/competition/tables.ts'
import { workInvariants } from '../../features/works/invariants.ts'
import { remindOfWorks } from '../../features/works/reminders.ts'
import { leak, work, workFile } from '../../features/works/tables.ts'
import { verifySubmissions } from '../../features/works/verify-submissions.ts'
import { systemContext } from '../../installation.ts'
import type { Installation } from '../../platform/context.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { eq, isNull, sql } from '../../platform/database/drizzle.ts'
import { createDatabase } from '../../testing/database.ts'
import { temporaryInstallation } from '../../testing/installation.ts'
import { fixedNow } from '../../testing/site.ts'
import { seedDemo } from './seed.ts'

let connection: Connection
let installation: Installation

beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
  installation = await temporaryInstallation(connection.db)
  await seedDemo(connection.db, installation, fixedNow)
})
afterAll(() => connection.close())

test('there are works in every state this year, and accepted ones last year', async () => {
  const rows = await connection.db
    .select({ state: work.state, current: edition.current, isChanged: work.isChanged, finding: work.worstFinding })
    .from(work)
    .innerJoin(edition, eq(edition.id, work.editionId))
  const ofThisYear = rows.filter(({ current }) => current)
  expect(new Set(ofThisYear.map(({ state }) => state))).toEqual(new Set(workStates))
  expect(ofThisYear.some(({ state, isChanged }) => state === 'submitted' && isChanged)).toBe(true)
  expect(ofThisYear.filter(({ finding }) => finding).map(({ state, finding }) => [state, finding])).toEqual([
    ['draft', 'blocking'],
  ])
  expect(rows.filter(({ current }) => !current).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
})

test('every file was inspected, and one work has hints about who made it', async () => {
  const { db } = connection
  expect(await db.$count(workFile, isNull(workFile.checkedAt))).toBe(0)
  expect(await db.$count(workFile, sql`${workFile.blind} ->> 'kind' not in ('overlay', 'copy')`)).toBe(0)
  const kinds = await db.selectDistinct({ kind: leak.kind }).from(leak)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['email', 'school'])
})

test('all rules of works hold, and every submission is as signed', async () => {
  const broken = []
  for (const { name, broken: query } of workInvariants)
    if ((await connection.pool.query(query)).rowCount) broken.push(name)
  expect(broken).toEqual([])
  expect(await verifySubmissions(connection.db)).toEqual({ count: 8 })
})

test('a new demo reminds nobody and sends nothing', async () => {
  const counts = async () =>
    (await connection.pool.query('select (select count(*) from notice), (select count(*) from outbox)')).rows
  const before = await counts()
  await remindOfWorks(systemContext({ db: connection.db, installation, clock: { now: () => fixedNow } }))
  expect(await counts()).toEqual(before)
})
