import { buffer } from 'node:stream/consumers'
import { Uint8ArrayWriter } from '@zip.js/zip.js'
import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { readBlindCopy, readWorkDossier } from '@lectern/contract/works/work-office.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { features } from '../../../features.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { openZip } from '../../../platform/media/zip-source.ts'
import { createSweep } from '../../../sweep.ts'
import { pdfSample, photoSample, slidesSample, zipOf } from '../../../testing/document-samples.ts'
import { shownContent } from '../../../testing/film-content.ts'
import { countedSource, mediaSample } from '../../../testing/media-samples.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { presentationParts, textShape } from '../../../testing/presentation-parts.ts'
import { startBucketSite } from '../../../testing/s3.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { audit } from '../../audit/tables.ts'
import { storedKeys } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { openBlindCopy } from './blind-copies.ts'
import { blindCopyVersion } from './copy-version.ts'
import { inspectFile, runInspection } from '../checks/inspection.ts'
import { redactionUploads } from './redaction.ts'
import { leak, workFile } from '../tables.ts'

let site: TestSite
let person: TestPerson
let organiser: TestPerson
let made: Awaited<ReturnType<typeof createStoredWork>>

const parts = [
  partOf({ id: 'film', kind: 'video' }),
  partOf({ id: 'plan', kind: 'document' }),
  partOf({ id: 'slides', kind: 'slides' }),
  partOf({ id: 'photo', kind: 'image' }),
  partOf({ id: 'talk', kind: 'audio' }),
]

beforeAll(async () => {
  site = await startSite()
  person = await createPerson(site, { realName: 'Wang Fang', school: '云泽大学' })
  organiser = await createPerson(site, { access: 'admin' })
  made = await createStoredWork(site, { person, rules: { parts } })
})
afterAll(() => site.close())

const stored = (given: { part: string; name: string; content: Buffer }, of = made): Promise<FileId> =>
  storeWorkFile(site.asProgram(), { ...given, workId: of.workId, ownerId: person.id })

const inspected = async (given: Parameters<typeof stored>[0], of = made): Promise<FileId> => {
  const id = await stored(given, of)
  await inspectFile(site.asProgram(), id)
  return id
}

const read = async (id: FileId, headers: Record<string, string> = {}, who: TestPerson | undefined = organiser) => {
  const answer = await fetch(`${site.url}/api/works/${made.workId}/files/${id}/blind`, {
    headers: { ...who?.headers, ...headers },
  })
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) }
}

/** What was planted into the samples. */
const identities = ['王芳', '云泽', '粉笔', 'Wang', 'Chalk', 'wf@yunze.example', 'Lavf', '"WF"']

const unpacked = async (content: Buffer): Promise<Buffer> => {
  const files = await openZip(countedSource(content))
  const contents = await Promise.all(files.map((entry) => entry.getData(new Uint8ArrayWriter())))
  return Buffer.concat(contents)
}

const films: [string, string, () => Promise<Buffer>][] = [
  ['film', 'lesson.mp4', () => mediaSample('lesson.mp4')],
  ['film', 'index-last.mp4', () => mediaSample('index-last.mp4')],
  ['film', 'fragments.mp4', () => mediaSample('fragments.mp4')],
  ['film', 'lesson.mov', () => mediaSample('lesson.mov')],
  ['talk', 'talk.m4a', () => mediaSample('talk.m4a')],
]

