import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import { decideWorks, listWorks, readWorkQueue } from '@lectern/contract/works/work-office.ts'
import { reviveWork, readReceipt, withdrawWork } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../../testing/contest.ts'
import { pdfSample } from '../../../testing/document-samples.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../../testing/works.ts'

let site: TestSite
let organiser: TestPerson
let activityId: ActivityId
let works: Awaited<ReturnType<typeof submitted>>[]
let ids: WorkId[]

const submitted = async (minutes: number) => {
  site.clock.set(after(minutes * 60_000))
  const made = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, made.captain)
  const { id } = await worker.start(made.enrolmentId)
  await worker.upload(id, 'plan', await pdfSample(1))
  await worker.fill(id)
  await worker.submit(id)
  site.clock.set(fixedNow)
  return { ...made, worker, id }
}

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  activityId = await createWorkActivity(site, await createEdition(site))
  works = []
  for (const minutes of [1, 2, 3, 4]) works.push(await submitted(minutes))
  ids = works.map(({ id }) => id)
})
afterAll(() => site.close())

const decide = async (at: number, decision: 'accepted' | 'submitted') => {
  const { worker, id } = works[at]!
  const body = { works: [{ id, version: (await worker.read(id)).version }], decision, reason: 'Checked' }
  return (await site.ask(decideWorks, { headers: english(organiser), body })).data.outcomes[0]!.refusal
}

const queue = async (query: QueryInputOf<typeof readWorkQueue>, who = organiser) =>
  (await site.ask(readWorkQueue, { headers: english(who), query: { activity: activityId, ...query } })).data

test('the list begins with works that wait for the check, then has the latest first, page by page', async () => {
  const [first, second, third, fourth] = ids
  const list = async (query: QueryInputOf<typeof listWorks>) =>
    (
      await site.ask(listWorks, { headers: english(organiser), query: { activity: activityId, ...query } })
    ).data.list.map(({ id }) => id)
  expect(await decide(3, 'accepted')).toBe(null)
  expect(await list({})).toEqual([third, second, first, fourth])
  expect(await list({ pageSize: '10', page: '1', state: 'submitted' })).toEqual([third, second, first])
  expect(await list({ sort: '-submittedAt' })).toEqual([fourth, third, second, first])
  expect(await decide(3, 'submitted')).toBe(null)
})

test('the queue tells where a work stands in it and which comes next; after the last one, the first', async () => {
  const [first, second, third, fourth] = ids
  expect(await queue({})).toEqual({ total: 4, position: null, previous: null, next: fourth })
  expect(await queue({ at: third! })).toEqual({ total: 4, position: 2, previous: fourth, next: second })
  expect(await queue({ at: first! })).toEqual({ total: 4, position: 4, previous: second, next: fourth })
  expect(await queue({ at: first!, sort: 'submittedAt' })).toEqual({
    total: 4,
    position: 1,
    previous: null,
    next: second,
  })
})

test('a work that was decided on leaves the queue, and the next one is found from its place', async () => {
  const [, second, third, fourth] = ids
  await decide(2, 'accepted')
  expect(await queue({ at: third! })).toEqual({ total: 3, position: null, previous: fourth, next: second })
  await decide(2, 'submitted')
})

test('works of an activity that the organiser takes part in are in no queue of theirs', async () => {
  const { captain } = works[0]!
  await site.pool.query(`update account set access = 'admin' where id = $1`, [captain.id])
  expect(await queue({}, captain)).toEqual({ total: 0, position: null, previous: null, next: null })
  await site.pool.query(`update account set access = 'user' where id = $1`, [captain.id])
})

test('the receipt of a work that was withdrawn says that no version counts, also after it was revived', async () => {
  const { captain, worker, id } = works[1]!
  const as = { headers: english(captain), params: { id } }
  const stands = async () => (await site.ask(readReceipt, { ...as, params: { id, number: '1' } })).data.hasStanding
  expect(await stands()).toBe(true)
  await site.ask(withdrawWork, { ...as, body: { version: (await worker.read(id)).version } })
  expect(await stands()).toBe(false)
  await site.ask(reviveWork, { ...as, body: { version: (await worker.read(id)).version } })
  expect(await stands()).toBe(false)
  await worker.submit(id)
  expect(await stands()).toBe(true)
})
