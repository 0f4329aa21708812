import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'
import { teamMember } from '../teams/tables.ts'

let site: TestSite
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  activityId = await createWorkActivity(site, await createEdition(site))
  organiser = await createPerson(site, { access: 'admin', realName: '赵敏' })
})
afterAll(() => site.close())

const day = 86_400_000

/** A work that nothing was uploaded for, and two people of its team. */
const begun = async () => {
  const { captain, team, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
  const mate = await createKnownTeacher(site, { realName: '李娜' })
  const member = { teamId: team.id, accountId: mate.id, activityId, position: 1 }
  await site.db.insert(teamMember).values({ ...member, role: 'member', joinedAt: fixedNow })
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  return { id, worker, captain, mate: workerOf(site, mate) }
}

const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(985)}\n%%EOF`)

const listed = async (worker: ReturnType<typeof workerOf>, id: WorkId) =>
  (await worker.read(id)).uploads.map((upload) => [upload.name, upload.received, upload.isOwn, upload.isRunning])

test('an interrupted upload is listed with how much has arrived, to whoever began it and to the rest of the team', async () => {
  const { id, worker, mate } = await begun()
  const first = await worker.upload(id, 'plan', pdf)
  const target = { work: id, part: 'plan', replaces: first.id }
  const upload = await worker.beginTo(target, pdf.length, '课堂实录.pdf')
  await worker.send(upload.path, 0, pdf.subarray(0, 400))
  const facts = {
    id: upload.id,
    part: 'plan',
    replaces: first.id,
    name: '课堂实录.pdf',
    size: pdf.length,
    received: 400,
    begunAt: fixedNow.toISOString(),
    keptUntil: after(day).toISOString(),
    by: '王芳',
    isInTime: true,
  }
  expect((await worker.read(id)).uploads).toEqual([{ ...facts, isOwn: true, isRunning: false }])
  // Nobody tells the page of a teammate that the sender has gone: a pause of seconds does.
  expect((await mate.read(id)).uploads).toEqual([{ ...facts, isOwn: false, isRunning: true }])
  site.clock.set(after(10_001))
  expect(await listed(mate, id)).toEqual([['课堂实录.pdf', 400, false, false]])
  site.clock.set(fixedNow)
})

test('an upload that is being sent says so, whoever asks', async () => {
  const { id, worker, captain, mate } = await begun()
  const { path } = await worker.begin(id, 'plan', 1_000_000, 'film.pdf')
  const connection = uploaderOf(site, captain).trickle(path, 0, 1_000_000)
  await connection.write(pdf)
  await eventually(async () => expect((await listed(worker, id))[0]?.[3]).toBe(true))
  site.clock.set(after(60_000))
  expect((await listed(mate, id))[0]?.[3]).toBe(true)
  site.clock.set(fixedNow)
  await connection.cut()
  await eventually(async () => expect((await listed(worker, id))[0]?.[3]).toBe(false))
})

test('what has arrived, was given up or has expired is not listed', async () => {
  const { id, worker } = await begun()
  const arrived = await worker.begin(id, 'plan', pdf.length, 'arrived.pdf')
  await worker.send(arrived.path, 0, pdf)
  const left = await worker.begin(id, 'plan', pdf.length, 'left.pdf')
  await worker.send(left.path, 0, pdf.subarray(0, 10))
  expect(await listed(worker, id)).toEqual([['left.pdf', 10, true, false]])
  site.clock.set(after(day))
  expect(await listed(worker, id)).toEqual([])
  site.clock.set(fixedNow)
  await worker.cancel(left.path)
  expect(await listed(worker, id)).toEqual([])
})

test('uploads of another work, and copies that organisers upload for experts, are not listed', async () => {
  const { id, worker } = await begun()
  const other = await begun()
  const file = await worker.upload(id, 'plan', pdf)
  await other.worker.begin(other.id, 'plan', pdf.length, 'elsewhere.pdf')
  const { answer } = await workerOf(site, organiser).beginTo({ work: id, redacts: file.id }, 100, 'copy.pdf')
  expect(answer.status).toBe(201)
  expect([await listed(worker, id), await listed(workerOf(site, organiser), id)]).toEqual([[], []])
})

test('a team is told that the organisers upload for it; organisers are told who of them', async () => {
  const { id, worker } = await begun()
  const colleague = await createPerson(site, { access: 'admin', realName: '钱进' })
  await workerOf(site, organiser).begin(id, 'plan', 100, 'plan.pdf')
  const namesFor = async (reader: typeof worker) => (await reader.read(id)).uploads.map(({ by }) => by)
  expect([await namesFor(worker), await namesFor(workerOf(site, colleague))]).toEqual([['The organizers'], ['赵敏']])
})

test('an upload that was begun before the end counts for an hour after it, and can be submitted then', async () => {
  const { id, worker } = await begun()
  await worker.fill(id)
  const { path } = await worker.begin(id, 'plan', pdf.length)
  await worker.send(path, 0, pdf.subarray(0, 10))
  const closesAt = daysFromNoon(4)
  await site.pool.query(`update upload set created_at = $1, expires_at = $2 where id = $3`, [
    after(-60_000, closesAt),
    after(day, closesAt),
    path.split('/').at(-1),
  ])
  const stands = async (moment: Date) => {
    site.clock.set(moment)
    const { may, uploads } = await worker.read(id)
    return [may.edit === null, may.submit === null, uploads.map(({ isInTime }) => isInTime)]
  }
  expect([
    await stands(after(-1, closesAt)),
    await stands(closesAt),
    await stands(after(3_600_000 - 1, closesAt)),
    await stands(after(3_600_000, closesAt)),
  ]).toEqual([
    [true, true, [true]],
    [false, false, [true]],
    [false, false, [true]],
    [false, false, [false]],
  ])
  site.clock.set(after(60_000, closesAt))
  await worker.send(path, 10, pdf.subarray(10))
  expect(await stands(after(60_000, closesAt))).toEqual([false, true, []])
  expect((await worker.submit(id)).data.state).toBe('submitted')
  site.clock.set(fixedNow)
})