describe('what experts get names nobody', () => {
  test.for<[string, string, () => Promise<Buffer>]>([
    ...films,
    ['plan', 'a.pdf', () => pdfSample(3)],
    ['slides', 'a.pptx', slidesSample],
    ['photo', 'a.jpg', () => photoSample('jpeg')],
    ['photo', 'a.png', () => photoSample('png')],
    ['photo', 'a.webp', () => photoSample('webp')],
  ])('%s: %s', async ([part, name, sample]) => {
    const content = await sample()
    const id = await inspected({ part, name: `Wang Fang ${name}`, content })
    const answer = await read(id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="?${part}-1\\.`))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const everything = name.endsWith('.pptx') ? await unpacked(answer.content) : answer.content
    const before = name.endsWith('.pptx') ? await unpacked(content) : content
    const inThere = (bytes: Buffer) => identities.filter((word) => bytes.includes(word))
    expect(inThere(before)).not.toEqual([])
    expect(inThere(everything)).toEqual([])
  })

  test.for(films)('pictures and sound of a film are the same bytes: %s %s', async ([part, name, sample]) => {
    const content = await sample()
    const { content: blind } = await read(await inspected({ part, name, content }))
    expect(blind.length).toBe(content.length)
    expect(shownContent(blind, content)).toEqual(shownContent(content, content))
  })

  test.for([
    ['film', () => mediaSample('lesson.mp4'), 'blind'],
    ['plan', () => pdfSample(1), 'copy'],
  ] as const)(
    'a copy of an earlier version is no current one for browsers that have it: %s',
    async ([part, sample, kind]) => {
      const id = await inspected({ part, name: 'a', content: await sample() })
      const tag = (await read(id)).headers.get('etag')!
      expect(tag).toBe(`"${id}-${kind}-${blindCopyVersion}"`)
      const statusFor = async (known: string) => (await read(id, { 'if-none-match': known })).status
      expect(await Promise.all([tag, `"${id}-${kind}-1"`, `"${id}-${kind}"`].map(statusFor))).toEqual([304, 200, 200])
    },
  )

  it('a range is that range of the whole', async () => {
    const id = await inspected({ part: 'film', name: 'a.mp4', content: await mediaSample('lesson.mp4') })
    const whole = (await read(id)).content
    for (const [start, end] of [
      [0, 0],
      [0, 60],
      [50, 55],
      [1_870, 1_990],
      [5_000, 6_000],
      [whole.length - 5, whole.length - 1],
    ] as const) {
      const part = await read(id, { range: `bytes=${start}-${end}` })
      expect([part.status, part.content]).toEqual([206, whole.subarray(start, end + 1)])
    }
  })

  it('organisers alone may read it, under the work that it belongs to', async () => {
    const id = await inspected({ part: 'plan', name: 'a.pdf', content: await pdfSample(1) })
    expect((await read(id, {}, person)).status).toBe(403)
    expect((await fetch(`${site.url}/api/works/${made.workId}/files/${id}/blind`)).status).toBe(401)
    const params = { id: (await createStoredWork(site, { person: organiser, rules: { parts } })).workId, file: id }
    const elsewhere = await site.ask(readBlindCopy, { params, headers: organiser.headers })
    expect(elsewhere.status).toBe(404)
  })
})

describe('a copy', () => {
  it('does not exist of a film that is cut', async () => {
    const id = await inspected({ part: 'film', name: 'a.mp4', content: await mediaSample('cut.mp4') })
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    expect(row!.blind).toEqual({ kind: 'failed', version: blindCopyVersion })
    expect((await read(id)).status).toBe(404)
  })

  it('does not exist of a type of which none can be made', async () => {
    const id = await inspected({ part: 'film', name: 'a.webm', content: await mediaSample('lesson.webm') })
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    expect(row!.blind).toEqual({ kind: 'failed', version: blindCopyVersion })
    expect((await read(id)).status).toBe(404)
  })

  it('does not exist of slides whose copy is too long to be searched', async () => {
    // Quotation marks take six times the space in a copy.
    const slides = [textShape(2, ['"'.repeat(4_000_000)])]
    const id = await inspected({ part: 'slides', name: 'a.pptx', content: await zipOf(presentationParts({ slides })) })
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    expect(row!.blind).toEqual({ kind: 'failed', version: blindCopyVersion })
    expect((await read(id)).status).toBe(404)
    expect(await site.asProgram().installation.storage.sizeOf(`work/${id}-copy`)).toBeUndefined()
  })

  it('is the file itself where experts learn who made it, and is made when that changes', async () => {
    const content = await pdfSample(2)
    const open = await createStoredWork(site, { person, rules: { parts, blind: false } })
    const id = await inspected({ part: 'plan', name: 'a.pdf', content }, open)
    const ctx = site.asProgram()
    const before = await openBlindCopy(ctx, { workId: open.workId, id })
    expect(await buffer((await before.open())!)).toEqual(content)
    await site.pool.query(`update activity set work_rules = jsonb_set(work_rules, '{blind}', 'true') where id = $1`, [
      open.activityId,
    ])
    // Made by a task, however many ask for it, in the turn of the team.
    const asks = Array.from({ length: 3 }, () => openBlindCopy(ctx, { workId: open.workId, id }))
    const reasons = (await Promise.allSettled(asks)).map((ask) => ask.status === 'rejected' && ask.reason)
    expect(reasons).toEqual(asks.map(() => expect.objectContaining({ error: 'file.notReady' })))
    const tasks = await site.db.select().from(task).where(eq(task.lane, open.teamId))
    expect(tasks.map(({ kind, input }) => ({ kind, input }))).toEqual([{ kind: 'inspect', input: { file: id } }])
    await runTaskAtOnce(ctx, tasks[0]!.id, runInspection)
    const now = await openBlindCopy(ctx, { workId: open.workId, id })
    expect((await buffer((await now.open())!)).includes('Wang')).toBe(false)
  })

  it('is part of a backup, and goes with its file', async () => {
    const id = await inspected({ part: 'plan', name: 'a.pdf', content: await pdfSample(2) })
    const keys = [`work/${id}`, `work/${id}-copy`]
    expect(await storedKeys(site.pool)).toEqual(expect.arrayContaining(keys))
    // Taken out by the team, and never submitted.
    await site.db.update(workFile).set({ position: null }).where(eq(workFile.id, id))
    const { storage } = site.asProgram().installation
    await createSweep({ db: site.db, storage, clock: { now: () => after(4 * 86_400_000) }, features }).run()
    expect(await Promise.all(keys.map((key) => storage.sizeOf(key)))).toEqual([undefined, undefined])
    expect(await site.db.$count(file, eq(file.id, id))).toBe(0)
  })
})

describe('a redacted copy', () => {
  const actorOf = ({ id, sessionId }: TestPerson, access: 'user' | 'admin'): SignedIn['actor'] => ({
    kind: 'account',
    id,
    sessionId,
    access,
    lacksSecondFactor: false,
    duties: workingDuties,
    activities: null,
  })

  it('is served instead, itself cleaned, and settles the leaks of the file', async () => {
    const id = await inspected({ part: 'plan', name: 'a.pdf', content: await pdfSample(3, { named: 2 }) })
    const judgements = async () =>
      (await site.db.select({ judgement: leak.judgement }).from(leak).where(eq(leak.fileId, id))).map(
        (one) => one.judgement,
      )
    expect(new Set(await judgements())).toEqual(new Set(['open']))
    const ctx = { ...site.asProgram(), actor: actorOf(organiser, 'admin') }
    const redacted = await pdfSample(4)
    const copy = await storeWorkFile(ctx, {
      workId: made.workId,
      part: 'plan',
      name: 'redacted.pdf',
      content: redacted,
      ownerId: organiser.id,
    })
    await site.db.delete(workFile).where(eq(workFile.id, copy))
    const upload = { id: copy, ownerId: organiser.id, name: 'redacted.pdf', size: redacted.length, begunAt: ctx.now }
    const target = { work: made.workId, redacts: id }
    await redactionUploads.begin(ctx, { ...upload, target })
    await redactionUploads.finish(ctx, { ...upload, target })
    expect(new Set(await judgements())).toEqual(new Set(['redacted']))
    await inspectFile(site.asProgram(), id)
    expect(new Set(await judgements())).toEqual(new Set(['redacted']))
    const served = await read(id)
    expect(served.content.includes('Wang')).toBe(false)
    expect(new Set(await judgements())).toEqual(new Set(['redacted']))
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    const dossier = await site.ask(readWorkDossier, { params: { id: made.workId }, headers: organiser.headers })
    const shown = dossier.data.files.find((one) => one.id === id)
    expect(shown).toMatchObject({
      blindCopy: 'redacted',
      copy: { type: 'application/pdf', size: served.content.length },
    })
    expect(row).toMatchObject({ redactedId: copy, blind: { kind: 'copy', size: served.content.length } })
    const entries = await site.db.select().from(audit).where(eq(audit.subjectId, made.workId))
    expect(entries.map(({ action }) => action)).toEqual(['work.fileRedacted'])
  })

  it('that still names somebody has a hint of its own', async () => {
    const id = await inspected({ part: 'plan', name: 'a.pdf', content: await pdfSample(3, { named: 2 }) })
    const copy = await stored({ part: 'plan', name: 'b.pdf', content: await pdfSample(3, { named: 2 }) })
    await site.db.update(leak).set({ judgement: 'redacted' }).where(eq(leak.fileId, id))
    await site.db.update(workFile).set({ redactedId: copy, blind: null }).where(eq(workFile.id, id))
    await inspectFile(site.asProgram(), id)
    const rows = await site.db.select().from(leak).where(eq(leak.fileId, id))
    expect(rows.map(({ place, judgement }) => [place, judgement])).toEqual([[{ kind: 'page', page: 2 }, 'open']])
  })

  it('is of a type that the part accepts', async () => {
    const id = await inspected({ part: 'plan', name: 'a.pdf', content: await pdfSample(1) })
    const content = await mediaSample('talk.m4a')
    const copy = await stored({ part: 'talk', name: 'talk.m4a', content })
    const upload = {
      id: copy,
      ownerId: organiser.id,
      name: 'talk.m4a',
      size: content.length,
      begunAt: site.clock.now(),
    }
    const asOrganiser = { ...site.asProgram(), actor: actorOf(organiser, 'admin') }
    const redact = redactionUploads.finish(asOrganiser, { ...upload, target: { work: made.workId, redacts: id } })
    await expect(redact).rejects.toMatchObject({ error: 'file.wrongType' })
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    expect(row!.redactedId).toBeNull()
  })

  it('is for organisers, and for files of works', async () => {
    const id = await stored({ part: 'plan', name: 'a.pdf', content: await pdfSample(1) })
    const upload = { id, ownerId: person.id, name: 'a.pdf', size: 1, begunAt: site.clock.now() }
    const asPerson = { ...site.asProgram(), actor: actorOf(person, 'user') }
    await expect(redactionUploads.begin(asPerson, { ...upload, target: { redacts: id } })).rejects.toMatchObject({
      error: 'access.refused',
    })
    const asOrganiser = { ...site.asProgram(), actor: actorOf(organiser, 'admin') }
    const unknown = { redacts: made.workId }
    await expect(redactionUploads.begin(asOrganiser, { ...upload, target: unknown })).rejects.toMatchObject({
      error: 'file.notFound',
    })
  })
})

describe('in a bucket', () => {
  let bucket: TestSite
  beforeAll(async () => {
    bucket = await startBucketSite(site)
  })
  afterAll(() => bucket.close())

  it('films are overlaid and documents copied as well', async () => {
    const ctx = bucket.asProgram()
    for (const [part, name, content] of [
      ['film', 'a.mp4', await mediaSample('lesson.mp4')],
      ['plan', 'a.pdf', await pdfSample(2)],
    ] as const) {
      const id = await storeWorkFile(ctx, { workId: made.workId, part, name, content, ownerId: person.id })
      await inspectFile(ctx, id)
      const blind = await openBlindCopy(ctx, { workId: made.workId, id })
      const whole = await buffer((await blind.open())!)
      expect(identities.filter((word) => whole.includes(word))).toEqual([])
      expect(await buffer((await blind.open({ start: 40, end: 400 }))!)).toEqual(whole.subarray(40, 401))
    }
  })
})
