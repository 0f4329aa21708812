import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { Uint8ArrayWriter } from '@zip.js/zip.js'
import { decideWorks } from '@lectern/contract/work-office.ts'
import { usualRules } from '@lectern/contract/work-values.ts'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openZip } from '../../platform/media/zip-source.ts'
import { createEdition } from '../../testing/contest.ts'
import { pdfSample, slidesSample } from '../../testing/document-samples.ts'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import {
  createExpert,
  moveStoredRound,
  storeAssignment,
  storeEntry,
  storePanel,
  storeReviewer,
  storeRound,
} from '../../testing/rounds.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, testPart, workerOf } from '../../testing/works.ts'
import { inspectFile } from '../works/service.ts'

// Unique strings are planted wherever a team leaves traces; then everything is fetched that an expert can get, in every state.

const planted = {
  realName: '卡娜莉真名',
  nickname: 'CanaryNick7391',
  email: 'canary7391@nest.example',
  phone: '+8613973917391',
  school: '金丝雀实验中学七三九一',
  department: 'CanaryDept7391',
  team: '金丝雀队七三九一',
  slogan: 'CanarySlogan7391',
  fileName: 'CanaryFile7391',
}

/** What the samples tell about who made them: Info, XMP, annotations, attachments, authors, comments, boxes of films, places. */
const inSamples = ['王芳', '云泽', '粉笔', 'Wang Fang', 'Chalk', 'wf@yunze.example', 'Lavf']

/** Long before the review, and unlike any other time. */
const teamTime = after(-26 * 3_600_000 + 137_421)

let site: TestSite
let expert: TestPerson
let chair: TestPerson
let successor: TestPerson
let round: Awaited<ReturnType<typeof storeRound>>
let entry: Awaited<ReturnType<typeof storeEntry>>
let reviewers: Record<'expert' | 'chair' | 'successor', Awaited<ReturnType<typeof storeReviewer>>>
let canaries: string[]
let addresses: string[]

/** A file in the file, XMP, and properties. */
const attachingPdf = (): Promise<Buffer> => {
  const document = new PdfKit({ pdfVersion: '1.7', info: { Title: 'Chalk', Author: 'Wang Fang', Keywords: '云泽' } })
  document.text('Lesson')
  document.file(Buffer.from('made by Wang Fang'), { name: `${planted.fileName}.txt`, description: 'of 王芳' })
  document.end()
  return buffer(document)
}

/** Tells who took it, and where. */
const placedPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#357' } })
    .withExif({
      IFD0: { Artist: 'Wang Fang', Copyright: '云泽大学' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 23/1 45/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 7/1 9/1' },
    })
    .jpeg()
    .toBuffer()

const parts = [
  testPart('film', { kind: 'video' }),
  testPart('plan', { kind: 'document' }),
  testPart('slides', { kind: 'slides' }),
  testPart('photo', { kind: 'image' }),
  testPart('secret', { kind: 'document', forExperts: false }),
  testPart('idea', { kind: 'text', limits: { maxCharacters: 20 } }),
  testPart('site', { kind: 'link' }),
]

const handIn = async (organiser: TestPerson) => {
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId, { rules: { ...usualRules, parts, declarations: [] } })
  const { captain, team, enrolmentId, number } = await createApprovedTeam(site, activityId, organiser)
  await site.pool.query(
    `update account set real_name = $2, nickname = $3, email = $4, phone = $5, school = $6, department = $7 where id = $1`,
    [captain.id, planted.realName, planted.nickname, planted.email, planted.phone, planted.school, planted.department],
  )
  await site.pool.query(`update team set name = $2, slogan = $3 where id = $1`, [team.id, planted.team, planted.slogan])
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  const files: [string, string, Buffer][] = [
    ['film', 'mp4', await mediaSample('lesson.mp4')],
    ['plan', 'pdf', await pdfSample(3)],
    ['plan', 'pdf', await attachingPdf()],
    ['slides', 'pptx', await slidesSample()],
    ['photo', 'jpg', await placedPhoto()],
    ['secret', 'pdf', await pdfSample(2)],
  ]
  for (const [part, ending, content] of files)
    await worker.upload(id, part, content, { name: `${planted.fileName}-${part}.${ending}` })
  for (const file of (await worker.read(id)).files) await inspectFile(site.asProgram(), file.id)
  await worker.fill(id, { values: { idea: '一个想法', site: 'https://example.org/lesson' } })
  const sent = (await worker.submit(id)).data
  const works = [{ id, version: sent.version }]
  await site.ask(decideWorks, { headers: english(organiser), body: { works, decision: 'accepted' } })
  return { editionId, activityId, workId: id, number }
}

