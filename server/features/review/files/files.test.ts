import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EditionId, FileId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/review/review.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { createEdition } from '../../../testing/contest.ts'
import { pdfSample } from '../../../testing/document-samples.ts'
import { createPerson, createSession, english, type TestPerson } from '../../../testing/people.ts'
import { acceptWork } from '../../../testing/accepted-works.ts'
import { createExpert, moveStoredRound, openRound, storeAssignment, storeEntry } from '../../../testing/rounds.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'
import { storePages } from '../../../testing/stored-pages.ts'
import { createWorkActivity, testPart } from '../../../testing/works.ts'
import { runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { inspectFile } from '../../works/service.ts'
import { work } from '../../works/tables.ts'

let site: TestSite
let other: TestSite
let round: Awaited<ReturnType<typeof openRound>>
let expert: TestPerson
let editionId: EditionId

const open = async ({ blind }: { blind: boolean }) => {
  const parts = [testPart('plan', { maxMegabytes: 100, maxFiles: 3 })]
  const rules = { ...usualRules, blind, parts, declarations: [] }
  const activityId = await createWorkActivity(site, editionId, { rules })
  return openRound(site, { editionId, activityId, works: 0, experts: 2 })
}

beforeAll(async () => {
  // Two processes with the same files.
  const config = { dataDirectory: await mkdtemp(join(tmpdir(), 'lectern-desk-')) }
  site = await startSite({ config })
  other = await startSite({ config, databaseUrl: site.databaseUrl, clock: site.clock })
  editionId = await createEdition(site)
  round = await open({ blind: false })
  expert = round.experts[0]!.person
}, 60_000)
afterAll(async () => {
  await other.close()
  await site.close()
})

/** Too much for the buffers between the two ends. */
const large = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(40_000_000, 'x'), Buffer.from('\n%%EOF\n')])

const readDeskFile = async (code: string, person: TestPerson) => {
  const { data } = await site.ask(contract.readDeskWork, { headers: english(person), params: { code } })
  return data.parts[0]!.files[0]!
}

const deal = async (content: Buffer = Buffer.from('%PDF-1.4\nplan\n%%EOF\n'), given = round) => {
  const { workId } = await acceptWork(site, given.activityId, given.organiser, { content })
  const { id, code } = await storeEntry(site, given.roundId, workId)
  const [first] = given.experts
  const { id: assignmentId } = await storeAssignment(site, given.roundId, id, first!.reviewerId)
  return { code, assignmentId, workId, file: await readDeskFile(code, first!.person) }
}

const fetchFile = (
  address: string,
  person: TestPerson | undefined,
  headers: Record<string, string> = {},
  from = site,
) => fetch(from.url + address, { headers: { ...person?.headers, ...headers } })

test('a file has a neutral name, is sent in ranges, and is stored nowhere', async () => {
  const { file } = await deal()
  expect(file).toMatchObject({ number: 1, name: 'plan-1.pdf', type: 'application/pdf' })
  const part = await fetchFile(file.address, expert, { range: 'bytes=0-3' })
  expect([part.status, await part.text()]).toEqual([206, '%PDF'])
  expect(part.headers.get('cache-control')).toBe('no-store')
  const again = await fetchFile(file.address, expert, { range: 'bytes=0-3', 'if-range': part.headers.get('etag')! })
  expect(again.status).toBe(206)
})

const pages = Buffer.from('%PDF-1.4\npages\n%%EOF\n')

test('pages of slides are sent as their file is: they cannot run, are stored nowhere, and tell nothing of it', async () => {
  const { file, workId } = await deal()
  expect((await fetchFile(`${file.address}/pages`, expert)).status).toBe(409)
  const [id] = await storePages(site, pages, workId)
  const answer = await fetchFile(`${file.address}/pages`, expert)
  expect([answer.status, (await answer.text()).slice(0, 14)]).toEqual([200, '%PDF-1.4\npages'])
  const headersOf = ({ headers }: Response) =>
    ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options', 'content-disposition'].map(
      (name) => headers.get(name),
    )
  expect(headersOf(answer)).toEqual(headersOf(await fetchFile(file.address, expert)))
  expect(headersOf(answer)).toEqual(['application/pdf', 'no-store', "default-src 'none'; sandbox", 'nosniff', null])
  const tag = answer.headers.get('etag')!
  expect([tag.length, tag.includes(id!)]).toEqual([24, false])
  expect(tag).not.toBe((await fetchFile(file.address, expert)).headers.get('etag'))
})

