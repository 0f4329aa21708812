import { readFileCover, readWorkCover } from '@lectern/contract/works/work-office.ts'
import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../features.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { createSweep } from '../../../sweep.ts'
import { pdfSample } from '../../../testing/document-samples.ts'
import { isMissing, programPlaces } from '../../../testing/installed-programs.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { newFolder } from '../../../testing/program.ts'
import { eventually, after, startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { storedKeys } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { redactionUploads } from '../blind/redaction.ts'
import { inspectFile } from '../checks/inspection.ts'
import { work, workFile } from '../tables.ts'
import { openBlindCover } from './covers.ts'
import { enqueueMissingCovers, runCovers } from './make-covers.ts'

/** `site` has no programs; `equipped` has those of this machine, and the same database and files. */
let site: TestSite
let equipped: TestSite
let person: TestPerson
let organiser: TestPerson

const parts = [
  partOf({ id: 'film', kind: 'video' }),
  partOf({ id: 'plan', kind: 'document' }),
  partOf({ id: 'slides', kind: 'slides' }),
  partOf({ id: 'photo', kind: 'image' }),
]

beforeAll(async () => {
  const config = { dataDirectory: await newFolder() }
  site = await startSite({ config })
  equipped = await startSite({ databaseUrl: site.databaseUrl, config: { ...config, programs: programPlaces } })
  person = await createPerson(site)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(async () => {
  await equipped.close()
  await site.close()
})

const photo = (background: string, format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

/** More than fits into a cover without losses. */
const noise = () =>
  sharp(Buffer.from(Array.from({ length: 900 * 900 * 3 }, (_, at) => (at * 7919 + ((at * at) % 251)) % 256)), {
    raw: { width: 900, height: 900, channels: 3 },
  })
    .png()
    .toBuffer()

const newWork = async (title: string, blind = true) => {
  const made = await createStoredWork(site, { person, rules: { parts, blind } })
  await site.db.update(work).set({ title }).where(eq(work.id, made.workId))
  return made.workId
}

const add = async (workId: WorkId, part: string, name: string, content: Buffer, at = site): Promise<FileId> => {
  const id = await storeWorkFile(at.asProgram(), { part, name, content, workId, ownerId: person.id })
  await inspectFile(at.asProgram(), id)
  return id
}

const waiting = (workId: WorkId) =>
  site.db
    .select({ id: task.id, lane: task.lane, subject: task.subject })
    .from(task)
    .where(and(eq(task.kind, 'makeCovers'), eq(task.state, 'waiting'), sql`${task.input} ->> 'work' = ${workId}::text`))

/** Runs what was asked for, and returns how many tasks that were. */
const makeCovers = async (workId: WorkId, at = site): Promise<number> => {
  const tasks = await waiting(workId)
  for (const { id } of tasks) await runTaskAtOnce(at.asProgram(), id, runCovers)
  return tasks.length
}

const answerOf = async (path: string) => {
  const answer = await fetch(site.url + path, { headers: organiser.headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    content: Buffer.from(await answer.arrayBuffer()),
  }
}

const pathOf = ({ path }: { path: string }, id: string, fileId = ''): string =>
  path.replace(':id', id).replace(':file', fileId)

const read = (workId: WorkId, fileId?: FileId) =>
  answerOf(fileId ? pathOf(readFileCover, workId, fileId) : pathOf(readWorkCover, workId))

/** What experts and visitors see of one file. */
const readBlind = async (id: FileId) => {
  const { type, open } = await openBlindCover(site.asProgram(), {
    title: '光的折射',
    kinds: ['image'],
    files: [{ id, kind: 'image' }],
  })
  return { type, content: Buffer.concat((await (await open())!.toArray()) as Buffer[]) }
}

/** The color of most of it, in steps that losses do not change. */
const colorOf = async (picture: Buffer) => {
  const { dominant } = await sharp(picture).stats()
  return [dominant.r, dominant.g, dominant.b].map((part) => Math.round(part / 128))
}

const drawn = 'image/svg+xml; charset=utf-8'

test('a photo becomes a small picture, in a task in the turn of its team, asked for once', async () => {
  const workId = await newWork('水循环')
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await add(workId, 'photo', 'b.jpg', await photo('#00f000'))
  expect((await read(workId)).type).toBe(drawn)
  const [row] = await site.db.select({ teamId: work.teamId }).from(work).where(eq(work.id, workId))
  expect(await waiting(workId)).toEqual([{ id: expect.any(String), lane: row!.teamId, subject: '水循环' }])
  expect(await makeCovers(workId)).toBe(1)
  const picture = await read(workId, id)
  expect([picture.status, picture.type, await colorOf(picture.content)]).toEqual([200, 'image/jpeg', [2, 0, 0]])
  const { width, height, exif } = await sharp(picture.content).metadata()
  expect([width, height, exif]).toEqual([480, 360, undefined])
  // Whatever comes first in the work stands for it.
  expect((await read(workId)).content).toEqual(picture.content)
})

test('the richest picture takes no more than 15 KB', async () => {
  const workId = await newWork('噪声')
  const id = await add(workId, 'photo', 'a.png', await noise())
  await makeCovers(workId)
  const { type, content } = await read(workId, id)
  expect([type, content.length <= 15_000]).toEqual(['image/jpeg', true])
})

test('without the programs films and documents have a drawing of kind and title, and nothing is tried', async () => {
  const workId = await newWork('从“看见”到“看懂” <实验>')
  const film = await add(workId, 'film', 'a.mp4', await mediaSample('lesson.mp4'))
  const plan = await add(workId, 'plan', 'a.pdf', await pdfSample(1))
  expect(await waiting(workId)).toEqual([])
  const answers = [await read(workId), await read(workId, film), await read(workId, plan)]
  expect(answers.map(({ status, type }) => [status, type])).toEqual(answers.map(() => [200, drawn]))
  const texts = answers.map(({ content }) => content.toString())
  expect(texts.map((text) => /<text [^>]*>(.*?)<\/text>/.exec(text)![1])).toEqual(
    texts.map(() => '从“看见”到“看懂” &lt;实验&gt;'),
  )
  expect(texts[0]).toBe(texts[1])
  expect(texts[1]).not.toBe(texts[2])
})

test('experts see a picture of the redacted copy, organisers one of the original', async () => {
  const workId = await newWork('光的折射')
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await makeCovers(workId)
  expect(await colorOf((await readBlind(id)).content)).toEqual([2, 0, 0])
  const redacted = await storeWorkFile(site.asProgram(), {
    part: 'photo',
    name: 'b.jpg',
    content: await photo('#0000f0'),
    workId,
    ownerId: organiser.id,
  })
  await site.db.delete(workFile).where(eq(workFile.id, redacted))
  const ctx = {
    ...site.asProgram(),
    actor: {
      kind: 'account',
      id: organiser.id,
      sessionId: organiser.sessionId,
      access: 'admin',
      lacksSecondFactor: false,
      duties: workingDuties,
      activities: null,
    } as const,
  } as SignedIn
  await redactionUploads.finish(ctx, {
    id: redacted,
    name: 'b.jpg',
    size: 1,
    target: { work: workId, redacts: id },
    ownerId: organiser.id,
    begunAt: site.clock.now(),
  })
  // From this moment on nothing of the original is left to see, although the new picture is not made yet.
  expect((await readBlind(id)).type).toBe(drawn)
  await inspectFile(site.asProgram(), id)
  expect((await readBlind(id)).type).toBe(drawn)
  expect(await makeCovers(workId)).toBe(1)
  expect(await colorOf((await readBlind(id)).content)).toEqual([0, 0, 2])
  expect(await colorOf((await read(workId, id)).content)).toEqual([2, 0, 0])
})

test('a picture of another version of the copy is not shown, and is made again', async () => {
  const workId = await newWork('版本')
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await makeCovers(workId)
  expect((await readBlind(id)).type).toBe('image/jpeg')
  const setVersion = (version: number) =>
    site.db
      .update(workFile)
      .set({ blind: sql`${workFile.blind} || jsonb_build_object('version', ${version}::integer)` })
      .where(eq(workFile.id, id))
  await setVersion(1)
  expect((await readBlind(id)).type).toBe(drawn)
  await setVersion(99)
  await site.db.update(file).set({ coverRules: 'blind 1 1' }).where(eq(file.id, id))
  expect((await readBlind(id)).type).toBe(drawn)
  await enqueueMissingCovers(site.asProgram())
  await enqueueMissingCovers(site.asProgram())
  expect(await makeCovers(workId)).toBe(1)
  expect((await readBlind(id)).type).toBe('image/jpeg')
  await enqueueMissingCovers(site.asProgram())
  expect(await waiting(workId)).toEqual([])
})

test('processes that look for missing pictures at the same time have them made once', async () => {
  const workId = await newWork('同时')
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await makeCovers(workId)
  await site.db.update(file).set({ coverRules: 'blind 1 1' }).where(eq(file.id, id))
  const other = await site.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from work where id = $1 for update', [workId])
    const both = Promise.all([enqueueMissingCovers(site.asProgram()), enqueueMissingCovers(site.asProgram())])
    await eventually(async () => {
      const { rowCount } = await site.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(2)
    })
    await other.query('commit')
    await both
  } finally {
    other.release(true)
  }
  expect(await waiting(workId)).toHaveLength(1)
})

test('a picture of a file as it is stands for nothing once the review hides who made it', async () => {
  const workId = await newWork('公开', false)
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await makeCovers(workId)
  expect((await readBlind(id)).type).toBe('image/jpeg')
  await site.pool.query(
    `update activity set work_rules = work_rules || '{"blind": true}' where id = (select activity_id from work where id = $1)`,
    [workId],
  )
  expect((await readBlind(id)).type).toBe(drawn)
  await inspectFile(site.asProgram(), id)
  expect((await readBlind(id)).type).toBe(drawn)
  await makeCovers(workId)
  expect((await readBlind(id)).type).toBe('image/jpeg')
})

test('a file that cannot be read has a drawing, and is not tried again', async () => {
  const workId = await newWork('残缺', false)
  const whole = await photo('#f00000', 'png')
  const id = await add(workId, 'photo', 'a.png', whole)
  // Damaged after it was inspected.
  await site
    .asProgram()
    .installation.storage.put(`work/${id}`, Buffer.concat([whole.subarray(0, 60), Buffer.alloc(whole.length - 60)]))
  expect(await makeCovers(workId)).toBe(1)
  expect((await read(workId, id)).type).toBe(drawn)
  await enqueueMissingCovers(site.asProgram())
  expect(await waiting(workId)).toEqual([])
})

test('a picture is part of a backup, and is deleted with its file', async () => {
  const workId = await newWork('清理')
  const id = await add(workId, 'photo', 'a.jpg', await photo('#f00000'))
  await makeCovers(workId)
  const key = `work/${id}-cover`
  const { storage } = site.asProgram().installation
  expect(await storedKeys(site.pool)).toContain(key)
  await site.db.delete(workFile).where(eq(workFile.id, id))
  await site.db.update(file).set({ state: 'removed' }).where(eq(file.id, id))
  const sweep = createSweep({ db: site.db, storage, clock: { now: () => after(2 * 3_600_000) }, features })
  await sweep.run()
  expect(await storage.sizeOf(key)).toBe(undefined)
})

test('files of other works have no picture here', async () => {
  const [one, other] = [await newWork('甲'), await newWork('乙')]
  const id = await add(one, 'photo', 'a.jpg', await photo('#f00000'))
  const answer = await site.ask(readFileCover, { headers: organiser.headers, params: { id: other, file: id } })
  expect(answer.failure().error).toBe('file.notFound')
})

/** Real programs, of the machine that runs the tests. */
test.skipIf(isMissing('ffmpeg')).for(['lesson.mp4', 'fragments.mp4', 'lesson.webm'])(
  'with ffmpeg a film has a still: %s',
  async (name) => {
    const workId = await newWork(name, name !== 'lesson.webm')
    const id = await add(workId, 'film', name, await mediaSample(name), equipped)
    expect(await makeCovers(workId, equipped)).toBe(1)
    const { type, content } = await readBlind(id)
    expect([type, content.length <= 15_000]).toEqual(['image/jpeg', true])
    // Neither black nor of one color.
    expect((await sharp(content).stats()).entropy).toBeGreaterThan(2)
  },
)

test.skipIf(isMissing('pdftoppm'))('with pdftoppm a document has its first page', async () => {
  for (const blind of [true, false]) {
    const workId = await newWork('教案', blind)
    const id = await add(workId, 'plan', 'a.pdf', await pdfSample(2), equipped)
    expect(await makeCovers(workId, equipped)).toBe(1)
    const { type, content } = await readBlind(id)
    const { width, height } = await sharp(content).metadata()
    expect([type, width, height, await colorOf(content)]).toEqual(['image/jpeg', 480, 360, [2, 2, 2]])
    // Something is written on it.
    expect((await sharp(content).stats()).channels[0]!.min).toBeLessThan(128)
  }
})

test.skipIf(isMissing('ffmpeg', 'pdftoppm'))(
  'pictures of earlier files are made once the programs are there',
  async () => {
    const workId = await newWork('补做')
    const film = await add(workId, 'film', 'a.mp4', await mediaSample('lesson.mp4'))
    const plan = await add(workId, 'plan', 'a.pdf', await pdfSample(1))
    await enqueueMissingCovers(site.asProgram())
    expect(await waiting(workId)).toEqual([])
    await enqueueMissingCovers(equipped.asProgram())
    expect(await makeCovers(workId, equipped)).toBe(1)
    expect([(await read(workId, film)).type, (await read(workId, plan)).type]).toEqual(['image/jpeg', 'image/jpeg'])
  },
)
