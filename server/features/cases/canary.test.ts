import * as office from '@lectern/contract/cases/case-office.ts'
import * as contract from '@lectern/contract/cases/cases.ts'
import type { CaseId, FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeArbiter, storeDisplayedList, uploadEvidence } from '../../testing/cases.ts'
import { createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { storeAcceptedWork } from '../../testing/accepted-works.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'

/** What must reach nobody but the arbiters. */
const canaries = {
  username: 'canary-user-7311',
  realName: '金丝雀壹',
  unit: '金丝雀大学',
  email: 'canary7311@example.org',
  phone: '+8613977317311',
  text: 'canary-text-7311',
  message: 'canary-message-7311',
  appeal: 'canary-appeal-7311',
  file: 'canary-file-7311',
}

let site: TestSite
let objector: TestPerson
let arbiter: TestPerson
let organiser: TestPerson
let captain: TestPerson
let id: CaseId
let appeal: CaseId
let evidence: FileId

beforeAll(async () => {
  site = await startSite()
  const activityId = await createWorkActivity(site, await createEdition(site))
  const work = await storeAcceptedWork(site, activityId)
  captain = work.captain
  const list = await storeDisplayedList(site, activityId, [work])
  const { username, realName, unit, email, phone } = canaries
  objector = await createKnownTeacher(site, { username, realName, school: unit, email, phone })
  arbiter = await createPerson(site, { access: 'admin', school: '仲裁学院', email: 'arbiter@example.org' })
  const second = await createPerson(site, { access: 'admin', school: '复核学院' })
  organiser = await createPerson(site, { access: 'admin', email: 'office@example.org' })
  await storeArbiter(site, arbiter)
  await storeArbiter(site, second)

  const as = (who: TestPerson) => ({ headers: english(who), params: { id } })
  evidence = await uploadEvidence(site, objector, { list }, `${canaries.file}.txt`)
  const body = { list, work: work.workId, text: canaries.text, evidence: [evidence] }
  id = (await site.ask(contract.fileObjection, { headers: english(objector), body })).data.id
  const version = async (who = arbiter) => (await site.ask(office.openCase, as(who))).data.version
  await site.ask(office.decideAdmission, { ...as(arbiter), body: { version: await version(), isAdmitted: true } })
  await site.ask(office.investigateCase, { ...as(arbiter), body: { version: await version() } })
  const substance = 'Who filmed the lesson?'
  await site.ask(office.askForStatement, { ...as(arbiter), body: { version: await version(), substance } })
  await site.ask(contract.writeInCase, { ...as(objector), body: { text: canaries.message, evidence: [] } })
  await site.ask(office.writeToParty, { ...as(arbiter), body: { thread: 'objector', text: 'Thank you' } })
  await site.ask(contract.giveStatement, { ...as(captain), body: { text: 'We did', evidence: [] } })
  await site.get(`/api/files/${evidence}`, arbiter.headers)
  const effect = { kind: 'none' as const }
  const ruled = { version: await version(), isUpheld: false, text: 'Dismissed', effect }
  await site.ask(office.ruleCase, { ...as(arbiter), body: ruled })
  const filed = await site.ask(contract.appealCase, { ...as(objector), body: { text: canaries.appeal, evidence: [] } })
  appeal = filed.data.id
  const refused = { version: 1, isAdmitted: false as const, reason: 'Nothing new' }
  await site.ask(office.decideAdmission, { headers: english(second), params: { id: appeal }, body: refused })
})
afterAll(() => site.close())

const hitsIn = (text: string): string[] =>
  [...Object.values(canaries), objector.id].filter((canary) => text.includes(canary))

test('the arbiter reads everything: the canaries are there', async () => {
  const opened = await site.ask(office.openCase, { headers: english(arbiter), params: { id } })
  expect(hitsIn(opened.text)).toEqual([
    canaries.realName,
    canaries.unit,
    canaries.email,
    canaries.phone,
    canaries.text,
    canaries.message,
  ])
})

test('the team concerned finds nothing of the objector in anything that it can read', async () => {
  const paths = [
    '/api/account/cases',
    `/api/account/cases/${id}`,
    `/api/account/cases/${appeal}`,
    '/api/account/works',
    '/api/welcome',
    '/api/notices',
    '/api/account/data',
    `/api/files/${evidence}`,
    `/api/files/${evidence}/state`,
    `/api/cases/${id}`,
    '/api/cases',
  ]
  const found = await Promise.all(
    paths.map(async (path) => [path, hitsIn((await site.get(path, english(captain))).text)]),
  )
  expect(found).toEqual(paths.map((path) => [path, []]))
  const { rows } = await site.pool.query<{ letter: string }>(
    'select content::text as letter from outbox where account_id = $1',
    [captain.id],
  )
  expect([rows.length > 0, rows.flatMap(({ letter }) => hitsIn(letter))]).toEqual([true, []])
})

test('an organiser who is no arbiter of the case finds nothing in cases, mails, files, the log or the counts', async () => {
  const paths = [
    '/api/cases',
    `/api/cases/${id}`,
    `/api/cases/${appeal}`,
    `/api/cases/${id}/sheets`,
    '/api/cases?search=canary',
    '/api/outbox?pageSize=100',
    '/api/outbox?search=canary',
    '/api/audit?subjectKind=case&pageSize=100',
    '/api/audit?subjectKind=file&pageSize=100',
    `/api/audit?subjectKind=case&subjectId=${id}&pageSize=100`,
    '/api/notices',
    '/api/tasks',
    '/api/office/counts',
    '/api/account/data',
    `/api/files/${evidence}`,
    `/api/files/${evidence}/state`,
    `/api/account/cases/${id}`,
  ]
  const found = await Promise.all(
    paths.map(async (path) => [path, hitsIn((await site.get(path, english(organiser))).text)]),
  )
  expect(found).toEqual(paths.map((path) => [path, []]))
  expect((await site.get(`/api/files/${evidence}`, organiser.headers)).status).toBe(404)
})

test('what the log says of the objector does not mention a case or a file', async () => {
  const answer = await site.get(`/api/audit?actor=${objector.id}&pageSize=100`, english(organiser))
  expect((answer.data() as { list: unknown[] }).list).toEqual([])
  const { rows } = await site.pool.query(
    `select 1 from audit left join audit_personal on audit_personal.audit_id = audit.id
     where audit.subject_kind in ('case', 'file') and (audit.actor_id = $1 or audit.on_behalf_of = $1
       or audit_personal.content ->> 'address' is not null and audit.actor_id is null)`,
    [objector.id],
  )
  expect(rows).toEqual([])
})

test('evidence has a neutral name for the arbiter', async () => {
  const response = await fetch(`${site.url}/api/files/${evidence}`, { headers: arbiter.headers })
  expect(response.headers.get('content-disposition')).toMatch(/2026-[A-Z2-9]{8}-1\.txt/)
  expect(hitsIn(response.headers.get('content-disposition')!)).toEqual([])
})

test('the log of the program names nobody', () => {
  expect(hitsIn(site.logText())).toEqual([])
})
