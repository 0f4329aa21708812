import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import {
  readEnrolment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam, joinTeam } from '@lectern/contract/teams/teams.ts'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import { submitWork } from '@lectern/contract/works/works.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants.ts'
import { createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { fixedNow } from '../../testing/fixed-now.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity, workerOf } from '../../testing/works.ts'
import { workInvariants } from './invariants.ts'

// Two programs on one database, as behind a load balancer. What has to collide waits for one lock until all of it is
// there; both orders are tried.

let one: TestSite
let other: TestSite
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  one = await startSite()
  other = await startSite({ databaseUrl: one.databaseUrl })
  activityId = await createWorkActivity(one, await createEdition(one))
  organiser = await createPerson(one, { access: 'admin' })
})
afterEach(async () => {
  const broken = await brokenInvariants(one.pool, workInvariants)
  if (broken.length > 0) throw new Error(`These do not hold: ${JSON.stringify(broken)}`)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`)

/** A work of two people that could be submitted. */
const prepared = async () => {
  const [captain, member] = [await createKnownTeacher(one), await createKnownTeacher(one)]
  const as = { headers: english(captain) }
  const team = (await one.ask(createTeam, { ...as, body: { activityId, name: '星火', slogan: '' } })).data
  await one.ask(joinTeam, { headers: english(member), params: { code: team.invite!.code }, query: {} })
  const draft = (await one.ask(startEnrolment, { ...as, body: { teamId: team.id } })).data
  const params = { id: draft.id }
  const sent = (await one.ask(submitEnrolment, { ...as, params, body: { version: draft.version } })).data
  const enrolments = [{ id: sent.id, version: sent.version }]
  await one.ask(decideEnrolments, { headers: english(organiser), body: { enrolments, decision: 'approved' } })
  const worker = workerOf(one, captain)
  const { id } = await worker.start(sent.id)
  await worker.upload(id, 'plan', pdf('first'))
  await worker.fill(id)
  return { captain, member, team, enrolmentId: sent.id, worker, id }
}
type Prepared = Awaited<ReturnType<typeof prepared>>

/** Everything that a step on a work needs, in the order of locks. */
const teamLock = ({ team }: Prepared): [string, string] => ['select from team where id = $1 for update', team.id]

const submitting = async ({ id, captain, worker }: Prepared, site: TestSite) => {
  const { version, files } = await worker.read(id)
  const body = { version, files: files.map((file) => file.id) }
  return () => site.ask(submitWork, { headers: english(captain), params: { id }, body })
}

const said = (answer: { status: number; failure: () => { error: string } }): string =>
  answer.status === 200 ? 'ok' : answer.failure().error

const countOf = async ({ id }: Prepared): Promise<number> =>
  (await one.pool.query('select from submission where work_id = $1', [id])).rowCount!

test('two submissions at once with the same version are one', async () => {
  const work = await prepared()
  const answers = await meetAt(one, teamLock(work), [await submitting(work, one), await submitting(work, other)])
  expect([answers.map(said), await countOf(work)]).toEqual([['ok', 'resource.changed'], 1])
})

test('a submission does not contain a file that arrives while it is made, and is refused if the file was faster', async () => {
  for (const isFileFirst of [true, false]) {
    const work = await prepared()
    const member = workerOf(other, work.member)
    const begun = await member.begin(work.id, 'plan', pdf('second').length)
    const finish = async () => (await member.send(begun.path, 0, pdf('second'))).status
    const submit = await submitting(work, one)
    const submitted = async () => said(await submit())
    const calls: (() => Promise<unknown>)[] = isFileFirst ? [finish, submitted] : [submitted, finish]
    const answers = await meetAt(one, teamLock(work), calls)
    const { files, isChanged, submissions } = await work.worker.read(work.id)
    expect([answers.toSorted(), files.length, isChanged, submissions.length]).toEqual(
      isFileFirst ? [[204, 'resource.changed'], 2, false, 0] : [[204, 'ok'], 2, true, 1],
    )
  }
})

test('a decision and a new submission: whoever comes second is told', async () => {
  for (const isDecisionFirst of [true, false]) {
    const work = await prepared()
    await (
      await submitting(work, one)
    )()
    await work.worker.fill(work.id, { title: 'Another' })
    const { version } = await work.worker.read(work.id)
    const body = { works: [{ id: work.id, version }], decision: 'accepted' as const }
    const decide = async () => said(await other.ask(decideWorks, { headers: english(organiser), body }))
    const submit = await submitting(work, one)
    const submitted = async () => said(await submit())
    const answers = await meetAt(one, teamLock(work), isDecisionFirst ? [decide, submitted] : [submitted, decide])
    const { state, submissions } = await work.worker.read(work.id)
    expect(answers).toEqual(['ok', 'resource.changed'])
    expect([state, submissions.length]).toEqual(isDecisionFirst ? ['accepted', 1] : ['submitted', 2])
  }
})

test('an enrolment that is withdrawn during a submission takes the work with it, in either order', async () => {
  for (const isWithdrawalFirst of [true, false]) {
    const work = await prepared()
    const as = { headers: english(work.captain), params: { id: work.enrolmentId } }
    const { version } = (await one.ask(readEnrolment, as)).data
    const withdraw = async () => said(await other.ask(withdrawEnrolment, { ...as, body: { version } }))
    const submit = await submitting(work, one)
    const submitted = async () => said(await submit())
    const answers = await meetAt(one, teamLock(work), isWithdrawalFirst ? [withdraw, submitted] : [submitted, withdraw])
    expect([answers, (await work.worker.read(work.id)).state, await countOf(work)]).toEqual(
      isWithdrawalFirst ? [['ok', 'resource.changed'], 'withdrawn', 0] : [['ok', 'ok'], 'withdrawn', 1],
    )
  }
})

test('of two uploads for the last free place of a part, the second is refused when it begins', async () => {
  const work = await prepared()
  const [captain, member] = [workerOf(one, work.captain), workerOf(other, work.member)]
  const begun = await meetAt(one, teamLock(work), [
    () => captain.begin(work.id, 'plan', pdf('x').length),
    () => member.begin(work.id, 'plan', pdf('x').length),
  ])
  expect(begun.map(({ answer }) => (answer.status === 201 ? 'ok' : answer.failure().error)).toSorted()).toEqual([
    'ok',
    'work.placesTaken',
  ])
  for (const [index, worker] of [captain, member].entries())
    if (begun[index]!.answer.status === 201) await worker.send(begun[index]!.path, 0, pdf('x'))
  expect((await captain.begin(work.id, 'plan', 10)).answer.failure().error).toBe('work.tooManyFiles')
  const { files, problems } = await work.worker.read(work.id)
  expect([files.length, problems]).toEqual([2, []])
})

test('an upload that is cancelled, or takes the place of a file, needs no place', async () => {
  const work = await prepared()
  const captain = workerOf(one, work.captain)
  const begun = await captain.begin(work.id, 'plan', 100)
  await captain.cancel(begun.path)
  const second = await captain.begin(work.id, 'plan', 100)
  const { files } = await work.worker.read(work.id)
  const target = { work: work.id, part: 'plan', replaces: files[0]!.id }
  const replacing = await captain.beginTo(target, pdf('z').length, 'plan.pdf')
  const again = await captain.beginTo(target, pdf('z').length, 'plan.pdf')
  expect([second, replacing].map(({ answer }) => answer.status)).toEqual([201, 201])
  expect(again.answer.failure().error).toBe('work.placesTaken')
  expect((await captain.send(replacing.path, 0, pdf('z'))).status).toBe(204)
})

test('an upload that pauses loses its place, and is refused when it ends', async () => {
  const work = await prepared()
  const [captain, member] = [workerOf(one, work.captain), workerOf(other, work.member)]
  const content = pdf('x'.repeat(100))
  const paused = await captain.begin(work.id, 'plan', content.length)
  expect((await captain.send(paused.path, 0, content.subarray(0, 50))).status).toBe(204)
  expect((await member.begin(work.id, 'plan', 10)).answer.failure().error).toBe('work.placesTaken')
  other.clock.set(new Date(fixedNow.getTime() + 3 * 60_000))
  try {
    expect((await member.upload(work.id, 'plan', pdf('y'))).sent.status).toBe(204)
  } finally {
    other.clock.set(fixedNow)
  }
  expect(await captain.send(paused.path, 50, content.subarray(50))).toMatchObject({
    status: 409,
    error: 'work.tooManyFiles',
  })
  const { files, problems } = await work.worker.read(work.id)
  expect([files.length, problems]).toEqual([2, []])
})
