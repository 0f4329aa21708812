import { readTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import * as contract from '@lectern/contract/certificates/certificates.ts'
import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { connect } from '../../platform/database/connect.ts'
import { brokenInvariants } from '../../platform/invariants.ts'
import { issuerOf } from '../../testing/certificates.ts'
import { createEdition } from '../../testing/contest.ts'
import { createDatabase } from '../../testing/database.ts'
import { stampAsDemo } from '../../testing/demo-stamp.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { certificateInvariants } from './invariants.ts'
import { removeDemoStamp } from './templates/demo-stamp.ts'

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

const template = () =>
  site.ask(readTemplate, { ...office.as, params: { id: office.templateOf('award').id } }).then(({ data }) => data)

const issue = async (...names: string[]) => {
  const { id } = await office.create('award', source)
  await office.upload(id, ['姓名,奖项,作品名称,单位,账号', ...names.map((name) => `${name},一等奖,圆,江州一中,`)])
  await office.start(id)
  await office.ended(id)
  return id
}

const stamped = async () => (await site.ask(contract.readStamped, office.as)).data

const replaceAll = async ({ headers } = organiser) => {
  const body = { reason: 'The stamp was that of a demo', notify: true }
  const { task, certificates } = (await site.ask(contract.replaceStamped, { headers, body })).data
  await eventually(async () => {
    const { rows } = await site.pool.query('select state from task where id = $1', [task])
    expect(rows).toEqual([{ state: 'done' }])
  })
  return certificates
}

const designOf = async (number: number): Promise<CertificateDesign> => {
  const { rows } = await site.pool.query<{ design: CertificateDesign }>(
    'select design from certificate_template_version where template_id = $1 and number = $2',
    [office.templateOf('award').id, number],
  )
  return rows[0]!.design
}

const stampIn = ({ elements }: CertificateDesign) => elements.flatMap((one) => (one.kind === 'stamp' ? [one.file] : []))

beforeEach(async () => {
  await removeDemoStamp(site.asProgram())
  // What other tests have left.
  if ((await stamped()).certificates > 0) await replaceAll()
})

test('a real site takes the stamp of the demo from a template that was used, in a version of its own', async () => {
  await issue('祖冲之')
  const stamp = await stampAsDemo(site.asProgram(), organiser.id)
  const before = await template()
  expect(before.stamps).toEqual([{ file: '组委会公章.png', by: organiser.username, uploadedAt: expect.any(String) }])
  expect(await removeDemoStamp(site.asProgram())).toBe(1)
  const after = await template()
  expect([after.number, after.version, after.stamps]).toEqual([before.number + 1, before.version + 1, []])
  expect([stampIn(await designOf(before.number)), stampIn(after.source.design)]).toEqual([[stamp], [null]])
  expect(after.source.design).toEqual({
    ...before.source.design,
    elements: before.source.design.elements.map((one) => (one.kind === 'stamp' ? { ...one, file: null } : one)),
  })
  const { rows } = await site.pool.query(
    `select actor_kind from audit where action = 'certificateTemplate.saved' and subject_id = $1`,
    [before.id],
  )
  expect(rows).toContainEqual({ actor_kind: 'system' })
  expect(await removeDemoStamp(site.asProgram())).toBe(0)
})

test('the demo keeps its stamp', async () => {
  await stampAsDemo(site.asProgram(), organiser.id)
  await site.pool.query(`insert into setting (key, value, updated_at) values ('demo', 'true', now())`)
  expect(await removeDemoStamp(site.asProgram())).toBe(0)
  expect((await stamped()).certificates).toBe(0)
  await site.pool.query(`delete from setting where key = 'demo'`)
})

test('certificates with the stamp of the demo are listed, and replaced in one task by ones without it', async () => {
  const id = await issue('张衡', '郭守敬')
  await stampAsDemo(site.asProgram(), organiser.id)
  await removeDemoStamp(site.asProgram())
  const { certificates, templates } = await stamped()
  expect(templates.map((one) => one.id)).toEqual([office.templateOf('award').id])
  const listed = await office.list({ stamp: 'demo' })
  expect(listed).toHaveLength(certificates)
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['张衡', '郭守敬']))
  expect(await replaceAll()).toBe(certificates)
  expect(await stamped()).toEqual({ certificates: 0, templates: [] })
  const valid = await office.list({ issue: id, state: 'issued' })
  expect(valid.map(({ name, isReady }) => [name, isReady]).toSorted()).toEqual([
    ['张衡', true],
    ['郭守敬', true],
  ])
  const { number } = await template()
  for (const one of valid) {
    const whole = (await site.ask(contract.readCertificate, { ...office.as, params: { id: one.id } })).data
    expect([whole.templateNumber, stampIn(await designOf(whole.templateNumber))]).toEqual([number, [null]])
    expect(whole.replaces).not.toBeNull()
  }
  const ended = await office.list({ issue: id, state: 'replaced' })
  expect(ended.map(({ reason }) => reason)).toEqual(['The stamp was that of a demo', 'The stamp was that of a demo'])
  const { rows } = await site.pool.query(
    `select actor_kind, on_behalf_of as by from audit where action = 'certificate.replaced' and subject_id = $1`,
    [ended[0]!.id],
  )
  expect(rows).toEqual([{ actor_kind: 'system', by: organiser.id }])
  expect(await brokenInvariants(site.pool, certificateInvariants)).toEqual([])
  const body = { reason: 'Again', notify: false }
  const again = await site.ask(contract.replaceStamped, { ...office.as, body })
  expect(again.failure().error).toBe('certificate.noDemoStamp')
})

