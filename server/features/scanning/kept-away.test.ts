import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { readDeskWork } from '@lectern/contract/review/review.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { acceptWork } from '../../testing/accepted-works.ts'
import { activityWithResults } from '../../testing/announced-results.ts'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { pdfSample, photoSample } from '../../testing/document-samples.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { unpackZip } from '../../testing/read-zip.ts'
import { openRound, storeAssignment, storeEntry } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { storePages } from '../../testing/stored-pages.ts'
import { createWorkActivity, testPart } from '../../testing/works.ts'
import { guardStorage } from '../../platform/storage/guarded-storage.ts'
import { openFile, putCover, refuseInfected } from '../files/service.ts'
import { fileScan } from '../files/tables.ts'
import { enqueueTask, setTaskFile } from '../tasks/service.ts'
import { findScanned } from './queries.ts'
import { storeResult } from './results.ts'

/**
 * Every route that answers with a file. `refused`: with an error; `drawn`: with a drawing in place of a picture; `without`: an archive of the
 * other files. `made`: the program has written it, and no byte of an upload is in it.
 */
const routes: Record<string, 'refused' | 'drawn' | 'without' | 'made'> = {
  'GET /api/files/{id}': 'refused',
  'GET /api/files/{id}/{variant}': 'refused',
  'GET /api/works/{id}/files/{file}/blind': 'refused',
  'GET /api/works/{id}/files/{file}/pages': 'refused',
  'GET /api/works/{id}/files/{file}/blind/pages': 'refused',
  'GET /api/works/{id}/files/{file}/cover': 'drawn',
  'GET /api/works/{id}/cover': 'drawn',
  'GET /api/review/files/{token}/{number}': 'refused',
  'GET /api/review/files/{token}/{number}/pages': 'refused',
  'GET /api/review/works/{code}/cover': 'drawn',
  'GET /api/review/rounds/{round}/works.zip': 'without',
  'GET /api/public/works/{id}/files/{number}': 'refused',
  'GET /api/public/works/{id}/cover': 'drawn',
  'GET /api/public/works/{id}/pictures/{number}': 'drawn',
  'GET /api/activities/{id}/files': 'without',
  'GET /api/tasks/{id}/file': 'refused',
  'GET /api/certificates/{id}/pdf': 'made',
  'GET /api/certificates/{id}/picture': 'made',
}

/** Sheets, calendars, receipts and texts, which the program writes anew each time. */
const isWritten = (operation: string): boolean =>
  /\/(?:export|template|calendar\.ics|text|receipt\.pdf|manifest\.json|preview|summaries\/\{summary\}|data)$|\/pages\/\{name\}\/file$/.test(
    operation,
  )

let site: TestSite
let organiser: TestPerson
let expert: TestPerson
let round: Awaited<ReturnType<typeof openRound>>

beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  const rules = { ...usualRules, blind: false, declarations: [], parts: [testPart('plan', { maxFiles: 3 })] }
  round = await openRound(site, {
    editionId,
    activityId: await createWorkActivity(site, editionId, { rules }),
    works: 0,
    experts: 2,
  })
  organiser = round.organiser
  expert = round.experts[0]!.person
  await site.pool.query('update round set allows_download = true')
}, 60_000)
afterAll(() => site.close())

const infect = async (id: FileId, of = site): Promise<void> => {
  const file = (await findScanned(of.db, id))!
  await storeResult(of.asProgram(), file, { outcome: 'infected', signature: 'Eicar-Test-Signature' }, 'ClamAV')
}

type Outcome = [status: number, error: string | undefined]
const refused: Outcome = [403, 'file.infected']

const outcomeOf = async (
  path: string,
  person?: TestPerson,
  headers: Record<string, string> = {},
  of = site,
): Promise<Outcome> => {
  const response = await fetch(of.url + path, { headers: { ...person?.headers, ...headers } })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const text = await response.text()
  return [response.status, isJson ? (JSON.parse(text) as { data?: { error?: string } }).data?.error : undefined]
}

/** The statuses of all of them. */
const all = (paths: readonly string[], person?: TestPerson, of = site) =>
  Promise.all(paths.map((path) => outcomeOf(path, person, {}, of)))

const typeOf = async (path: string, person?: TestPerson, of = site): Promise<string | null> =>
  (await fetch(of.url + path, { headers: { ...person?.headers } })).headers.get('content-type')