test('a file is not sent while its copy is being made, the first time or anew, and is sent afterwards', async () => {
  const blind = await open({ blind: true })
  const { person } = blind.experts[0]!
  const { code, workId, file } = await deal(Buffer.from(await pdfSample(2)), blind)
  const seen = async () => {
    const answer = await fetchFile(file.address, person, { 'accept-language': 'en-US' })
    const content = await answer.text()
    const error = answer.ok ? null : (JSON.parse(content) as { data: { error: string } }).data.error
    return { isReady: (await readDeskFile(code, person)).isReady, status: answer.status, error }
  }
  const inspections = () =>
    site.db
      .select({ id: task.id, lane: task.lane })
      .from(task)
      .innerJoin(work, eq(work.id, workId))
      .where(and(eq(task.kind, 'inspect'), eq(task.state, 'waiting'), eq(task.lane, work.teamId)))
  const pending = { isReady: false, status: 409, error: 'file.notReady' }
  const ready = { isReady: true, status: 200, error: null }
  const makeCopy = async () => {
    expect([await seen(), await seen()]).toEqual([pending, pending])
    const [inspection, ...others] = await inspections()
    expect(others).toEqual([])
    await runTaskAtOnce(site.asProgram(), inspection!.id, (ctx, { input }) => inspectFile(ctx, input['file'] as FileId))
    expect(await seen()).toEqual(ready)
  }
  await makeCopy()
  await site.pool.query(`update work_file set blind = blind - 'version' where work_id = $1`, [workId])
  await makeCopy()
})

test.for(['', '/pages'])(
  'the address%s opens nothing for anybody else, and nothing after the assignment',
  async (end) => {
    const { file, code, assignmentId, workId } = await deal()
    await storePages(site, pages, workId)
    const address = file.address + end
    const statuses = async () => {
      const people = [
        undefined,
        round.organiser,
        await createPerson(site),
        round.experts[1]!.person,
        await createExpert(site),
      ]
      return Promise.all(people.map(async (person) => (await fetchFile(address, person)).status))
    }
    expect(await statuses()).toEqual([401, 403, 403, 404, 404])
    expect((await fetchFile(file.address.replace(/\d+$/, '2') + end, expert)).status).toBe(404)
    await site.pool.query(`update reviewer set pledge = null, pledged_at = null where account_id = $1`, [expert.id])
    expect((await fetchFile(address, expert)).status).toBe(403)
    await site.pool.query(`update reviewer set pledge = 1, pledged_at = now() where account_id = $1`, [expert.id])
    await moveStoredRound(site, round.roundId, 'settled')
    expect((await fetchFile(address, expert)).status).toBe(200)
    await site.pool.query('update edition set current = false')
    expect((await fetchFile(address, expert)).status).toBe(409)
    await site.pool.query('update edition set current = true where id = $1', [round.editionId])
    await moveStoredRound(site, round.roundId, 'open')
    expect((await fetchFile(address, expert)).status).toBe(200)
    const headers = english(expert)
    await site.ask(contract.declineWork, { headers, params: { code }, body: { kind: 'unable', reason: 'Too far off' } })
    expect((await fetchFile(address, expert)).status).toBe(404)
    const { rows } = await site.pool.query<{ token: string }>(`select token from assignment where id = $1`, [
      assignmentId,
    ])
    expect(file.address).not.toContain(rows[0]!.token)
  },
)

/** Reads a little, then waits until the stream breaks; returns how many bytes came in all. */
const readUntilBroken = async (answer: Response, end: () => Promise<unknown>): Promise<number> => {
  const reader = answer.body!.getReader()
  let bytes = (await reader.read()).value!.length
  await end()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length
      // As slow as a film that is being watched.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch {
    return bytes
  }
  return bytes
}

test('a file that is being sent ends with the assignment, in every process', async () => {
  const { file, assignmentId } = await deal(large)
  const answers = await Promise.all([fetchFile(file.address, expert), fetchFile(file.address, expert, {}, other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const end = () => site.pool.query(`update assignment set state = 'removed' where id = $1`, [assignmentId])
  const bytes = await Promise.all(answers.map((answer) => readUntilBroken(answer, end)))
  for (const read of bytes) expect(read).toBeLessThan(large.length)
})

test('a file that is being sent ends with the session', async () => {
  const { file } = await deal(large)
  const { headers, sessionId } = await createSession(site, expert.id)
  const answer = await fetchFile(file.address, { ...expert, headers })
  const end = () => site.pool.query(`delete from session where id = $1`, [sessionId])
  expect(await readUntilBroken(answer, end)).toBeLessThan(large.length)
})

test('experts see a picture of a work exactly while they may read it', async () => {
  const { code, assignmentId } = await deal(await pdfSample(1))
  const address = `/api/review/works/${code}/cover`
  const statusFor = async (person: TestPerson | undefined) => (await fetchFile(address, person)).status
  const cover = await fetchFile(address, expert)
  expect([cover.status, cover.headers.get('content-type'), cover.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'no-store',
  ])
  expect(await cover.text()).toContain('>空间与图形</text>')
  expect([await statusFor(undefined), await statusFor(round.experts[1]!.person)]).toEqual([401, 404])
  await site.pool.query(`update round set opens_at = $2 where id = $1`, [round.roundId, after(3_600_000)])
  expect(await statusFor(expert)).toBe(409)
  await site.pool.query(`update round set opens_at = null where id = $1`, [round.roundId])
  await site.pool.query(`update assignment set state = 'removed' where id = $1`, [assignmentId])
  expect(await statusFor(expert)).toBe(409)
})
