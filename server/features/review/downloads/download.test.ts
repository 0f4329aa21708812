import type { WorkId } from '@lectern/contract/ids.ts'
import { declineWork, readDeskRound } from '@lectern/contract/review/review.ts'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { slidesSample } from '../../../testing/document-samples.ts'
import { insideOf, spellings } from '../../../testing/hidden-texts.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { createPerson, createSession, english, type TestPerson } from '../../../testing/people.ts'
import { unpackZip } from '../../../testing/read-zip.ts'
import { createExpert, moveStoredRound, openRound, storeAssignment, storeEntry } from '../../../testing/rounds.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, testPart, workerOf } from '../../../testing/works.ts'
import { inspectFile } from '../../works/service.ts'

const planted = ['CanaryNick5173', '金丝雀队五一七三', 'CanaryFile5173', 'Canary Author 5173', '金丝雀中学五一七三']
const [nickname, team, fileName, author, school] = planted as [string, string, string, string, string]

const parts = [
  testPart('plan'),
  testPart('film', { kind: 'video', required: false }),
  testPart('slides', { kind: 'slides', required: false, maxFiles: 2 }),
  testPart('photo', { kind: 'image', required: false }),
  testPart('secret', { required: false, forExperts: false }),
  testPart('idea', { kind: 'text', limits: { maxCharacters: 40 } }),
]

let site: TestSite
let round: Awaited<ReturnType<typeof openRound>>
let expert: TestPerson

const namedPdf = (words: string): Promise<Buffer> => {
  const document = new PdfKit({ info: { Title: team, Author: author } })
  document.text(words)
  document.note(100, 100, 50, 50, `a remark of ${author}`)
  document.end()
  return buffer(document)
}

const namedPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: author } })
    .jpeg()
    .toBuffer()

type Files = readonly (readonly [part: string, ending: string, content: Buffer])[]

/** A work that was handed in and accepted, by a team whose traces are in all its files. */
const acceptWork = async (title: string, files: Files, idea = 'An idea'): Promise<WorkId> => {
  const { captain, team: made, enrolmentId } = await createApprovedTeam(site, round.activityId, round.organiser)
  await site.pool.query(`update account set nickname = $2, school = $3 where id = $1`, [captain.id, nickname, school])
  await site.pool.query(`update team set name = $2 where id = $1`, [made.id, team])
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  for (const [part, ending, content] of files)
    await worker.upload(id, part, content, { name: `${fileName}-${part}.${ending}` })
  for (const { id: file } of (await worker.read(id)).files) await inspectFile(site.asProgram(), file)
  await worker.fill(id, { title, values: { idea } })
  const { version } = (await worker.submit(id)).data
  const works = [{ id, version }]
  await site.ask(decideWorks, { headers: english(round.organiser), body: { works, decision: 'accepted' } })
  return id
}

const deal = async (workId: WorkId, to = 0) => {
  const { id, code } = await storeEntry(site, round.roundId, workId)
  await storeAssignment(site, round.roundId, id, round.experts[to]!.reviewerId)
  return { id, code, workId }
}

let full: Awaited<ReturnType<typeof deal>>
let short: Awaited<ReturnType<typeof deal>>

beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  const rules = { ...usualRules, parts, declarations: [] }
  const activityId = await createWorkActivity(site, editionId, { rules })
  round = await openRound(site, { editionId, activityId, works: 0, experts: 2 })
  expert = round.experts[0]!.person
  full = await deal(
    await acceptWork(
      'Angles <1>',
      [
        ['plan', 'pdf', await namedPdf('Plan one')],
        ['plan', 'pdf', await namedPdf('Plan two')],
        ['film', 'mp4', await mediaSample('lesson.mp4')],
        ['slides', 'pptx', await slidesSample()],
        ['slides', 'pdf', await namedPdf('Slide pages')],
        ['photo', 'jpg', await namedPhoto()],
        ['secret', 'pdf', await namedPdf('Secret')],
      ],
      'First & last\nsecond line',
    ),
  )
  short = await deal(await acceptWork('Numbers', [['plan', 'pdf', await namedPdf('Counting')]]))
}, 240_000)
afterAll(() => site.close())

const setAllowed = (allowed: boolean) =>
  site.pool.query(`update round set allows_download = $2 where id = $1`, [round.roundId, allowed])