beforeAll(async () => {
  site = await startSite()
  site.clock.set(teamTime)
  const organiser = await createPerson(site, { access: 'admin' })
  const { editionId, activityId, workId, number } = await handIn(organiser)
  canaries = [...Object.values(planted), ...inSamples, number]
  site.clock.set(fixedNow)
  round = await storeRound(site, {
    editionId,
    activityIds: [activityId],
    rules: { mode: 'panel', practice: true, ties: [{ kind: 'chair' }] },
  })
  const panelId = await storePanel(site, round.id)
  entry = await storeEntry(site, round.id, workId, panelId)
  const blank = { state: 'invited', pledge: null, pledgedAt: null, practisedAt: null } as const
  expert = await createExpert(site)
  chair = await createExpert(site)
  successor = await createExpert(site)
  reviewers = {
    expert: await storeReviewer(site, round.id, expert.id, { panelId, ...blank }),
    chair: await storeReviewer(site, round.id, chair.id, { panelId, isChair: true }),
    successor: await storeReviewer(site, round.id, successor.id, { panelId }),
  }
  for (const reviewer of [reviewers.expert, reviewers.chair]) await storeAssignment(site, round.id, entry.id, reviewer)
  await moveStoredRound(site, round.id, 'open')
}, 120_000)
afterAll(() => site.close())

const isWholeZip = (content: Buffer): boolean =>
  content.subarray(0, 2).toString() === 'PK' && content.subarray(-22, -20).toString() === 'PK'

/** Compressed parts of a file are searched too. */
const insideOf = async (type: string, content: Buffer): Promise<Buffer[]> => {
  if (isWholeZip(content)) {
    const files = await openZip(countedSource(content))
    const contents = await Promise.all(files.map((each) => each.getData(new Uint8ArrayWriter())))
    return [...contents.map((each) => Buffer.from(each)), Buffer.from(files.map(({ filename }) => filename).join('\n'))]
  }
  if (type !== 'application/pdf') return []
  const streams: Buffer[] = []
  for (let at = content.indexOf('stream'); at >= 0; at = content.indexOf('stream', at + 6)) {
    const start = content[at + 6] === 13 ? at + 8 : at + 7
    try {
      streams.push(inflateSync(content.subarray(start), { finishFlush: 2 }))
    } catch {
      // The word stands elsewhere, or the stream is not compressed.
    }
  }
  return streams
}

const spellings = (text: string): Buffer[] => {
  const wide = Buffer.from(text, 'utf16le')
  return [Buffer.from(text), wide, Buffer.from(wide).swap16(), Buffer.from(JSON.stringify(text).slice(1, -1))]
}

const times = (): string[] => [
  teamTime.toISOString().slice(0, 16),
  String(teamTime.getTime()).slice(0, 9),
  teamTime.toUTCString().slice(5, 22),
]

/** Every id in the database, except of the person's own session. */
const storedIds = async (): Promise<string[]> => {
  const { rows: columns } = await site.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid'`,
  )
  const found = await Promise.all(
    columns.map(({ table, column }) =>
      site.pool.query<{ id: string }>(
        `select distinct ${column}::text as id from ${table} where ${column} is not null`,
      ),
    ),
  )
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
}

interface Got {
  what: string
  head: string
  type: string
  content: Buffer
}

const got: Got[] = []

const take = async (person: TestPerson, what: string, path: string, init: RequestInit = {}): Promise<Got> => {
  const answer = await fetch(site.url + path, {
    ...init,
    headers: { ...english(person), ...Object.fromEntries(new Headers(init.headers)) },
  })
  const taken = {
    what: `${what}: ${init.method ?? 'GET'} ${path} ${JSON.stringify(init.headers ?? {})} ${answer.status}`,
    head: JSON.stringify([...answer.headers]),
    type: answer.headers.get('content-type') ?? '',
    content: Buffer.from(await answer.arrayBuffer()),
  }
  got.push(taken)
  return taken
}

