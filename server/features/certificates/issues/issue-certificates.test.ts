import { createHash } from 'node:crypto'
import { copyActivity, deleteActivity } from '@lectern/contract/competition/activities.ts'
import { deleteIssue, listIssues, notifyHolders, saveIssue } from '@lectern/contract/certificates/certificate-office.ts'
import type { IssueState } from '@lectern/contract/certificates/certificate-values.ts'
import { hasValidCheck } from '@lectern/contract/certificates/certificate-numbers.ts'
import * as contract from '@lectern/contract/certificates/certificates.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, CertificateId, EditionId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { readTask, readTaskFile } from '@lectern/contract/tasks/tasks.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../../platform/invariants.ts'
import { issuerOf } from '../../../testing/certificates.ts'
import { createEdition } from '../../../testing/contest.ts'
import { deleteAccountOf } from '../../../testing/deletion.ts'
import { loseFile } from '../../../testing/files.ts'
import { createOwner } from '../../../testing/owners.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { acceptWork, storeAcceptedWork } from '../../../testing/accepted-works.ts'
import { eventually, startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { findCertificate } from '../holders/certificate-queries.ts'
import { certificateInvariants } from '../invariants.ts'

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
afterEach(async () => {
  // All rules about certificates hold after whatever a test did.
  const broken = await brokenInvariants(site.pool, certificateInvariants)
  if (broken.length > 0) throw new Error(`These do not hold: ${JSON.stringify(broken)}`)
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
  const lines = ['姓名,奖项,账号', ',一等奖,', '甲,一等奖,nobody@example.org', 'Yi,一等奖,', 'ＹＩ,一等奖,']
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

test('a sheet is printed as it is written, and names accounts as people write phone numbers', async () => {
  const holder = await createPerson(site, { phone: '+8613912345678' })
  const issue = await office.create('award', fromSheet())
  await office.upload(issue.id, [
    '姓名,奖项,作品名称,单位,账号',
    '金岳,一等奖,光：影（上）,江州大学（东区）,139 1234 5678',
  ])
  const { rows } = await site.pool.query<{ sheet: string }>(
    'select sheet::text as sheet from certificate_issue where id = $1',
    [issue.id],
  )
  expect(rows[0]!.sheet).not.toMatch(/1234.?5678/)
  await office.start(issue.id)
  await office.ended(issue.id)
  const [made] = await office.list({ institution: '江州大学（东区）' })
  expect([made?.work, made?.institution, made?.holder]).toEqual(['光：影（上）', '江州大学（东区）', holder.id])
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
  const text = await readPdfText(pdf)
  for (const shown of [mine!.name, '参 赛 证 书', mine!.number]) expect(text).toContain(shown)
  const stranger = await createPerson(site)
  expect((await fetch(`${site.url}/api/certificates/${mine!.id}/pdf`, { headers: stranger.headers })).status).toBe(404)
  const { rows } = await site.pool.query(`select title ->> 'en-US' as title from notice where account_id = $1`, [
    captain.id,
  ])
  expect(rows).toContainEqual({ title: `Your certificate is ready: ${mine!.number}` })

  // A revoked certificate leaves no name to be corrected.
  const revocation = { params: { id: mine!.id }, body: { reason: 'They took no part' } }
  await site.ask(contract.revokeCertificate, { ...office.as, ...revocation })
  const left = (await site.ask(contract.listOwnCertificates, { headers: english(captain) })).data
  expect([left.list.map(({ state }) => state), left.expected]).toEqual([['revoked'], []])
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
  const ended = (await office.list({ issue: issue.id })).map(({ number, reason, replacedBy }) => [
    number,
    reason,
    replacedBy,
  ])
  expect(ended).toEqual([
    [next.number, null, null],
    [revoked!.number, 'Plagiarism', null],
    [old!.number, 'A misspelt name', { id: next.id, number: next.number }],
  ])
  for (const { id } of [old!, revoked!]) {
    const body = { reason: 'again' }
    expect((await site.ask(contract.revokeCertificate, { ...office.as, params: { id }, body })).status).toBe(409)
  }
})

test('certificates of one issue that are replaced at the same moment all get their PDF', async () => {
  const issue = await office.create('award', fromSheet())
  await office.upload(
    issue.id,
    sheet(['沈括,一等奖,梦,江州一中', '毕升,一等奖,字,江州一中', '蔡伦,一等奖,纸,江州一中']),
  )
  await office.start(issue.id)
  await office.ended(issue.id)
  const body = { reason: 'A new seal', printed: {}, notify: false }
  // A double click: the same request twice.
  const replace = (id: CertificateId) => {
    const headers = { ...office.as.headers, 'idempotency-key': `replace-${id}` }
    const ask = () => site.ask(contract.replaceCertificate, { headers, params: { id }, body })
    return Promise.all([ask(), ask()])
  }
  const answers = await Promise.all((await office.list({ issue: issue.id })).map(({ id }) => replace(id)))
  expect(answers.map((both) => both.map(({ status, data }) => [status, data.isReady]))).toEqual(
    answers.map(() => [
      [200, true],
      [200, true],
    ]),
  )
  const { rows } = await site.pool.query(
    `select from file
     where purpose = 'certificate' and state = 'stored' and not exists (select from certificate where file_id = file.id)`,
  )
  expect([answers.length, rows]).toEqual([3, []])
})

/** The storage has lost the PDF of a certificate. */
const losePdf = async (id: CertificateId): Promise<void> => {
  const { fileId } = (await findCertificate(site.db, id))!
  await loseFile(site.asProgram(), { purpose: 'certificate', id: fileId! })
}

test('an archive has the PDFs that are valid, as they were issued, and names those that are lost', async () => {
  const issue = await office.create('award', fromSheet())
  await office.upload(
    issue.id,
    sheet(['郑 A/B,一等奖,风,江州一中', '冯梅,二等奖,雨,江州二中', '褚兰,二等奖,雪,江州二中']),
  )
  await office.start(issue.id)
  await office.ended(issue.id)
  const [third, second, first] = await office.list({ issue: issue.id })
  const revoking = { ...office.as, params: { id: third!.id }, body: { reason: 'Plagiarism' } }
  await site.ask(contract.revokeCertificate, revoking)
  const bundle = async (body: BodyOf<typeof contract.bundleCertificates>) => {
    const { task, certificates } = (await site.ask(contract.bundleCertificates, { ...office.as, body })).data
    const asked = { ...office.as, params: { id: task } }
    await eventually(async () => expect((await site.ask(readTask, asked)).data.state).toBe('done'))
    const path = readTaskFile.path.replace(':id', task)
    const answer = await fetch(site.url + path, { headers: organiser.headers })
    const files = readZip(Buffer.from(await answer.arrayBuffer()))
    expect(Object.keys(files)).toHaveLength(certificates)
    return files
  }
  const [firstPdf, secondPdf] = [(await pdfOf(first!.id)).toString(), (await pdfOf(second!.id)).toString()]
  expect(await bundle({ filter: { issue: issue.id } })).toEqual({
    [`${first!.number} 郑 A_B.pdf`]: firstPdf,
    [`${second!.number} 冯梅.pdf`]: secondPdf,
  })
  const ofSchool = { filter: { issue: issue.id, institution: '江州二中' } }
  expect(await bundle(ofSchool)).toEqual({ [`${second!.number} 冯梅.pdf`]: secondPdf })
  expect(await bundle({ ids: [first!.id] })).toEqual({ [`${first!.number} 郑 A_B.pdf`]: firstPdf })
  const nothing = { ...office.as, body: { ids: [third!.id] } }
  expect((await site.ask(contract.bundleCertificates, nothing)).status).toBe(409)
  await losePdf(first!.id)
  expect(await bundle({ filter: { issue: issue.id } })).toEqual({
    [`${second!.number} 冯梅.pdf`]: secondPdf,
    '_missing.txt': `${first!.number} 郑 A_B.pdf\n`,
  })
})

test('an issue can be changed until it has certificates, and keeps its people', async () => {
  const issue = await office.create('award', fromSheet())
  await office.upload(issue.id, ['姓名,奖项,作品名称', '蒋新,一等奖,光'])
  const { version } = await office.read(issue.id)
  const changed = {
    template: office.templateOf('award').id,
    series: await office.newSeries(),
    locale: 'en-US' as const,
    date: '2027-01-15',
    notify: false,
    revokedToo: false,
  }
  const save = (seen: number, changes: object = {}) =>
    site.ask(saveIssue, { ...office.as, params: { id: issue.id }, body: { ...changed, ...changes, version: seen } })
  expect((await save(version - 1)).status).toBe(409)
  expect((await save(version, { template: office.templateOf('expert').id })).status).toBe(200)
  const saved = (await save(version + 1)).data
  expect([saved.kind, saved.locale, saved.date, saved.series.id, saved.sheetRows]).toEqual([
    'award',
    'en-US',
    '2027-01-15',
    changed.series,
    1,
  ])

  await office.start(issue.id)
  const ended = await office.ended(issue.id)
  const [made] = await office.list({ issue: issue.id })
  expect(made).toMatchObject({ name: '蒋新', locale: 'en-US' })
  expect((await save(ended.version)).status).toBe(409)
  expect((await office.read(issue.id)).may.edit).not.toBeNull()
})

test('an issue whose task has ended without finishing is a draft again, in the list and in its filter', async () => {
  const issue = await office.create('award', fromSheet())
  const list = async (state: IssueState) => {
    const query = { state, pageSize: '100' }
    return (await site.ask(listIssues, { ...office.as, query })).data.list.filter(({ id }) => id === issue.id)
  }
  await site.pool.query(`update certificate_issue set state = 'issuing' where id = $1`, [issue.id])
  expect([await list('draft'), await list('issuing')]).toMatchObject([[{ state: 'draft', may: { edit: null } }], []])
})

test('a list of issues takes the same number of queries for one and for many', async () => {
  const statementsFor = async (pageSize: string) => {
    const from = site.statements.length
    const { list } = (await site.ask(listIssues, { ...office.as, query: { pageSize } })).data
    return { shown: list.length, statements: site.statements.length - from }
  }
  for (let count = 0; count < 5; count += 1) await office.create('award', fromSheet())
  await statementsFor('1')
  const [one, many] = [await statementsFor('1'), await statementsFor('5')]
  expect([one.shown, many.shown, many.statements]).toEqual([1, 5, one.statements])
})

test('a draft of an activity can be deleted once no issue names it', async () => {
  const copying = { ...office.as, params: { id: activityId }, body: { editionId, code: 'COPY' } }
  const { id, version } = (await site.ask(copyActivity, copying)).data
  const issue = await office.create('award', { from: 'sheet', edition: editionId, activity: id })
  const remove = () => site.ask(deleteActivity, { ...office.as, params: { id }, query: { version: String(version) } })
  expect((await remove()).failure().error).toBe('activity.inUse')
  const deleting = { params: { id: issue.id }, query: { version: String(issue.version) } }
  expect((await site.ask(deleteIssue, { ...office.as, ...deleting })).status).toBe(200)
  expect((await remove()).status).toBe(200)
})

test('whoever deletes their account leaves the certificate behind, which tells their name only to those with its code', async () => {
  const own = await createWorkActivity(site, editionId)
  const captain = await createOwner(site, { realName: '卫青' })
  const { workId } = await storeAcceptedWork(site, own, { captain, title: '漠北', realName: '卫青' })
  const asking = { headers: english(captain), body: { work: workId, name: '卫靑', reason: 'Another form' } }
  const { id: correction } = (await site.ask(contract.requestCorrection, asking)).data
  const waiting = async () => (await site.ask(readOfficeCounts, office.as)).data.certificates
  expect(await waiting()).toBe(1)
  const refusing = { params: { id: correction }, body: { decision: 'refused' as const, answer: 'Not on the card' } }
  await site.ask(contract.decideCorrection, { ...office.as, ...refusing })
  expect(await waiting()).toBe(0)
  const issue = await office.create('participation', { from: 'works', activity: own })
  await office.start(issue.id)
  await office.ended(issue.id)
  const [held] = (await site.ask(contract.listOwnCertificates, { headers: english(captain) })).data.list
  const code = new URL(held!.address).searchParams.get('code')!
  const { sha256 } = (await site.ask(contract.readCertificate, { ...office.as, params: { id: held!.id } })).data
  expect(await office.verify(held!.number)).toMatchObject({ name: '卫*' })

  expect((await deleteAccountOf(site, captain)).status).toBe(200)
  expect(await office.verify(held!.number)).toMatchObject({ state: 'issued', name: '***', printed: null })
  expect(await office.verify(held!.number, code)).toMatchObject({ state: 'issued', name: '卫青', sha256 })
  const [kept] = await office.list({ issue: issue.id })
  expect([kept!.holder, kept!.name, kept!.isReady]).toEqual([null, '卫青', true])
  const { rows } = await site.pool.query('select from certificate_correction where work_id = $1', [workId])
  expect(rows).toEqual([])
  // One that takes its place tells as little.
  const replacing = { params: { id: held!.id }, body: { reason: 'A new seal', printed: {}, notify: false } }
  const next = (await site.ask(contract.replaceCertificate, { ...office.as, ...replacing })).data
  expect(await office.verify(next.number)).toMatchObject({ state: 'issued', name: '***' })
  // Nobody is told about it any more.
  expect((await site.ask(notifyHolders, { ...office.as, params: { id: issue.id } })).data).toEqual({ notified: 0 })
})

test('whoever deletes their account before certificates are issued gets none, and is named on none', async () => {
  const own = await createWorkActivity(site, editionId)
  const [leaving, staying] = [await createOwner(site, { realName: '霍去病' }), await createOwner(site)]
  for (const [captain, realName] of [
    [leaving, '霍去病'],
    [staying, '李广'],
  ] as const)
    await storeAcceptedWork(site, own, { captain, title: '河西', realName })
  expect((await deleteAccountOf(site, leaving)).status).toBe(200)
  const issue = await office.create('participation', { from: 'works', activity: own })
  expect((await office.plan(issue.id)).list.map(({ name }) => name)).toEqual(['李广'])
})
