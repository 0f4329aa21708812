import { updateUser } from '@lectern/contract/accounts/accounts.ts'
import { readActivitySource, saveActivity } from '@lectern/contract/competition/activities.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { and, asc, eq } from '../../platform/database/drizzle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { createKnownTeacher } from '../../testing/contest.ts'
import { zipOf } from '../../testing/document-samples.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { presentationParts, textShape } from '../../testing/presentation-parts.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../testing/stored-works.ts'
import { runTaskAtOnce } from '../tasks/service.ts'
import { task } from '../tasks/tables.ts'
import { team, teamMember } from '../teams/tables.ts'
import { inspectFile } from './checks/inspection.ts'
import { rescanTyped } from './blind/leaks.ts'
import { enqueueRescans, runRecheck } from './checks/recheck.ts'
import { leak, work } from './tables.ts'

// The hints of a work are those of the names by which its team is known now, whoever has changed them.

let site: TestSite
let person: TestPerson
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  person = await createKnownTeacher(site, { realName: '李明月' })
})

const parts = [partOf({ id: 'plan', kind: 'slides' })]

/** A work with a plan, and a title, in which people are named. */
const prepared = async (named: string, rules: Partial<WorkRules> = { blind: true }) => {
  const made = await createStoredWork(site, { person, rules: { parts, ...rules } })
  await inTransaction(site.asProgram(), async (ctx) => {
    await ctx.db.update(work).set({ title: named }).where(eq(work.id, made.workId))
    await rescanTyped(ctx, made.workId)
  })
  const file = await storeWorkFile(site.asProgram(), {
    workId: made.workId,
    part: 'plan',
    name: 'lesson.pptx',
    content: await zipOf(presentationParts({ slides: [textShape(2, [named])] })),
    ownerId: person.id,
  })
  await inspectFile(site.asProgram(), file)
  await settle()
  return { ...made, file }
}

/** Runs the job, and every task that is waiting. Returns how many works were searched. */
const settle = async (): Promise<number> => {
  await enqueueRescans(site.asProgram())
  let works = 0
  for (;;) {
    const isWaiting = and(eq(task.kind, 'recheck'), eq(task.state, 'waiting'))
    const [next] = await site.db.select().from(task).where(isWaiting).orderBy(asc(task.id)).limit(1)
    if (!next) return works
    // What reads files takes the turn of a team.
    expect(next.lane !== null).toBe('work' in next.input)
    if (next.lane !== null) works += 1
    await runTaskAtOnce(site.asProgram(), next.id, runRecheck)
  }
}

const hintsOf = async ({ workId, file }: { workId: string; file: FileId }) => {
  const rows = await site.db
    .select()
    .from(leak)
    .where(eq(leak.workId, workId as never))
  return rows.map(({ value, fileId }) => `${value} in ${fileId === file ? 'the file' : 'what was typed'}`).toSorted()
}

test('somebody who changes their name is found by the new one, and no longer by the old one', async () => {
  const made = await prepared('李明月 赵天宇')
  expect(await hintsOf(made)).toEqual(['李明月 in the file', '李明月 in what was typed'])
  await site.ask(updateUser, {
    headers: english(person),
    params: { uid: person.id },
    body: { uid: person.id, realName: '赵天宇' },
  })
  expect(await settle()).toBe(1)
  expect(await hintsOf(made)).toEqual(['赵天宇 in the file', '赵天宇 in what was typed'])
  expect(await settle()).toBe(0)
})

test('members who join are sought, and those who leave are not any more', async () => {
  const made = await prepared('周海燕的课')
  const joined = await createKnownTeacher(site, { realName: '周海燕' })
  const member = { teamId: made.teamId, accountId: joined.id, activityId: made.activityId, position: 1 }
  await site.db.insert(teamMember).values({ ...member, role: 'member', joinedAt: fixedNow })
  expect([await settle(), await hintsOf(made)]).toEqual([1, ['周海燕 in the file', '周海燕 in what was typed']])
  await site.db.delete(teamMember).where(eq(teamMember.accountId, joined.id))
  expect([await settle(), await hintsOf(made)]).toEqual([1, []])
})

test('the new name of a team, and new names on certificates, are sought', async () => {
  const made = await prepared('粉笔与黑板 周海燕')
  await site.db.update(team).set({ name: '粉笔与黑板' }).where(eq(team.id, made.teamId))
  await site.db
    .update(work)
    .set({ names: [{ uid: person.id, role: 'captain', name: '周海燕' }] })
    .where(eq(work.id, made.workId))
  expect(await settle()).toBe(1)
  expect(await hintsOf(made)).toEqual([
    '周海燕 in the file',
    '周海燕 in what was typed',
    '粉笔与黑板 in the file',
    '粉笔与黑板 in what was typed',
  ])
})

test('names on certificates that are those of the profiles are sought already', async () => {
  const made = await prepared('李明月')
  await site.db
    .update(work)
    .set({ names: [{ uid: person.id, role: 'captain', name: '李明月' }] })
    .where(eq(work.id, made.workId))
  expect([await settle(), await hintsOf(made)]).toEqual([0, ['李明月 in the file', '李明月 in what was typed']])
})

test('works of an activity that is not blind are not searched', async () => {
  const made = await prepared('李明月', { blind: false })
  await site.db.update(team).set({ name: '李明月' }).where(eq(team.id, made.teamId))
  expect([await settle(), await hintsOf(made)]).toEqual([0, []])
})

test('an activity that becomes blind has its works searched, and one that no longer is has no hints', async () => {
  const made = await prepared('李明月', { blind: false })
  const save = async (blind: boolean) => {
    const as = { headers: english(organiser), params: { id: made.activityId } }
    const source = (await site.ask(readActivitySource, as)).data
    const { code, name, group, summary, body, requirements, rules, cover, teamMin, teamMax, version } = source
    const { advisorsMax, capacity, waitingList, fields, workRules } = source
    const texts = { code, name, group, summary, body, requirements, rules, cover }
    const limits = { teamMin, teamMax, advisorsMax, capacity, waitingList }
    const saved = { ...texts, ...limits, fields, workRules: { ...workRules, blind }, version }
    expect((await site.ask(saveActivity, { ...as, body: saved })).status).toBe(200)
  }
  await save(true)
  expect([await settle(), await hintsOf(made)]).toEqual([1, ['李明月 in the file', '李明月 in what was typed']])
  await save(false)
  expect([await settle(), await hintsOf(made)]).toEqual([1, []])
})
