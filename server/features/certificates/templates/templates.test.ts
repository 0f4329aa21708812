import type { CertificateDesign, TextElement } from '@lectern/contract/certificates/certificate-designs.ts'
import * as contract from '@lectern/contract/certificates/certificate-office.ts'
import type { ActivityId, EditionId, FileId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerOf } from '../../../testing/certificates.ts'
import { createEdition } from '../../../testing/contest.ts'
import { photoSample } from '../../../testing/document-samples.ts'
import { addFile } from '../../../testing/files.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { eventually, startSite, type TestSite } from '../../../testing/site.ts'
import { uploaderOf } from '../../../testing/uploads.ts'
import { createWorkActivity } from '../../../testing/works.ts'

let site: TestSite
let organiser: TestPerson
let office: Awaited<ReturnType<typeof issuerOf>>
let edition: EditionId
let activity: ActivityId
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  organiser = await createPerson(site, { access: 'admin' })
  office = await issuerOf(site, organiser)
  edition = await createEdition(site)
  activity = await createWorkActivity(site, edition)
})
afterAll(() => site.close())

const copy = async () => {
  const body = { copyOf: office.templateOf('award').id, name: { 'en-US': 'A copy' } }
  return (await site.ask(contract.createTemplate, { ...office.as, body })).data
}

type Template = Awaited<ReturnType<typeof copy>>

const save = ({ id, version, source: { name } }: Template, design: CertificateDesign) =>
  site.ask(contract.saveTemplate, { ...office.as, params: { id }, body: { version, name, design } })

const read = async ({ id }: Pick<Template, 'id'>) =>
  (await site.ask(contract.readTemplate, { ...office.as, params: { id } })).data

const textOf = ({ source: { design } }: Template): TextElement =>
  design.elements.find((element): element is TextElement => element.kind === 'text')!

const withElement = ({ source: { design } }: Template, element: CertificateDesign['elements'][number]) => ({
  ...design,
  elements: [...design.elements, element],
})

const check = async (design: CertificateDesign) => {
  const body = { kind: 'award' as const, design, locale: 'zh-CN' as const }
  return (await site.ask(contract.checkTemplate, { ...office.as, body })).data.problems
}

test('a design that names an unknown field, a picture that is not there, or an id twice is refused', async () => {
  const template = await copy()
  const text = textOf(template)
  const picture = { x: 10, y: 10, width: 20, height: 20, kind: 'picture' as const, alt: {} }
  const notArtwork = await addFile(site.db, { purpose: 'picture' })
  const refused = [
    { ...text, id: 'new', text: { 'en-US': 'For {everybody}' } },
    { ...picture, id: 'new', file: '01890000-0000-7000-8000-000000000000' as FileId },
    { ...picture, id: 'new', file: notArtwork },
    { id: 'new', x: 10, y: 10, width: 42, height: 42, kind: 'stamp' as const, file: notArtwork },
    text,
  ]
  const statuses = await Promise.all(
    refused.map(async (element) => (await save(template, withElement(template, element))).status),
  )
  expect(statuses).toEqual([422, 404, 404, 404, 422])
  expect((await save(template, withElement(template, { ...text, id: 'new' }))).status).toBe(200)
  expect((await save(template, template.source.design)).status).toBe(409)
})

test('a picture that is cut off or has too many pixels is refused before anything is issued with it', async () => {
  const template = await copy()
  const uploader = uploaderOf(site, organiser)
  const whole = await photoSample('png')
  const huge = await sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const statuses = []
  for (const content of [whole, whole.subarray(0, whole.length / 2), huge]) {
    const { id } = await uploader.whole({ purpose: 'artwork', name: 'background.png' }, content)
    statuses.push((await save(await read(template), { ...template.source.design, background: id })).status)
  }
  expect(statuses).toEqual([200, 422, 422])
  expect((await read(template)).source.design.background).not.toBeNull()
})

test('what has to be read and lies beyond the edge of the page is named before anything is issued', async () => {
  const template = await copy()
  expect(await check(template.source.design)).toEqual([])
  const page = { ...template.source.design.page, orientation: 'portrait' as const }
  const problems = await check({ ...template.source.design, page })
  const isRead = (id: string): boolean => {
    const { kind } = template.source.design.elements.find((element) => element.id === id)!
    return kind === 'text' || kind === 'number' || kind === 'qr'
  }
  expect(new Set(problems.map(({ message }) => message))).toEqual(
    new Set(['Part of the template lies beyond the edge of the page']),
  )
  expect(problems.map(({ element }) => element).filter(isRead)).toEqual(problems.map(({ element }) => element))
  expect(problems.length).toBeGreaterThan(0)
})

/** An issue with this template for one person. */
const issueWith = async (template: Template, name: string) => {
  const series = await office.newSeries()
  const source = { from: 'sheet' as const, edition, activity }
  const rest = { locale: 'zh-CN' as const, date: '2026-12-08', notify: false, revokedToo: false }
  const body = { template: template.id, series, source, ...rest }
  const issue = (await site.ask(contract.createIssue, { ...office.as, body })).data
  await office.upload(issue.id, ['姓名,奖项,作品名称', `${name},一等奖,梦`])
  return issue
}

test('a version that has certificates stays as it is, and saving makes the next one', async () => {
  const template = await copy()
  const issue = await issueWith(template, '沈括')
  const saved = (await save(template, template.source.design)).data
  expect([saved.number, saved.isUsed]).toEqual([1, false])
  await office.start(issue.id)
  await office.ended(issue.id)
  const used = await read(template)
  expect([used.number, used.isUsed, used.certificates]).toEqual([1, true, 1])
  const next = (await save(used, { ...used.source.design, background: null })).data
  expect([next.number, next.isUsed, next.certificates]).toEqual([2, false, 1])
  const deleting = { ...office.as, params: { id: template.id }, query: { version: String(next.version) } }
  expect((await site.ask(contract.deleteTemplate, deleting)).status).toBe(409)
})

test('a template that is saved while certificates are numbered gets a new version', async () => {
  const template = await copy()
  const issue = await issueWith(template, '毕昇')
  const holding = await site.pool.connect()
  await holding.query('begin')
  await holding.query('select from certificate_series where id = $1 for update', [issue.series.id])
  const untilWaiting = (count: number) =>
    eventually(async () => {
      const { rows } = await site.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(count)
    })
  await office.start(issue.id)
  await untilWaiting(1)
  const { design } = template.source
  const saving = save(template, { ...design, frame: { ...design.frame, style: 'none' } })
  await untilWaiting(2)
  await holding.query('commit')
  holding.release()
  expect((await saving).data).toMatchObject({ number: 2, isUsed: false })
  expect(await office.ended(issue.id)).toMatchObject({ certificates: 1, ready: 1 })
})

test('a copy that nobody uses can be deleted, and one that came with the program cannot', async () => {
  const remove = async ({ id, version }: Pick<Template, 'id' | 'version'>) =>
    (await site.ask(contract.deleteTemplate, { ...office.as, params: { id }, query: { version: String(version) } }))
      .status
  const template = await copy()
  expect([await remove(template), await remove(template), await remove(office.templateOf('award'))]).toEqual([
    200, 404, 409,
  ])
})

test('a preview is a PDF that is stored nowhere', async () => {
  const { source } = await copy()
  const answer = await fetch(`${site.url}${contract.previewTemplate.path}`, {
    method: 'POST',
    headers: { ...organiser.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'award', design: source.design, locale: 'zh-CN', sample: 'longest' }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.headers.get('cache-control'), bytes.subarray(0, 5).toString()]).toEqual([
    200,
    'no-store',
    '%PDF-',
  ])
})
