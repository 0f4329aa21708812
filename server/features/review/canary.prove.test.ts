import { buffer } from 'node:stream/consumers'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { pdfSample, slidesSample } from '../../testing/document-samples.ts'
import { insideOf, spellings } from '../../testing/hidden-texts.ts'
import { mediaSample } from '../../testing/media-samples.ts'
import { unpackZip } from '../../testing/read-zip.ts'
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
  const packet = document.ref({ Type: 'Metadata', Subtype: 'XML' })
  packet.end(Buffer.from('<x:xmpmeta><dc:creator>Wang Fang of 云泽</dc:creator></x:xmpmeta>'))
  // pdfkit writes XMP only into archival files; its root takes any entry.
  const root = Reflect.get(document, '_root') as { data: Record<string, unknown> }
  root.data['Metadata'] = packet
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
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
  site.clock.set(teamTime)
  const organiser = await createPerson(site, { access: 'admin' })
  const { editionId, activityId, workId, number } = await handIn(organiser)
  // The key that signs receipts is made with the first one, and its age is public: on a real site other teams came before.
  await site.pool.query(`update signing_key set created_at = created_at - interval '30 days'`)
  canaries = [...Object.values(planted), ...inSamples, number]
  site.clock.set(fixedNow)
  round = await storeRound(site, {
    editionId,
    activityIds: [activityId],
    rules: { mode: 'panel', practice: true, ties: [{ kind: 'chair' }] },
  })
  await site.pool.query(`update round set allows_download = true where id = $1`, [round.id])
  const panelId = await storePanel(site, round.id)
  entry = await storeEntry(site, round.id, workId, panelId)
  // Unlike the planted ones: experts read about themselves.
  const institution = '江州大学'
  const blank = { state: 'invited', pledge: null, pledgedAt: null, practisedAt: null } as const
  expert = await createExpert(site, { school: institution })
  chair = await createExpert(site, { school: institution })
  successor = await createExpert(site, { school: institution })
  reviewers = {
    expert: await storeReviewer(site, round.id, expert.id, { panelId, institution, ...blank }),
    chair: await storeReviewer(site, round.id, chair.id, { panelId, institution, isChair: true }),
    successor: await storeReviewer(site, round.id, successor.id, { panelId, institution }),
  }
  for (const reviewer of [reviewers.expert, reviewers.chair]) await storeAssignment(site, round.id, entry.id, reviewer)
  await moveStoredRound(site, round.id, 'open')
}, 120_000)
afterAll(() => site.close())

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

/** Each request comes from an address of its own: limits are not what is tested. */
let sent = 0
const someAddress = (): string => {
  sent += 1
  return `10.7.${(sent >> 8) & 255}.${sent & 255}`
}

const take = async (person: TestPerson, what: string, path: string, init: RequestInit = {}): Promise<Got> => {
  const answer = await fetch(site.url + path, {
    ...init,
    headers: {
      ...english(person),
      'x-forwarded-for': someAddress(),
      ...Object.fromEntries(new Headers(init.headers)),
    },
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
    `${at}/calendar.ics`,
    `${at}/works.zip`,
    `/api/review/works/${entry.code}`,
    '/api/notices?pageSize=50',
    '/api/welcome',
    '/api/account/data',
    '/api/account/teams',
    '/api/account/works',
    '/api/account/enrolments',
    '/Review',
    `/Review/${entry.code}`,
    `/Review/Print?round=${round.code}`,
    `/Review/Pledge?round=${round.code}`,
    `/Review/Practice?round=${round.code}`,
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

/** An expert who has learnt ids elsewhere asks every endpoint for them. */
const tryIds = async (person: TestPerson, state: string): Promise<void> => {
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as { paths: Record<string, object> }
  const { rows } = await site.pool.query<{ id: string }>(
    `select id from work union all select id from team union all select id from enrolment union all select id from entry
     union all select id from round union all select owner_id from file union all (select id from file limit 3)`,
  )
  const known = [...new Set(rows.map(({ id }) => id)), entry.code, round.code]
  for (const [template, methods] of Object.entries(paths)) {
    if (!('get' in methods) || template === '/api/notices/live') continue
    for (const id of template.includes('{') ? known : [''])
      await take(
        person,
        state,
        template
          .replaceAll('{number}', '1')
          .replaceAll('{part}', 'plan')
          .replaceAll(/\{\w+\}/g, id),
      )
  }
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
  await tryIds(expert, 'with ids')
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
  await tryIds(expert, 'removed with ids')
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
    `select to_jsonb(outbox) as row from outbox where account_id = any ($1) or recipient in (select email from account where id = any ($1))`,
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

  const archive = got.find(({ what }) => what.includes('works.zip {} 200'))!
  expect(Object.keys(unpackZip(archive.content)).toSorted()).toEqual([
    `${entry.code}/${entry.code}.html`,
    `${entry.code}/photo-1.jpg`,
    `${entry.code}/plan-1.pdf`,
    `${entry.code}/plan-2.pdf`,
    'index.html',
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
  const inside = await insideOf('application/pdf', samples[4])
  expect([samples[4], ...inside].some((bytes) => bytes.includes('<x:xmpmeta>'))).toBe(true)
  const { rows } = await site.pool.query<{ manifest: string }>(`select manifest from submission`)
  for (const text of [planted.team, planted.fileName, planted.realName]) expect(rows[0]!.manifest).toContain(text)
})