beforeEach(() => setAllowed(true))

const address = (): string => `/api/review/rounds/${round.code}/works.zip`

const download = async (person: TestPerson | undefined = expert, locale = 'en-US') =>
  fetch(site.url + address(), { headers: { ...person?.headers, 'accept-language': locale } })

const unpacked = async (answer: Response) => unpackZip(Buffer.from(await answer.arrayBuffer()))

const logged = async () => {
  const { rows } = await site.pool.query<{ actor: string; after: { count: number; downloadNumber: string } }>(
    `select actor_id as actor, changes -> 'after' as after from audit
     where action = 'works.downloaded' and subject_id = $1`,
    [round.roundId],
  )
  return rows
}

const refusal = async (person: TestPerson | undefined = expert) => {
  const answer = await download(person)
  const { data } = (await answer.json()) as { data: { error: string } | null }
  return [answer.status, data?.error]
}

const textOf = (html: Buffer): string =>
  html
    .toString()
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n')

test('an expert takes documents, pictures and texts along, each page with their name and the number in the log', async () => {
  const before = await logged()
  const answer = await download()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  expect(answer.headers.get('content-disposition')).toContain(`Review%20documents%20${round.code}`)
  const files = await unpacked(answer)
  expect(Object.keys(files)).toEqual([
    `${full.code}/plan-1.pdf`,
    `${full.code}/plan-2.pdf`,
    `${full.code}/slides-2.pdf`,
    `${full.code}/photo-1.jpg`,
    `${full.code}/${full.code}.html`,
    `${short.code}/plan-1.pdf`,
    `${short.code}/${short.code}.html`,
    'index.html',
  ])

  const rows = await logged()
  expect(rows.length).toBe(before.length + 1)
  const entry = rows.find(({ after: { downloadNumber } }) =>
    before.every((one) => one.after.downloadNumber !== downloadNumber),
  )
  expect(entry).toEqual({
    actor: expert.id,
    after: { count: 2, downloadNumber: expect.stringMatching(/^[a-z2-9]{8}$/) },
  })
  const stamp = `陈评 · ${entry!.after.downloadNumber} · First round · `
  const words = await readPdfText(files[`${full.code}/plan-1.pdf`]!)
  expect(words).toContain('Plan one')
  expect(words.replaceAll(' ', '').split(stamp.replaceAll(' ', ''))).toHaveLength(5)
  const page = files[`${full.code}/${full.code}.html`]!.toString()
  expect(page).toContain('<h1>Angles &lt;1&gt;</h1>')
  expect(page).toContain('First &amp; last\nsecond line')
  expect(page).toContain(stamp)
  expect(textOf(files[`${full.code}/${full.code}.html`]!)).toContain(
    'Not included\nfilm-1.mp4\nat the desk only\nslides-1.pptx\nat the desk only\n',
  )
  const index = textOf(files['index.html']!)
  expect(index).toContain('The review closes')
  expect(index).toContain(`Works (2)\n${full.code} ·\nAngles &lt;1&gt;\n${short.code} ·\nNumbers\n`)
  expect(index).toContain(`Not included\n${full.code}\nfilm-1.mp4\nat the desk only\nslides-1.pptx\nat the desk only\n`)
  expect(index).toContain(stamp)
})

test('nothing in it tells whose works they are', async () => {
  const archive = Buffer.from(await (await download()).arrayBuffer())
  const bytes = [archive, ...(await insideOf('application/zip', archive))]
  const hits = planted.filter((text) => spellings(text).some((form) => bytes.some((each) => each.includes(form))))
  expect(hits).toEqual([])
  const photo = unpackZip(archive)[`${full.code}/photo-1.jpg`]!
  expect((await sharp(photo).metadata()).exif).toBeUndefined()
})

test('the names were planted in the files that were handed in', async () => {
  const samples = [await namedPdf('Plan one'), await namedPhoto()]
  for (const sample of samples) {
    const bytes = [sample, ...(await insideOf('application/pdf', sample))]
    expect(bytes.some((each) => spellings(author).some((form) => each.includes(form)))).toBe(true)
  }
})

test('it speaks the language of the expert', async () => {
  const files = await unpacked(await download(expert, 'zh-CN'))
  expect(textOf(files['index.html']!)).toContain('未包含的文件\n')
})

