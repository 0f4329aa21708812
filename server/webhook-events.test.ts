import * as certificates from '@lectern/contract/certificates/certificates.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { createWebhook } from '@lectern/contract/webhooks/webhooks.ts'
import { webhookTypes } from '@lectern/contract/webhooks/webhook-values.ts'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptWork } from './testing/accepted-works.ts'
import { activityWithResults } from './testing/announced-results.ts'
import { issuerOf } from './testing/certificates.ts'
import { createEdition, daysFromNoon } from './testing/contest.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from './testing/site.ts'
import { createApprovedTeam, createWorkActivity } from './testing/works.ts'
import { notifyDecisions } from './features/enrolments/office/decision-notices.ts'
import { followAnnouncements } from './features/results/publication/announcement.ts'
import { notifyWorkDecisions } from './features/works/service.ts'

// What happens in the contest, and what is written for webhooks by then. Nothing is sent here.

let site: TestSite
let organiser: TestPerson
let edition: EditionId
let activity: ActivityId
beforeAll(async () => {
  const url = 'http://127.0.0.1:9'
  site = await startSite({ withTasks: true, config: { webhookAllow: [url] } })
  organiser = await createPerson(site, { access: 'admin' })
  edition = await createEdition(site)
  activity = await createWorkActivity(site, edition)
  const body = { name: 'Register', url, types: [...webhookTypes] }
  // Throws if it is refused.
  void (await site.ask(createWebhook, { headers: english(organiser), body })).data
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await notifyAll()
  await site.pool.query('delete from webhook_delivery')
})

const minute = 60_000

/** The jobs that let people know what was decided. */
const notifyAll = async (): Promise<void> => {
  await notifyDecisions(site.asProgram())
  await notifyWorkDecisions(site.asProgram())
  await followAnnouncements(site.asProgram())
}

const eventsAt = async (at: Date): Promise<unknown[]> => {
  site.clock.set(at)
  await notifyAll()
  const { rows } = await site.pool.query<{ body: string; created_at: Date }>(
    'select body, created_at from webhook_delivery order by position',
  )
  return rows.map(({ body, created_at: created }) => {
    const { type, timestamp, data } = JSON.parse(body) as { type: string; timestamp: string; data: object }
    expect(timestamp).toBe(created.toISOString())
    return [type, data]
  })
}

test('an approved enrolment is told when the team is, a minute later and once', async () => {
  const { enrolmentId, team } = await createApprovedTeam(site, activity, organiser)
  expect(await eventsAt(after(minute - 1))).toEqual([])
  const event = ['enrolment.approved', { id: enrolmentId, team: team.id, activity }]
  expect(await eventsAt(after(minute))).toEqual([event])
  expect(await eventsAt(after(2 * minute))).toEqual([event])
})

test('what is taken back within the minute has never happened, and what is returned is no acceptance', async () => {
  const { workId } = await acceptWork(site, activity, organiser)
  const decide = async (decision: 'submitted' | 'returned' | 'accepted', version: number) => {
    const body = { works: [{ id: workId, version }], decision, reason: 'See the remarks' }
    const { outcomes } = (await site.ask(decideWorks, { headers: english(organiser), body })).data
    expect(outcomes).toMatchObject([{ refusal: null }])
  }
  const versionOf = async () =>
    (await site.pool.query<{ version: number }>('select version from work where id = $1', [workId])).rows[0]!.version
  await decide('submitted', await versionOf())
  const types = async (at: Date) => (await eventsAt(at)).map((event) => (event as [string])[0])
  expect(await types(after(minute))).toEqual(['enrolment.approved'])
  site.clock.set(after(minute))
  await decide('returned', await versionOf())
  expect(await types(after(3 * minute))).toEqual(['enrolment.approved'])
})

test('an accepted work is told when the team is', async () => {
  const { workId, enrolmentId } = await acceptWork(site, activity, organiser)
  expect(await eventsAt(after(minute - 1))).toEqual([])
  expect((await eventsAt(after(minute))).toSorted()).toEqual([
    ['enrolment.approved', expect.objectContaining({ id: enrolmentId })],
    ['work.accepted', { id: workId, enrolment: enrolmentId, activity }],
  ])
})

test('a certificate is told when it has its number, in the order of numbers, and when it is replaced or revoked', async () => {
  const office = await issuerOf(site, organiser)
  const issue = await office.create('award', { from: 'sheet', edition, activity })
  await office.upload(issue.id, [
    '姓名,奖项,作品名称,单位',
    '祖冲之,一等奖,圆,江州一中',
    '张衡,二等奖,地动,江州一中',
    '郭守敬,二等奖,时,江州一中',
  ])
  expect(await eventsAt(fixedNow)).toEqual([])
  await office.start(issue.id)
  await office.ended(issue.id)
  const numbered = (await office.list({ issue: issue.id })).toSorted((one, other) =>
    one.number < other.number ? -1 : 1,
  )
  const issued = numbered.map(({ id }) => ['certificate.issued', { id }])
  expect([issued.length, await eventsAt(fixedNow)]).toEqual([3, issued])

  const [first, second] = numbered as [(typeof numbered)[number], (typeof numbered)[number]]
  const replacing = { params: { id: first.id }, body: { reason: 'A new seal', printed: {}, notify: false } }
  const next = (await site.ask(certificates.replaceCertificate, { ...office.as, ...replacing })).data
  const revoking = { ...office.as, params: { id: second.id }, body: { reason: 'An error' } }
  expect((await site.ask(certificates.revokeCertificate, revoking)).status).toBe(200)
  expect((await site.ask(certificates.revokeCertificate, revoking)).status).toBe(409)
  expect((await eventsAt(fixedNow)).slice(3)).toEqual([
    ['certificate.issued', { id: next.id, replaces: first.id }],
    ['certificate.revoked', { id: second.id }],
  ])
})

test('results are told from the second of the announcement, not before, and never what is in them', async () => {
  const results = await activityWithResults(site, edition, { works: 2 })
  const id = await results.compute()
  await results.publicise()
  const at = daysFromNoon(9)
  site.clock.set(daysFromNoon(8))
  await results.announce(at)
  const announced = async (moment: Date) =>
    (await eventsAt(moment)).filter((event) => (event as [string])[0] === 'list.announced')
  expect(await announced(new Date(at.getTime() - 1))).toEqual([])
  expect(await announced(at)).toEqual([['list.announced', { id, activity: results.activityId }]])
  expect(await announced(daysFromNoon(10))).toHaveLength(1)
})
