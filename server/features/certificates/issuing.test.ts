import { createHash } from 'node:crypto'
import { hasValidCheck } from '@lectern/contract/certificate-numbers.ts'
import * as contract from '@lectern/contract/certificates.ts'
import type { ActivityId, CertificateId, EditionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants.ts'
import { issuerOf, withPoppler } from '../../testing/certificates.ts'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { acceptWork } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { certificateInvariants } from './invariants.ts'

let site: TestSite
let organiser: TestPerson
let editionId: EditionId
let activityId: ActivityId
let office: Awaited<ReturnType<typeof issuerOf>>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
  organiser = await createPerson(site, { access: 'admin' })
  office = await issuerOf(site, organiser)
})
afterAll(() => site.close())

const fromSheet = () => ({ from: 'sheet' as const, edition: editionId, activity: activityId })

const pdfOf = async (id: CertificateId, { headers }: TestPerson = organiser): Promise<Buffer> => {
  const answer = await fetch(`${site.url}/api/certificates/${id}/pdf`, { headers })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await answer.arrayBuffer())
}

const sheet = (rows: readonly string[]): string[] => ['姓名,奖项,作品名称,单位', ...rows]

test('one bad record stops itself alone, is named, and burns no number', async () => {
  const issue = await office.create('award', fromSheet())
  const rows = ['张㛃䶮,一等奖,光,江州一中', '吉𠮷,一等奖,影,江州一中', '陈𬭎,二等奖,声,江州一中']
  expect(await office.upload(issue.id, sheet(rows))).toEqual({ dryRun: false, total: 3, rows: [] })
  const plan = await office.plan(issue.id)
  expect(plan.counts).toEqual({ new: 2, issued: 0, revoked: 0, blocked: 1 })
  expect(plan.list[1]!.problems).toEqual(['“𠮷” (U+20BB7) in “吉𠮷” has no glyph in our fonts and cannot be printed'])
  await office.start(issue.id)
  const { certificates, ready, blocked } = await office.ended(issue.id)
  expect({ certificates, ready, blocked }).toEqual({ certificates: 2, ready: 2, blocked: 1 })
  const made = (await office.list({ issue: issue.id })).toReversed()
  expect(made.map(({ name }) => name)).toEqual(['张㛃䶮', '陈𬭎'])
  expect(made.map(({ number }) => number.slice(0, -1))).toEqual([plan.first, plan.last].map((one) => one!.slice(0, -1)))
  for (const { number } of made) expect(hasValidCheck(number.replaceAll('-', ''))).toBe(true)
})

test('issuing twice makes no second number, and the plan says who has one', async () => {
  const issue = await office.create('award', fromSheet())
  await office.upload(issue.id, sheet(['周一鸣,一等奖,山,江州一中', '吴二妹,二等奖,水,江州一中']))
  await office.start(issue.id)
  const first = await office.ended(issue.id)
  await office.start(issue.id)
  const second = await office.ended(issue.id)
  expect([first.certificates, second.certificates, second.series.nextNumber]).toEqual([2, 2, first.series.nextNumber])
  const again = await office.create('award', fromSheet())
  await office.upload(again.id, sheet(['周一鸣,一等奖,山,江州一中', '郑三,二等奖,水,江州一中']))
  expect((await office.plan(again.id)).counts).toEqual({ new: 1, issued: 1, revoked: 0, blocked: 0 })
})

test('a sheet is stored whole or not at all, and every problem is named at its row', async () => {
  const issue = await office.create('award', fromSheet())
  expect(await office.upload(issue.id, ['姓名,奖金', '甲,1'])).toEqual({
    dryRun: false,
    total: 0,
    rows: [{ row: 1, name: '', problems: [{ column: '奖金', value: '', message: expect.any(String) as string }] }],
  })
  const lines = ['姓名,奖项,账号', ',一等奖,', '甲,一等奖,nobody@example.org', '乙,一等奖,', '乙,一等奖,']
  const { total, rows } = await office.upload(issue.id, lines)
  expect([total, rows.map(({ row, problems }) => [row, problems.map(({ column }) => column)])]).toEqual([
    4,
    [
      [2, ['姓名']],
      [3, ['账号']],
      [5, ['姓名']],
    ],
  ])
  expect((await office.read(issue.id)).sheetRows).toBe(0)
})