const send = (person: TestPerson, what: string, method: string, path: string, body: unknown = {}): Promise<Got> =>
  take(person, what, path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Everything that can be read at the desk, and every file in whole and in pieces. */
const crawl = async (person: TestPerson, state: string): Promise<void> => {
  const at = `/api/review/rounds/${round.code}`
  const paths = [
    '/api/review',
    at,
    `${at}/pledge`,
    `${at}/practice`,
    `${at}/panel`,
    `/api/review/works/${entry.code}`,
    '/api/notices?pageSize=50',
    '/api/welcome',
    '/Review',
    `/Review/${entry.code}`,
  ]
  for (const path of paths) {
    const { content } = await take(person, state, path)
    for (const [address] of content.toString().matchAll(/\/api\/review\/files\/[\w/-]+/g))
      if (!addresses.includes(address)) addresses.push(address)
  }
  for (const address of addresses) {
    await take(person, state, address)
    await take(person, state, address, { method: 'HEAD' })
    for (const range of ['bytes=0-0', 'bytes=0-1023', 'bytes=1800-', 'bytes=-700', 'bytes=99999999-'])
      await take(person, state, address, { headers: { range } })
  }
  // Refusals too.
  const work = `/api/review/works/${entry.code}`
  const sheet = { scores: {}, comment: '', remark: '', notes: [], places: {}, seconds: 0 }
  await send(person, state, 'PUT', `${work}/sheet`, { ...sheet, version: 999 })
  await send(person, state, 'PUT', `${work}/sheet`, { ...sheet, version: 999, scores: { nothing: 1, design: 7 } })
  await send(person, state, 'POST', `${work}/submission`, { version: 999 })
  await send(person, state, 'POST', `${at}/panel/ties`, { codes: [entry.code, 'ABCDEF'], reason: 'r' })
}

const write = async (person: TestPerson, state: string): Promise<void> => {
  const work = `/api/review/works/${entry.code}`
  const sheet = {
    comment: 'Good',
    remark: '',
    notes: [],
    places: {},
    seconds: 1,
    scores: { design: 5000, effect: 3000 },
  }
  await send(person, state, 'PUT', `${work}/sheet`, { ...sheet, version: 0 })
  await send(person, state, 'POST', `${work}/submission`, { version: 1 })
  await send(person, state, 'POST', `${work}/flags`, { kind: 'other', text: 'Sound is low' })
}

test('nothing that an expert can get tells whose work it is', async () => {
  addresses = []
  const at = `/api/review/rounds/${round.code}`
  await crawl(expert, 'invited')
  await send(expert, 'accepting', 'POST', `${at}/answer`, { accept: true })
  await crawl(expert, 'accepted')
  await send(expert, 'signing', 'POST', `${at}/pledge`, { version: 1 })
  await crawl(expert, 'signed')
  await send(expert, 'practising', 'POST', `${at}/practice`)
  await crawl(expert, 'open')
  await write(expert, 'writing')
  await write(chair, 'chair')
  await crawl(chair, 'chair')
  await send(chair, 'chair', 'POST', `${at}/panel/signature`)
  await moveStoredRound(site, round.id, 'paused')
  await crawl(expert, 'paused')
  await moveStoredRound(site, round.id, 'closed')
  await crawl(expert, 'closed')
  await crawl(chair, 'closed chair')
  await moveStoredRound(site, round.id, 'open')
  await site.pool.query(`update assignment set state = 'removed', token = 'ended-' || token where reviewer_id = $1`, [
    reviewers.expert,
  ])
  await storeAssignment(site, round.id, entry.id, reviewers.successor)
  await crawl(expert, 'removed')
  await crawl(successor, 'successor')
  await send(successor, 'declining', 'POST', `/api/review/works/${entry.code}/decline`, {
    kind: 'conflict',
    reason: 'I know this lesson',
  })
  await crawl(successor, 'declined')
  await moveStoredRound(site, round.id, 'settled')
  await crawl(chair, 'settled')

  const people = [expert, chair, successor]
  const letters = await site.pool.query(
    `select to_jsonb(outbox) as row from outbox where recipient in (select email from account where id = any ($1))`,
    [people.map(({ id }) => id)],
  )
  got.push({ what: 'letters', head: '', type: 'json', content: Buffer.from(JSON.stringify(letters.rows)) })

  // The desk was really open: each file was served, in whole and in ranges.
  const served = got.filter(({ what }) => /open: GET \/api\/review\/files\/(?!practice)\S+ \{\} 200/.test(what))
  expect(served.map(({ type }) => type).toSorted()).toEqual([
    'application/pdf',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/jpeg',
    'video/mp4',
  ])

  const photo = served.find(({ type }) => type === 'image/jpeg')!
  expect((await sharp(photo.content).metadata()).exif).toBeUndefined()

  const words = [...canaries, ...times()].map((text) => ({ text, forms: spellings(text) }))
  const hits: string[] = []
  for (const { what, head, type, content } of got)
    for (const bytes of [Buffer.from(head), content, ...(await insideOf(type, content))])
      for (const { text, forms } of words)
        if (forms.some((form) => bytes.includes(form))) hits.push(`${text} in ${what}`)
  expect(hits).toEqual([])

  const ids = new Set(await storedIds())
  const own = new Set<string>(people.flatMap(({ id, sessionId }) => [id, sessionId]))
  const told = got
    .filter(({ what }) => what.includes('/api/review'))
    .flatMap(({ what, head, content }) =>
      [...`${head} ${content.toString('latin1')}`.matchAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g)]
        .filter(([id]) => ids.has(id) && !own.has(id))
        .map(([id]) => `${id} in ${what}`),
    )
  expect(told).toEqual([])
}, 300_000)

test('the strings were planted where an expert could have met them', async () => {
  const samples = await Promise.all([
    mediaSample('lesson.mp4'),
    pdfSample(3),
    slidesSample(),
    placedPhoto(),
    attachingPdf(),
  ])
  const types = ['video/mp4', 'application/pdf', '', 'image/jpeg', 'application/pdf']
  for (const [at, sample] of samples.entries()) {
    const all = [sample, ...(await insideOf(types[at]!, sample))]
    const found = inSamples.filter((text) => spellings(text).some((form) => all.some((bytes) => bytes.includes(form))))
    expect(found).not.toEqual([])
  }
  const { rows } = await site.pool.query<{ manifest: string }>(`select manifest from submission`)
  for (const text of [planted.team, planted.fileName, planted.realName]) expect(rows[0]!.manifest).toContain(text)
})