test('one that is replaced by itself loses the stamp of the demo, too', async () => {
  const id = await issue('沈括')
  await stampAsDemo(site.asProgram(), organiser.id)
  await removeDemoStamp(site.asProgram())
  const [old] = await office.list({ issue: id })
  const body = { reason: 'A new seal', printed: {}, notify: false }
  const next = (await site.ask(contract.replaceCertificate, { ...office.as, params: { id: old!.id }, body })).data
  expect(stampIn(await designOf(next.templateNumber))).toEqual([null])
})

test('nobody replaces a certificate of their own: it stays for another organiser', async () => {
  const holder = await createPerson(site, { access: 'admin' })
  const { id } = await office.create('award', source)
  await office.upload(id, ['姓名,奖项,作品名称,单位,账号', `沈括,一等奖,梦溪,江州一中,${holder.username}`])
  await office.start(id)
  await office.ended(id)
  await stampAsDemo(site.asProgram(), organiser.id)
  await removeDemoStamp(site.asProgram())
  await replaceAll(holder)
  expect((await office.list({ stamp: 'demo' })).map(({ name }) => name)).toEqual(['沈括'])
  await replaceAll(organiser)
  expect(await office.list({ stamp: 'demo' })).toEqual([])
})

test('a site that began with an earlier version gives designs back that nothing was printed with', async () => {
  const { pool, close } = connect(await createDatabase('template0'), () => undefined)
  const names = (applied: readonly string[]) => applied.filter((name) => name < '0057')
  const all = await migrate(connect(await createDatabase('template0'), () => undefined).pool)
  await migrate(pool, names(all))
  await pool.query(`
    insert into certificate_template (id, delivered, kind, name, created_at, updated_at)
    values ('00000000-0000-4000-8000-000000000001', 'award', 'award', '{}', now(), now());
    insert into certificate_template_version (template_id, number, design, used_at, created_at)
    values ('00000000-0000-4000-8000-000000000001', 1, '{"elements": []}', now(), now())`)
  const usedAt = async () => (await pool.query('select used_at from certificate_template_version')).rows
  expect(await usedAt()).toEqual([{ used_at: expect.any(Date) }])
  await migrate(pool)
  expect(await usedAt()).toEqual([{ used_at: null }])
  await close()
})