test('people of accepted works get certificates; the holder downloads the PDF, others do not', async () => {
  const { captain, workId } = await acceptWork(site, activityId, organiser, { title: '量子纠缠' })
  const issue = await office.create('participation', { from: 'works', activity: activityId }, { notify: true })
  await office.start(issue.id)
  await office.ended(issue.id)
  const own = (await site.ask(contract.listOwnCertificates, { headers: english(captain) })).data
  expect(own.list.map(({ work, state, isReady }) => ({ work, state, isReady }))).toEqual([
    { work: '量子纠缠', state: 'issued', isReady: true },
  ])
  expect(own.expected.filter(({ work }) => work === workId)).toEqual([])
  const [mine] = own.list
  const pdf = await pdfOf(mine!.id, captain)
  const read = (await site.ask(contract.readCertificate, { ...office.as, params: { id: mine!.id } })).data
  expect(read.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  const text = (await withPoppler('pdftotext', pdf, '-layout'))?.toString('utf8')
  if (text !== undefined) for (const shown of [mine!.name, '参赛证书', mine!.number]) expect(text).toContain(shown)
  const stranger = await createPerson(site)
  expect((await fetch(`${site.url}/api/certificates/${mine!.id}/pdf`, { headers: stranger.headers })).status).toBe(404)
  const { rows } = await site.pool.query(`select title ->> 'en-US' as title from notice where account_id = $1`, [
    captain.id,
  ])
  expect(rows).toContainEqual({ title: `Your certificate is ready: ${mine!.number}` })
})

test('a replaced certificate leads to the new one, a revoked one says so, and neither can be ended twice', async () => {
  const issue = await office.create('award', fromSheet())
  await office.upload(issue.id, sheet(['钱学申,一等奖,星,江州一中', '孙理,二等奖,月,江州一中']))
  await office.start(issue.id)
  await office.ended(issue.id)
  const [revoked, old] = await office.list({ issue: issue.id })
  const params = { id: old!.id }
  const next = (
    await site.ask(contract.replaceCertificate, {
      ...office.as,
      params,
      body: { reason: 'A misspelt name', printed: { name: '钱学森' }, notify: false },
    })
  ).data
  expect([next.name, next.isReady, next.replaces, next.award]).toEqual([
    '钱学森',
    true,
    { id: old!.id, number: old!.number },
    '一等奖',
  ])
  expect(await office.verify(old!.number)).toMatchObject({ state: 'replaced', replacedBy: next.number, name: '钱*申' })
  expect(await office.verify(next.number)).toMatchObject({ state: 'issued', name: '钱*森', printed: null })
  const code = new URL(next.address).searchParams.get('code')!
  expect(await office.verify(next.number.toLowerCase(), code)).toMatchObject({
    code: 'right',
    name: '钱学森',
    sha256: next.sha256,
  })
  const unprintable = { reason: 'x', printed: { name: '𠮷' }, notify: false }
  expect(
    (await site.ask(contract.replaceCertificate, { ...office.as, params: { id: next.id }, body: unprintable })).status,
  ).toBe(422)
  await site.ask(contract.revokeCertificate, {
    ...office.as,
    params: { id: revoked!.id },
    body: { reason: 'Plagiarism' },
  })
  expect(await office.verify(revoked!.number)).toMatchObject({ state: 'revoked', reason: null, replacedBy: null })
  for (const { id } of [old!, revoked!]) {
    const body = { reason: 'again' }
    expect((await site.ask(contract.revokeCertificate, { ...office.as, params: { id }, body })).status).toBe(409)
  }
})

test('all rules about certificates hold after all this', async () => {
  expect(await brokenInvariants(site.pool, certificateInvariants)).toEqual([])
})
