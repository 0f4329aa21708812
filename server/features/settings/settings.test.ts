import { afterAll, beforeAll, expect, test } from 'vitest'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const path = '/api/settings'
const delivered = {
  requireSecondFactor: false,
  separateDuties: false,
  smsCountries: ['+86'],
  holidays: [],
  caseRetentionDays: 180,
  officersPerInstitution: 2,
  waitForScan: false,
  whyNot: null,
}
const change = (requireSecondFactor: boolean) =>
  site.call('PUT', path, { headers: admin.headers, body: { requireSecondFactor } })

test('rules are as delivered until an organiser changes them, and in force with the answer', async () => {
  expect((await site.get(path, admin.headers)).data()).toEqual(delivered)
  const changed = await change(true)
  expect([changed.status, changed.data()]).toEqual([200, { ...delivered, requireSecondFactor: true }])
  expect((await site.get(path, admin.headers)).status).toBe(403)
  await site.pool.query(`update account set access = 'user'`)
})

test('the log tells what a change took the place of, also when another came just before', async () => {
  const other = await startSite()
  const chief = await createPerson(other, { access: 'admin' })
  const call = { headers: chief.headers, body: { requireSecondFactor: false } }
  await other.call('PUT', path, call)
  other.clock.set(after(1_000))
  const before = `update setting set value = '{"requireSecondFactor": true}' where key = 'office'`
  const [answer] = await meetAt(other, [before], [() => other.call('PUT', path, call)])
  const entries = await other.db.select({ changes: audit.changes }).from(audit).orderBy(audit.id)
  await other.close()
  expect([answer!.status, entries.at(-1)!.changes]).toEqual([
    200,
    { before: { requireSecondFactor: true }, after: { requireSecondFactor: false } },
  ])
})