test('the list of routes that answer with a file is complete', async () => {
  const { paths } = JSON.parse((await site.get('/api/docs/openapi.json')).text) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>
  }
  const served = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      responses['200']?.content && '*/*' in responses['200'].content ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  expect(served.filter((operation) => !isWritten(operation) && !(operation in routes))).toEqual([])
  expect(Object.keys(routes).filter((operation) => !served.includes(operation))).toEqual([])
})

/** A work at the desk of an expert, with a picture and pages of its one file. */
const deal = async (to = 0) => {
  const { reviewerId, person } = round.experts[to]!
  const { workId } = await acceptWork(site, round.activityId, organiser, { content: await pdfSample(1) })
  const { id: entryId, code } = await storeEntry(site, round.roundId, workId)
  await storeAssignment(site, round.roundId, entryId, reviewerId)
  const [id] = await storePages(site, await pdfSample(1), workId)
  const picture = { picture: await photoSample('jpeg'), rules: 'plain 1' }
  await putCover(site.asProgram(), { purpose: 'work', id: id! }, picture)
  const desk = (await site.ask(readDeskWork, { headers: english(person), params: { code } })).data
  return { workId, id: id!, code, address: desk.parts[0]!.files[0]!.address }
}

const officePaths = (workId: WorkId, id: FileId): string[] => [
  `/api/files/${id}`,
  `/api/works/${workId}/files/${id}/blind`,
  `/api/works/${workId}/files/${id}/pages`,
  `/api/works/${workId}/files/${id}/blind/pages`,
]

describe('a file of a work in which malware was found', () => {
  test('is refused at every place of the office and of the desk, and shown by drawings', async () => {
    const { workId, id, code, address } = await deal()
    const office = officePaths(workId, id)
    const desk = [address, `${address}/pages`]
    expect(await all(office, organiser)).toEqual(office.map(() => [200, undefined]))
    expect(await all(desk, expert)).toEqual(desk.map(() => [200, undefined]))
    const tag = (await fetch(site.url + office[0]!, { headers: organiser.headers })).headers.get('etag')!
    await infect(id)
    expect(await all(office, organiser)).toEqual(office.map(() => refused))
    expect(await all(desk, expert)).toEqual(desk.map(() => refused))
    // Neither a part of it nor that a copy somewhere is still good.
    expect(await outcomeOf(office[0]!, organiser, { range: 'bytes=0-3' })).toEqual(refused)
    expect(await outcomeOf(office[0]!, organiser, { 'if-none-match': tag })).toEqual(refused)
    const drawing = 'image/svg+xml; charset=utf-8'
    expect(await typeOf(`/api/works/${workId}/cover`, organiser)).toBe(drawing)
    expect(await typeOf(`/api/works/${workId}/files/${id}/cover`, organiser)).toBe(drawing)
    expect(await typeOf(`/api/review/works/${code}/cover`, expert)).toBe(drawing)
  })

  test('is refused for that reason where there is no copy and there are no pages of it, too', async () => {
    const { workId } = await acceptWork(site, round.activityId, organiser, { content: await pdfSample(1) })
    const { rows } = await site.pool.query<{ id: FileId }>('select id from work_file where work_id = $1', [workId])
    const { id } = rows[0]!
    await infect(id)
    const paths = officePaths(workId, id)
    expect(await all(paths, organiser)).toEqual(paths.map(() => refused))
  })

  test('is left out of archives, and archives that were packed before are deleted', async () => {
    const first = await deal(1)
    const second = await deal(1)
    const { headers } = round.experts[1]!.person
    const ctx = site.asProgram()
    const input = { activity: round.activityId, blind: false }
    const archive = await enqueueTask(ctx, { kind: 'bundle', input, subject: 'Works', delayMilliseconds: 600_000 })
    const bundle = await addFile(site.db, { purpose: 'bundle', name: 'works.zip', type: 'application/zip', size: 4 })
    await ctx.installation.storage.put(`bundle/${bundle}`, Buffer.from('work'))
    await setTaskFile(ctx, archive, bundle)
    expect(await outcomeOf(`/api/tasks/${archive}/file`, organiser)).toEqual([200, undefined])
    await infect(first.id)
    expect(await outcomeOf(`/api/tasks/${archive}/file`, organiser)).toEqual([404, 'file.notFound'])
    expect(await openFile(ctx, { purpose: 'work', id: first.id })).toBeUndefined()
    const answer = await fetch(`${site.url}/api/review/rounds/${round.code}/works.zip`, { headers })
    const names = Object.keys(unpackZip(Buffer.from(await answer.arrayBuffer())))
    expect(names.filter((name) => name.endsWith('.pdf'))).toEqual([expect.stringContaining(second.code)])
    expect((await outcomeOf(`/api/files/${second.id}`, organiser))[0]).toBe(200)
  })
})

