import * as contract from '@lectern/contract/certificates/certificates.ts'
import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import type { TaskId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants.ts'
import { issuerOf } from '../../testing/certificates.ts'
import { createEdition } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { createOwner } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { certificateInvariants } from './invariants.ts'
import { issueRunner } from './issues/issue-certificates.ts'

let site: TestSite
let organiser: TestPerson
let source: IssueSourceInput & { from: 'sheet' }
let office: Awaited<ReturnType<typeof issuerOf>>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  const edition = await createEdition(site)
  source = { from: 'sheet', edition, activity: await createWorkActivity(site, edition) }
  organiser = await createPerson(site, { access: 'admin' })
  office = await issuerOf(site, organiser)
})
afterAll(() => site.close())

test('a replacement whose PDF was never made is printed by its task, and portal doctor waits for that only', async () => {
  const issue = await office.create('award', source)
  await office.upload(issue.id, ['姓名,奖项,作品名称,单位', '祖冲之,一等奖,圆,江州一中'])
  await office.start(issue.id)
  await office.ended(issue.id)
  const [old] = await office.list({ issue: issue.id })
  const body = { reason: 'A new seal', printed: {}, notify: false }
  const next = (await site.ask(contract.replaceCertificate, { ...office.as, params: { id: old!.id }, body })).data
  const client = await site.pool.connect()
  // As if the program had ended right after the transaction.
  await client.query('set session_replication_role = replica')
  await client.query('update certificate set file_id = null, pdf_sha256 = null, pdf_size = null where id = $1', [
    next.id,
  ])
  client.release(true)
  const broken = async () => (await brokenInvariants(site.pool, certificateInvariants)).map(({ name }) => name)
  expect(await broken()).toEqual([])
  const { rows } = await site.pool.query<{ id: TaskId; input: Record<string, unknown> }>(
    `select id, input from task where input ->> 'certificate' = $1`,
    [next.id],
  )
  expect(rows.map(({ input }) => input)).toEqual([{ certificate: next.id, by: organiser.id }])
  await site.pool.query(`update task set state = 'failed', error = 'x', finished_at = now() where id = $1`, [
    rows[0]!.id,
  ])
  expect(await broken()).toEqual(['every certificate of an issue that has ended has a PDF, or a task that prints it'])
  const run = { ...rows[0]!, signal: AbortSignal.any([]), progress: () => Promise.resolve() }
  await issueRunner({ siteTitle: () => 'Contest', signer: undefined })(site.asProgram(), run)
  const printed = (await site.ask(contract.readCertificate, { ...office.as, params: { id: next.id } })).data
  expect(printed.isReady).toBe(true)
  expect(await broken()).toEqual([])
})

test('of a holder from a sheet who deletes the account nothing of the name is told either, nor by what replaces it', async () => {
  const holder = await createOwner(site)
  const issue = await office.create('award', source)
  await office.upload(issue.id, [
    '姓名,奖项,作品名称,单位,账号',
    `张衡,一等奖,地动,江州一中,${holder.username}`,
    '郭守敬,二等奖,时,江州一中,',
  ])
  await office.start(issue.id)
  await office.ended(issue.id)
  const [other, held] = await office.list({ issue: issue.id })
  expect((await deleteAccountOf(site, holder)).status).toBe(200)
  expect((await office.verify(held!.number)).name).toBe('***')
  const body = { reason: 'A new seal', printed: {}, notify: false }
  const next = (await site.ask(contract.replaceCertificate, { ...office.as, params: { id: held!.id }, body })).data
  expect([(await office.verify(next.number)).name, (await office.verify(other!.number)).name]).toEqual(['***', '郭*敬'])
})

test('nobody revokes or replaces a certificate of their own, and is told so beforehand', async () => {
  const issue = await office.create('award', source)
  await office.upload(issue.id, ['姓名,奖项,作品名称,单位,账号', `沈括,一等奖,梦溪,江州一中,${organiser.username}`])
  await office.start(issue.id)
  await office.ended(issue.id)
  const [own] = await office.list({ issue: issue.id })
  const { may } = (await site.ask(contract.readCertificate, { ...office.as, params: { id: own!.id } })).data
  const reason = 'This is your own certificate. Another organizer has to do this.'
  expect(may).toEqual({ revoke: reason, replace: reason })
  const stepOf = (who: TestPerson) => ({ headers: who.headers, params: { id: own!.id } })
  const body = { reason: 'A new seal', printed: {}, notify: false }
  const refusals = [
    await site.ask(contract.replaceCertificate, { ...stepOf(organiser), body }),
    await site.ask(contract.revokeCertificate, { ...stepOf(organiser), body: { reason: 'A new seal' } }),
  ]
  expect(refusals.map((answer) => answer.failure().error)).toEqual(['certificate.own', 'certificate.own'])
  const other = await createPerson(site, { access: 'admin' })
  const next = (await site.ask(contract.replaceCertificate, { ...stepOf(other), body })).data
  expect(next.replaces?.number).toBe(own!.number)
})

test('an issue that made nothing is not called issued, and can be deleted', async () => {
  const lines = ['姓名,奖项,作品名称,单位', '宋应星,一等奖,天工,江州一中']
  const issueOf = async () => {
    const { id } = await office.create('award', source)
    await office.upload(id, lines)
    await office.start(id)
    return office.ended(id)
  }
  const [first, second] = [await issueOf(), await issueOf()]
  expect([first, second].map(({ state, certificates }) => [state, certificates])).toEqual([
    ['issued', 1],
    ['draft', 0],
  ])
  const path = `/api/certificate-issues/${second.id}?version=${second.version}`
  expect((await site.callAs(organiser, 'DELETE', path)).status).toBe(200)
})
