import { readFileState } from '@lectern/contract/files/files.ts'
import { readWorkDossier } from '@lectern/contract/works/work-office.ts'
import * as desk from '@lectern/contract/review/review.ts'
import { openPublicFile } from '@lectern/contract/results/public-results.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blindCopyVersion } from './features/works/blind/copy-version.ts'
import { acceptWork } from './testing/accepted-works.ts'
import { activityWithResults } from './testing/announced-results.ts'
import { startBucket, type TestBucket } from './testing/bucket/bucket.ts'
import { createEdition, daysFromNoon } from './testing/contest.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { openRound, storeAssignment, storeEntry } from './testing/rounds.ts'
import { eventually, startSite, type TestSite } from './testing/site.ts'
import { createWorkActivity, testPart } from './testing/works.ts'
import { uploaderOf } from './testing/uploads.ts'

const publicUrl = new URL('http://contest.example.org')

let bucket: TestBucket
let site: TestSite
let organiser: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  bucket = await startBucket()
  bucket.allow(publicUrl.origin)
  site = await startSite({ config: { s3: bucket.config, publicUrl }, withJobs: true, withTasks: true })
  organiser = await createPerson(site, { access: 'admin' })
  stranger = await createPerson(site)
})
afterAll(async () => {
  await site.drain.begin()
  await site.close()
  await bucket.close()
})

const large = 9 * 1024 ** 2
const film = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(large, 'film'),
])
const plan = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(large, 'x'), Buffer.from('\n%%EOF\n')])

const store = async (purpose: 'video' | 'attachment' | 'answer', name: string, content: Buffer, who = organiser) => {
  const { id } = await uploaderOf(site, who).whole({ purpose, name }, content)
  await eventually(async () => {
    const { data } = await site.ask(readFileState, { headers: english(who), params: { id } })
    expect(data.state).toBe('stored')
  })
  return `/api/files/${id}`
}

/** Without following a link. */
const ask = async (path: string, who?: TestPerson, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(site.url + path, { method, redirect: 'manual', headers: { ...who?.headers, ...headers } })
  await answer.body?.cancel()
  return { status: answer.status, headers: answer.headers, link: answer.headers.get('location') }
}

/** How the bucket answers to a link. */
const described = async (link: string | null) => {
  const answer = await fetch(link!, { headers: { range: 'bytes=0-3' } })
  return [answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]
}

const saved = (name: string) => `attachment; filename="${name}"; filename*=UTF-8''${name}`
const shown = (name: string) => `inline; filename="${name}"; filename*=UTF-8''${name}`

describe('a large file in a bucket', () => {
  test('is read from there, whole and by range, and a player is not told to save it', async () => {
    const path = await store('video', 'film.mp4', film)
    const { status, headers, link } = await ask(path, undefined, { 'sec-fetch-dest': 'video' })
    expect([status, headers.get('cache-control'), new URL(link!).origin]).toEqual([
      302,
      'no-store',
      bucket.config.endpoint.origin,
    ])
    expect(Buffer.from(await (await fetch(link!)).arrayBuffer()).equals(film)).toBe(true)
    const part = await fetch(site.url + path, { headers: { range: 'bytes=100-103' } })
    expect([part.status, await part.text()]).toEqual([206, film.subarray(100, 104).toString()])
    expect(await described(link)).toEqual([206, 'video/mp4', shown('film.mp4')])
    expect(await described((await ask(path, undefined, { 'sec-fetch-dest': 'empty' })).link)).toEqual([
      206,
      'video/mp4',
      saved('film.mp4'),
    ])
  })

  test('has its headers here, and is not sent again to whoever has it', async () => {
    const path = await store('video', 'again.mp4', film)
    const head = await ask(path, undefined, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(film.length)])
    const known = await ask(path, undefined, { 'if-none-match': head.headers.get('etag')! })
    expect([known.status, known.link]).toEqual([304, null])
  })

  test('has a link only for those who may read it', async () => {
    const path = await store('answer', 'plan.pdf', plan, stranger)
    for (const who of [stranger, organiser])
      expect(await described((await ask(path, who)).link)).toEqual([206, 'application/pdf', saved('plan.pdf')])
    for (const who of [await createPerson(site), undefined]) {
      const { status, link } = await ask(path, who)
      expect([status, link]).toEqual([404, null])
    }
    const lines = site.logText()
    expect(lines.includes('X-Amz-Signature')).toBe(false)
  })

  test('is sent from here if it is small', async () => {
    const { status, link } = await ask(await store('attachment', 'small.pdf', plan.subarray(0, 1_000)))
    expect([status, link]).toEqual([200, null])
  })
})

test('an expert never gets a link: what they read ends with their assignment, and names nobody', async () => {
  const editionId = await createEdition(site)
  const parts = [testPart('plan', { maxMegabytes: 100, maxFiles: 3 })]
  const rules = { ...usualRules, blind: false, parts, declarations: [] }
  const activityId = await createWorkActivity(site, editionId, { rules })
  const round = await openRound(site, { editionId, activityId, works: 0, experts: 1 })
  const { workId } = await acceptWork(site, activityId, round.organiser, { content: plan })
  const { id, code } = await storeEntry(site, round.roundId, workId)
  const [expert] = round.experts
  await storeAssignment(site, round.roundId, id, expert!.reviewerId)
  const { data } = await site.ask(desk.readDeskWork, { headers: english(expert!.person), params: { code } })
  const read = await ask(data.parts[0]!.files[0]!.address, expert!.person)
  expect([read.status, read.link, read.headers.get('content-length')]).toEqual([200, null, String(plan.length)])
  const dossier = await site.ask(readWorkDossier, { headers: english(round.organiser), params: { id: workId } })
  const { id: file } = dossier.data.files[0]!
  expect((await ask(`/api/files/${file}`, round.organiser)).status).toBe(302)
  expect((await ask(`/api/works/${workId}/files/${file}/blind`, round.organiser)).status).toBe(200)
})

test('a film of an awarded work is linked as it is stored, but not while names in it are overwritten on the way', async () => {
  const contest = await activityWithResults(site, await createEdition(site, { year: 2_031, current: false }), {
    works: 4,
  })
  await contest.compute()
  await contest.publicise()
  site.clock.set(daysFromNoon(8))
  await contest.announce()
  const { workId } = contest.works[0]!
  const path = openPublicFile.path.replace(':id', workId).replace(':number', '1')
  const isOfWork = `id in (select id from work_file where work_id = $1 and part = 'film')`
  await site.pool.query(`update file set size = $2 where ${isOfWork}`, [workId, large])
  expect(await described((await ask(path, undefined, { 'sec-fetch-dest': 'video' })).link)).toEqual([
    206,
    'video/mp4',
    shown('film-1.mp4'),
  ])
  const overlaid = { kind: 'overlay', ranges: [], size: large, type: 'video/mp4', version: blindCopyVersion }
  await site.pool.query(`update work_file set blind = $2 where ${isOfWork}`, [workId, overlaid])
  const { status, link } = await ask(path, undefined, { 'sec-fetch-dest': 'video' })
  expect([status, link]).toEqual([200, null])
})

test('pages may load from the bucket and send to it, and from nowhere else', async () => {
  const { origin } = bucket.config.endpoint
  for (const [path, who] of [
    ['/', undefined],
    ['/Admin', organiser],
  ] as const) {
    const policy = (await ask(path, who)).headers.get('content-security-policy')!.split('; ')
    expect(policy.filter((line) => line.includes(origin))).toEqual([
      `media-src 'self' ${origin}`,
      `connect-src 'self' ${origin}`,
    ])
  }
})