test.for([
  ['attachment', undefined],
  ['answer', 'owner'],
  ['officerLetter', 'owner'],
  ['stampedSummary', 'owner'],
  ['evidence', 'owner'],
  ['avatar', 'owner'],
  ['artwork', 'owner'],
] as const)('%s: neither its owner nor anybody else gets a byte', async ([purpose, reader]) => {
  const owner = await createPerson(site, purpose === 'artwork' ? { access: 'admin' } : {})
  const id = await addFile(site.db, { purpose, ownerId: owner.id, name: 'a.pdf', type: 'application/pdf', size: 6 })
  await site.asProgram().installation.storage.put(`${purpose}/${id}`, Buffer.from('secret'))
  const person = reader && owner
  expect(await outcomeOf(`/api/files/${id}`, person)).toEqual([200, undefined])
  await infect(id)
  expect(await outcomeOf(`/api/files/${id}`, person)).toEqual(refused)
})

test('nothing that was made of a file can be read or linked to, whoever asks the storage', async () => {
  const owner = await createPerson(site)
  const values = { ownerId: owner.id, name: 'a.pdf', type: 'application/pdf', size: 6 }
  const id = await addFile(site.db, { ...values, purpose: 'work' })
  const { storage, rawStorage } = site.asProgram().installation
  const keys = ['', '-copy', '-cover', '-pages'].map((suffix) => `work/${id}${suffix}`)
  for (const key of keys) await storage.put(key, Buffer.from('secret'))
  await infect(id)
  for (const key of keys) {
    await expect(storage.read(key)).rejects.toMatchObject({ error: 'file.infected' })
    expect((await rawStorage.read(key))?.destroy()).toBeDefined()
  }
  const link = async (key: string) => `https://bucket.example.org/${key}`
  const direct = async () => ({ link, partLink: () => '' })
  const bucket = guardStorage({ ...rawStorage, direct }, (key) => refuseInfected(site.db, key))
  const headers = { type: 'application/pdf', disposition: 'inline', cacheControl: 'no-store' }
  await expect((await bucket.direct!())!.link(keys[0]!, headers)).rejects.toMatchObject({ error: 'file.infected' })
})

test('a picture is refused in every width', async () => {
  const id = await addFile(site.db)
  const { storage } = site.asProgram().installation
  for (const key of ['320-webp', '800-webp']) await storage.put(`picture/${id}-${key}`, Buffer.from('secret'))
  const paths = [`/api/files/${id}`, `/api/files/${id}/320.webp`, `/api/files/${id}/800.webp`]
  expect(await all(paths)).toEqual(paths.map(() => [200, undefined]))
  await infect(id)
  expect(await all(paths)).toEqual(paths.map(() => refused))
})

test('the gallery does not give it, and draws it', async () => {
  const gallery = await startSite({ withTasks: true })
  const contest = await activityWithResults(gallery, await createEdition(gallery), { works: 4 })
  await contest.compute()
  await contest.publicise()
  gallery.clock.set(daysFromNoon(8))
  await contest.announce()
  const { workId } = contest.works[0]!
  const paths = [2, 3].map((number) => `/api/public/works/${workId}/files/${number}`)
  expect(await all(paths, undefined, gallery)).toEqual(paths.map(() => [200, undefined]))
  const { rows } = await gallery.pool.query<{ id: FileId }>(
    `select work_file.id from work_file where work_id = $1 and part in ('photo', 'plan')`,
    [workId],
  )
  for (const { id } of rows) {
    await putCover(gallery.asProgram(), { purpose: 'work', id }, { picture: Buffer.from('secret'), rules: 'plain 1' })
    await infect(id, gallery)
  }
  expect(await all(paths, undefined, gallery)).toEqual(paths.map(() => refused))
  for (const path of ['cover', 'pictures/2', 'pictures/3'])
    expect(await typeOf(`/api/public/works/${workId}/${path}`, undefined, gallery)).toBe('image/svg+xml; charset=utf-8')
  await gallery.close()
})

test('the rest of the site has no row of what it makes itself', async () => {
  const id = await addFile(site.db, { purpose: 'certificate', name: 'c.pdf', type: 'application/pdf' })
  expect(await site.db.$count(fileScan, eq(fileScan.fileId, id))).toBe(0)
})
