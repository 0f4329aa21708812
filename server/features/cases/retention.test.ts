import * as office from '@lectern/contract/cases/case-office.ts'
import * as contract from '@lectern/contract/cases/cases.ts'
import type { CaseId, FileId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { changeSettings } from '@lectern/contract/settings/office-settings.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeArbiter, storeDisplayedList, uploadEvidence } from '../../testing/cases.ts'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { storeAcceptedWork } from '../../testing/accepted-works.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { eraseExpiredParties } from './retention.ts'

let site: TestSite
let arbiter: TestPerson
let list: ResultListId
let work: { workId: WorkId; captain: TestPerson }

beforeAll(async () => {
  site = await startSite()
  arbiter = await createPerson(site, { access: 'admin', school: '仲裁学院' })
  await storeArbiter(site, arbiter)
  const activityId = await createWorkActivity(site, await createEdition(site))
  const stored = await storeAcceptedWork(site, activityId)
  work = stored
  list = await storeDisplayedList(site, activityId, [stored])
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const person = { realName: '柯南', school: '米花中学' }

const as = (who: { headers: { cookie: string } }, id: CaseId) => ({ headers: english(who), params: { id } })

/** An objection with evidence and a message. */
const filed = async (objector: TestPerson): Promise<{ id: CaseId; evidence: FileId }> => {
  const evidence = await uploadEvidence(site, objector, { list })
  const body = { list, work: work.workId, text: 'Not fair', evidence: [evidence] }
  const { id } = (await site.ask(contract.fileObjection, { headers: english(objector), body })).data
  await site.ask(contract.writeInCase, { ...as(objector, id), body: { text: 'One more thing', evidence: [] } })
  return { id, evidence }
}

const refuse = async (id: CaseId) => {
  const { version } = (await site.ask(office.openCase, as(arbiter, id))).data
  const body = { version, isAdmitted: false as const, reason: 'Too late' }
  return site.ask(office.decideAdmission, { ...as(arbiter, id), body })
}

const stateOfFile = async (id: FileId) => {
  const { rows } = await site.pool.query<{ state: string }>('select state from file where id = $1', [id])
  return rows[0]?.state
}

test('who objected is erased after the retention time, with text, messages and evidence; the decision stays', async () => {
  const objector = await createPerson(site, { ...person, email: 'conan@example.org' })
  const { id, evidence } = await filed(objector)
  await site.ask(changeSettings, { headers: english(arbiter), body: { caseRetentionDays: 40 } })
  expect((await refuse(id)).data.eraseAt).toBe(daysFromNoon(40).toISOString())
  site.clock.set(new Date(daysFromNoon(40).getTime() - 1))
  await eraseExpiredParties(site.asProgram())
  const parties = () => site.pool.query('select real_name from case_party where case_id = $1', [id])
  expect((await parties()).rows).toEqual([{ real_name: '柯南' }])
  site.clock.set(daysFromNoon(40))
  await eraseExpiredParties(site.asProgram())
  await eraseExpiredParties(site.asProgram())
  // Nobody is signed in for so long.
  site.clock.set(fixedNow)
  const kept = (await site.ask(office.openCase, as(arbiter, id))).data
  expect([kept.party, kept.text, kept.files, kept.messages, kept.refusedBecause, kept.eraseAt]).toEqual([
    null,
    null,
    [],
    [],
    'Too late',
    null,
  ])
  expect(kept.events.filter(({ kind }) => kind === 'erased')).toHaveLength(1)
  expect(await stateOfFile(evidence)).toBe('removed')
  expect((await site.ask(contract.readMyCase, as(objector, id))).failure().error).toBe('case.notFound')
})

test('evidence that was uploaded and never sent belongs to no case, and only the uploader reads it', async () => {
  const objector = await createPerson(site, { ...person, email: 'kid@example.org' })
  const evidence = await uploadEvidence(site, objector, { list })
  expect((await site.get(`/api/files/${evidence}`, objector.headers)).status).toBe(200)
  for (const who of [arbiter, work.captain])
    expect((await site.get(`/api/files/${evidence}`, who.headers)).status).toBe(404)
  const other = await createPerson(site, { ...person, email: 'other@example.org' })
  const body = { list, work: null, text: 'With the file of somebody else', evidence: [evidence] }
  const stolen = await site.ask(contract.fileObjection, { headers: english(other), body })
  expect(stolen.failure()).toMatchObject({ fields: [{ path: 'evidence' }] })
  await site.ask(contract.fileObjection, { headers: english(objector), body })
  const twice = await site.ask(contract.fileObjection, {
    headers: english(objector),
    body: { ...body, work: work.workId },
  })
  expect(twice.failure()).toMatchObject({ error: 'file.inUse', fields: [{ path: 'evidence' }] })
})

test('an open case keeps its owner from deleting the account; a closed one is erased with it', async () => {
  const owner = await createOwner(site, { ...person, email: 'leaving@example.org' })
  const objector = { ...owner, sessionId: arbiter.sessionId }
  const { id } = await filed(objector)
  const exported = (await site.get('/api/account/data', objector.headers)).json() as { cases: unknown[] }
  expect(exported.cases).toMatchObject([{ text: 'Not fair', realName: '柯南', messages: [{ text: 'One more thing' }] }])
  const leave = () =>
    site.callAs(objector, 'POST', '/api/account/deletion', { username: objector.username, password: ownPassword })
  expect((await leave()).failure().error).toBe('account.openCase')
  await refuse(id)
  expect((await leave()).status).toBe(200)
  const kept = (await site.ask(office.openCase, as(arbiter, id))).data
  expect([kept.party, kept.text, kept.refusedBecause]).toEqual([null, null, 'Too late'])
})