test('nobody gets it without the setting, outside the time of the review, or without being an expert of the round', async () => {
  expect(await refusal(await createPerson(site))).toEqual([403, 'access.refused'])
  expect(await refusal(round.organiser)).toEqual([403, 'access.refused'])
  expect((await fetch(site.url + address())).status).toBe(401)
  expect(await refusal(await createExpert(site))).toEqual([404, 'round.notFound'])
  const count = (await logged()).length
  await setAllowed(false)
  expect(await refusal()).toEqual([403, 'round.noDownload'])
  await setAllowed(true)
  for (const [state, error] of [
    ['paused', 'round.notOpen'],
    ['closed', 'round.ended'],
    ['settled', 'round.settled'],
  ] as const) {
    await moveStoredRound(site, round.roundId, state)
    expect(await refusal()).toEqual([409, error])
  }
  await moveStoredRound(site, round.roundId, 'open')
  const closes = (moment: Date) =>
    site.pool.query(`update round set closes_at = $2 where id = $1`, [round.roundId, moment])
  await closes(after(-1))
  expect(await refusal()).toEqual([409, 'round.ended'])
  await closes(daysFromNoon(5))
  const setPledge = (version: number | null) =>
    site.pool.query(
      `update reviewer set pledge = $2::integer, pledged_at = case when $2::integer is null then null::timestamptz else now() end where id = $1`,
      [round.experts[0]!.reviewerId, version],
    )
  await setPledge(null)
  expect(await refusal()).toEqual([403, 'reviewer.pledgeMissing'])
  await setPledge(1)
  expect((await logged()).length).toBe(count)
})

test('works that were given back or taken out are not in it, and other experts get their own', async () => {
  const other = round.experts[1]!
  const headers = english(other.person)
  const [conflicted, removed] = [
    await deal(await acceptWork('Conflict', [['plan', 'pdf', await namedPdf('Conflict')]]), 1),
    await deal(await acceptWork('Removed', [['plan', 'pdf', await namedPdf('Removed')]]), 1),
  ]
  await storeAssignment(site, round.roundId, short.id, other.reviewerId)
  await site.ask(declineWork, {
    headers,
    params: { code: conflicted.code },
    body: { kind: 'conflict', reason: 'I know this lesson' },
  })
  await site.pool.query(`update entry set removed_at = now(), removed_reason = 'x' where id = $1`, [removed.id])
  const files = await unpacked(await download(other.person))
  expect(Object.keys(files)).toEqual([`${short.code}/plan-1.pdf`, `${short.code}/${short.code}.html`, 'index.html'])
})

test('a file whose copy is being made anew is named and not sent', async () => {
  await site.pool.query(`update work_file set blind = blind - 'version' where work_id = $1`, [short.workId])
  const files = await unpacked(await download())
  expect(Object.keys(files)).not.toContain(`${short.code}/plan-1.pdf`)
  expect(textOf(files['index.html']!)).toContain(`${short.code}\nplan-1.pdf\nbeing prepared; download again later\n`)
  await site.pool.query(
    `update work_file set blind = jsonb_set(blind, '{version}', (
      select max((other.blind ->> 'version')::integer)::text::jsonb from work_file as other
    )) where work_id = $1 and blind ->> 'kind' = 'copy'`,
    [short.workId],
  )
})

test('it ends with the session, and when the same expert begins another one', async () => {
  const isWhole = (answer: Response): Promise<boolean> =>
    answer.arrayBuffer().then(
      () => true,
      () => false,
    )
  const { headers, sessionId } = await createSession(site, expert.id)
  const first = await download({ ...expert, headers })
  await site.pool.query(`delete from session where id = $1`, [sessionId])
  expect(await isWhole(first)).toBe(false)
  const second = await download()
  const third = await download()
  expect(await Promise.all([isWhole(second), isWhole(third)])).toEqual([false, true])
})

test('the desk says whether there is something to download', async () => {
  const allowed = async () => {
    const { data } = await site.ask(readDeskRound, { headers: english(expert), params: { round: round.code } })
    return data.round.allowsDownload
  }
  expect(await allowed()).toBe(true)
  await setAllowed(false)
  expect(await allowed()).toBe(false)
})
