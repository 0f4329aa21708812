import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import { listSigningKeys } from '@lectern/contract/signing/signing-keys.ts'
import { readReceipt } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../../testing/works.ts'
import { compareFiles, readKeyPem, readReceiptPdf, verifyReceipt } from './verify-receipt.ts'
import { verifySubmissions } from '../submission/verify-submissions.ts'

let site: TestSite
let activityId: ActivityId
let organiser: TestPerson
let captain: TestPerson
let id: WorkId
let enrolmentNumber: string

const contents = { 'plan.pdf': '%PDF-1.4\nfirst\n%%EOF\n', '第二稿.pdf': '%PDF-1.4\nsecond\n%%EOF\n' }
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

beforeAll(async () => {
  site = await startSite()
  activityId = await createWorkActivity(site, await createEdition(site))
  organiser = await createPerson(site, { access: 'admin' })
  const made = await createApprovedTeam(site, activityId, organiser)
  captain = made.captain
  enrolmentNumber = made.number
  const worker = workerOf(site, captain)
  id = (await worker.start(made.enrolmentId)).id
  await worker.upload(id, 'plan', Buffer.from(contents['plan.pdf']))
  await worker.fill(id, { title: '空间与图形' })
  await worker.submit(id)
  await worker.upload(id, 'plan', Buffer.from(contents['第二稿.pdf']), { name: '第二稿.pdf' })
  await worker.fill(id, { title: '空间与图形(第二稿)' })
  await worker.submit(id)
})
afterAll(() => site.close())

const path = (number: number | string, file = ''): string => `/api/works/${id}/submissions/${number}${file}`

const receiptOf = async (number: number, headers = english(captain)) =>
  (await site.ask(readReceipt, { headers, params: { id, number: String(number) } })).data

const fetched = async (address: string, headers = english(captain)) => {
  const response = await fetch(`${site.url}${address}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a receipt', () => {
  test('is for the team and organisers, in every form; for others there is none', async () => {
    const stranger = await createKnownTeacher(site)
    for (const file of ['', '/receipt.pdf', '/manifest.json']) {
      const statuses = []
      for (const headers of [english(captain), english(organiser), english(stranger), {}])
        statuses.push((await site.get(path(2, file), headers)).status)
      expect([file, ...statuses]).toEqual([file, 200, 200, 404, 401])
    }
    expect((await site.get(path(3), english(captain))).failure().error).toBe('work.notFound')
    expect((await site.get(path('x'), english(captain))).status).toBe(422)
  })

  test('says what was submitted, and which submission stands', async () => {
    const [first, second] = [await receiptOf(1), await receiptOf(2)]
    expect([first.latest, first.title, first.previousHash]).toEqual([2, '空间与图形', null])
    expect(second).toMatchObject({
      workId: id,
      number: 2,
      latest: 2,
      enrolmentNumber,
      title: '空间与图形(第二稿)',
      timeZone: 'Asia/Shanghai',
      isLate: false,
      parts: [
        {
          label: 'Part plan',
          text: null,
          files: [
            { name: 'plan.pdf', size: contents['plan.pdf'].length, sha256: sumOf(contents['plan.pdf']) },
            { name: '第二稿.pdf', size: contents['第二稿.pdf'].length, sha256: sumOf(contents['第二稿.pdf']) },
          ],
        },
        { label: 'Part idea', text: '一个想法', files: [] },
      ],
      declarations: ['This work is original.'],
      previousHash: first.manifestHash,
    })
    expect(second.names.map(({ role }) => role)).toEqual(['captain'])
  })

  test('gives the exact bytes that were signed with the published key', async () => {
    const receipt = await receiptOf(2)
    const { response, bytes } = await fetched(path(2, '/manifest.json'))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(receipt.manifestHash)
    const { keys } = (await site.ask(listSigningKeys)).data
    const key = keys.find((one) => one.id === receipt.keyId)!
    expect(verify(null, bytes, createPublicKey(key.pem), Buffer.from(receipt.signature, 'base64'))).toBe(true)
  })

  test('as a PDF proves itself, and the files, without the site', async () => {
    const { response, bytes } = await fetched(path(2, '/receipt.pdf'))
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      expect.stringContaining(`receipt-${enrolmentNumber}-2.pdf`),
    ])
    const held = await readReceiptPdf(bytes)
    const manifest = verifyReceipt(held, readKeyPem(held.key!))
    const folder = await mkdtemp(join(tmpdir(), 'lectern-files-'))
    for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content)
    expect(await compareFiles(manifest, folder)).toBe(2)
    expect(held.printed).toContain('Submissionreceipt')
  })

  test('is in the letter of the submission', async () => {
    const { rows } = await site.pool.query<{ content: string }>(
      `select content::text as content from outbox where content::text like '%' || $1 || '%'`,
      [(await receiptOf(2)).manifestHash],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  test('stays readable after the next submission, and all of them verify', async () => {
    expect((await fetched(path(1, '/receipt.pdf'))).response.status).toBe(200)
    expect(await verifySubmissions(site.db)).toEqual({ count: 2 })
  })
})
