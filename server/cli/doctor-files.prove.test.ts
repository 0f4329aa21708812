import { mkdtemp, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileId } from '@lectern/contract/ids.ts'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { putCopy, putCover, putPages, removeFiles, verifyStoredFiles } from '../features/files/service.ts'
import { variantKeyOf } from '../features/files/content/keys.ts'
import { inspectFile } from '../features/works/checks/inspection.ts'
import { eq } from '../platform/database/drizzle.ts'
import { connect } from '../platform/database/connect.ts'
import type { SizesOf, Storage } from '../platform/storage/storage.ts'
import { file } from '../features/files/tables.ts'
import { startBucket, type TestBucket } from '../testing/bucket/bucket.ts'
import { issuerOf } from '../testing/certificates.ts'
import { createEdition } from '../testing/contest.ts'
import { createDemoDatabase } from '../testing/demo.ts'
import { pdfSample, photoSample } from '../testing/document-samples.ts'
import { addFile } from '../testing/files.ts'
import { createPerson, type TestPerson } from '../testing/people.ts'
import { startSite, type TestSite } from '../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../testing/stored-works.ts'
import { uploaderOf } from '../testing/uploads.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../testing/works.ts'
import type { Check } from './doctor-checks.ts'
import { examineStoredFiles } from './doctor-files.ts'

interface Place {
  name: string
  open(): Promise<{ config: { dataDirectory: string } & Partial<{ s3: TestBucket['config'] }>; bucket?: TestBucket }>
}

const newFolder = () => mkdtemp(join(tmpdir(), 'lectern-doctor-'))

const disk: Place = { name: 'a folder', open: async () => ({ config: { dataDirectory: await newFolder() } }) }
const inBucket: Place = {
  name: 'a bucket',
  open: async () => {
    const bucket = await startBucket()
    return { config: { dataDirectory: await newFolder(), s3: bucket.config }, bucket }
  },
}

const wayOut = 'docs/operations.md tells under "Missing files" how to put them back'

describe.each([disk, inBucket])('files in $name', ({ open }) => {
  let site: TestSite
  let place: Awaited<ReturnType<Place['open']>>
  let person: TestPerson
  let storage: Storage
  let add: (part: string, name: string, bytes: number) => Promise<FileId>
  let number: string

  beforeEach(async () => {
    place = await open()
    site = await startSite({ config: place.config })
    person = await createPerson(site)
    const { workId } = await createStoredWork(site, {
      person,
      rules: { parts: [partOf({ id: 'film', kind: 'video' })] },
    })
    number = (await site.pool.query<{ number: string }>('select number from enrolment')).rows[0]!.number
    const ctx = site.asProgram()
    ;({ rawStorage: storage } = ctx.installation)
    add = async (part, name, bytes) => {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9)])
      return storeWorkFile(ctx, { workId, part, name, content, ownerId: person.id })
    }
  })
  afterEach(async () => {
    await site.close()
    await place.bucket?.close()
  })

  const examine = (): Promise<Check> => {
    const config = { ...readConfig({ DATABASE_URL: site.databaseUrl }), ...place.config }
    return examineStoredFiles({ config }, site.db)
  }

  test('are counted when all of them are there', async () => {
    expect(await examine()).toEqual({ name: 'stored files', state: 'ok', detail: '0 files, 0.0 MB, all there' })
    const ctx = site.asProgram()
    const film = { purpose: 'work', id: await add('film', 'lesson.pdf', 600_000), size: 600_000 } as const
    await putCopy(ctx, film, Buffer.alloc(300_000))
    await putCover(ctx, film, { picture: Buffer.alloc(100_000), rules: 'x' })
    await putPages(ctx, film, { pages: Buffer.alloc(100_000), rules: 'x' })
    const picture = { purpose: 'picture', id: await addFile(site.db, { width: 320 }) } as const
    for (const format of ['avif', 'webp'] as const)
      await storage.put(variantKeyOf(picture, 320, format), Buffer.alloc(500_000))
    expect(await examine()).toEqual({ name: 'stored files', state: 'ok', detail: '2 files, 2.0 MB, all there' })
  })

  test('that are missing, cut off or longer are named by their work', async () => {
    const [missing, short, long] = [
      await add('film', 'a.pdf', 100),
      await add('film', 'b.pdf', 100),
      await add('film', 'c.pdf', 100),
    ]
    await add('film', 'd.pdf', 100)
    await storage.remove(`work/${missing}`)
    await storage.put(`work/${short}`, Buffer.alloc(99))
    await storage.put(`work/${long}`, Buffer.alloc(101))
    const examples = [
      [missing, `"a.pdf" of ${number} is missing (work/${missing})`],
      [short, `"b.pdf" of ${number} has 99 of 100 bytes (work/${short})`],
      [long, `"c.pdf" of ${number} has 101 of 100 bytes (work/${long})`],
    ].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    expect(await examine()).toEqual({
      name: 'stored files',
      state: 'failed',
      detail: `3 of 4 files are missing or have another size: ${examples.map(([, text]) => text).join(', ')}; ${wayOut}`,
    })
  })

  test('a blind copy or a size of a picture that is missing is a failure, a cover or pages are a warning', async () => {
    const ctx = site.asProgram()
    const film = { purpose: 'work', id: await add('film', 'lesson.pdf', 100), size: 100 } as const
    await putCover(ctx, film, { picture: Buffer.alloc(10), rules: 'x' })
    await putPages(ctx, film, { pages: Buffer.alloc(10), rules: 'x' })
    await storage.remove(`work/${film.id}-cover`)
    await storage.put(`work/${film.id}-pages`, Buffer.alloc(9))
    const previews = `the pictures or pages of 1 file are missing or incomplete: "lesson.pdf" of ${number} is missing (work/${film.id}-cover)`
    expect(await examine()).toEqual({ name: 'stored files', state: 'warning', detail: `${previews}; ${wayOut}` })
    await putCopy(ctx, film, Buffer.alloc(10))
    await storage.remove(`work/${film.id}-copy`)
    const picture = { purpose: 'picture', id: await addFile(site.db, { width: 320 }) } as const
    await storage.put(variantKeyOf(picture, 320, 'avif'), Buffer.alloc(5))
    await storage.put(variantKeyOf(picture, 320, 'webp'), Buffer.alloc(0))
    expect(await examine()).toEqual({
      name: 'stored files',
      state: 'failed',
      detail: [
        `2 of 2 files are missing or have another size: "picture.png" has 0 bytes (picture/${picture.id}-320-webp), "lesson.pdf" of ${number} is missing (work/${film.id}-copy)`,
        previews,
        wayOut,
      ].join('; '),
    })
  })

  test('what is removed, stored or made anew while they are compared is not reported', async () => {
    const ctx = site.asProgram()
    const removed = await add('film', 'removed.pdf', 100)
    const renewed = { purpose: 'work', id: await add('film', 'renewed.pdf', 100), size: 100 } as const
    await putCopy(ctx, renewed, Buffer.alloc(10))
    const late = await add('film', 'late.pdf', 100)
    /** As if its listing were from before the last of them was stored; the rest happens while it is read. */
    const meanwhile =
      (sizesOf: SizesOf): SizesOf =>
      async (keys) => {
        await removeFiles(site.db, [removed])
        await storage.remove(`work/${removed}`)
        const sizes = await sizesOf(keys)
        await putCopy(ctx, renewed, Buffer.alloc(20))
        return sizes.map((size, index) => (keys[index] === `work/${late}` ? undefined : size))
      }
    const busy: Storage = { ...storage, openListing: () => meanwhile(storage.openListing()) }
    const nothing = { count: 0, examples: [] }
    const { files, damaged, withoutPreview } = await verifyStoredFiles(site.db, busy)
    expect([files, damaged, withoutPreview]).toEqual([3, nothing, nothing])
  })

  test('that were removed, or whose upload is not complete, need not be there', async () => {
    await removeFiles(site.db, [await addFile(site.db, { purpose: 'video' })])
    await addFile(site.db, { purpose: 'video', state: 'refused' })
    const uploads = uploaderOf(site, person)
    const { path } = await uploads.begin({ size: 100 })
    await uploads.send(path, 0, Buffer.from('half of'))
    expect((await examine()).detail).toBe('0 files, 0.0 MB, all there')
  })
})

describe('a folder', () => {
  test('a file that was moved away or truncated behind the program is found; the first five are named', async () => {
    const dataDirectory = await newFolder()
    const site = await startSite({ config: { dataDirectory } })
    const { rawStorage } = site.asProgram().installation
    const ids: FileId[] = []
    for (let index = 0; index < 8; index += 1) {
      const id = await addFile(site.db, { purpose: 'video', name: 'lesson.mp4', size: 10 })
      await rawStorage.put(`video/${id}`, Buffer.alloc(10))
      ids.push(id)
    }
    ids.sort()
    const config = { ...readConfig({ DATABASE_URL: site.databaseUrl }), dataDirectory }
    const pathOf = (id: FileId) => join(dataDirectory, 'files/video', id)
    await rename(pathOf(ids[0]!), join(dataDirectory, 'elsewhere.mp4'))
    await truncate(pathOf(ids[1]!), 3)
    const few = await examineStoredFiles({ config }, site.db)
    for (const id of ids.slice(2)) await writeFile(pathOf(id), await readFile(pathOf(ids[1]!)))
    const all = await examineStoredFiles({ config }, site.db)
    await site.close()
    expect([few.state, few.detail]).toEqual([
      'failed',
      `2 of 8 files are missing or have another size: "lesson.mp4" is missing (video/${ids[0]}), "lesson.mp4" has 3 of 10 bytes (video/${ids[1]}); ${wayOut}`,
    ])
    expect(all.detail).toContain(`"lesson.mp4" has 3 of 10 bytes (video/${ids[4]}) and 3 more; ${wayOut}`)
    expect(all.detail).not.toContain(ids[5])
  })
})

describe('a bucket', () => {
  let site: TestSite
  let bucket: TestBucket
  let examine: () => Promise<Check>
  beforeEach(async () => {
    bucket = await startBucket()
    site = await startSite({ config: { s3: bucket.config } })
    const config = { ...readConfig({ DATABASE_URL: site.databaseUrl }), s3: bucket.config }
    examine = () => examineStoredFiles({ config }, site.db)
  })
  afterEach(async () => {
    await site.close()
    await bucket.close()
  })

  test('is listed a thousand keys at a time; only objects that differ are asked for by themselves, a thousand at most', async () => {
    const piece = { path: 'nobody reads it', size: 10, etag: 'x', sha256: 'x' }
    for (let count = 0; count < 1_100; count += 1)
      await bucket.place(`contest/answer/${await addFile(site.db, { purpose: 'answer', size: 10 })}`, piece)
    bucket.requests.length = 0
    expect((await examine()).detail).toBe('1100 files, 0.0 MB, all there')
    expect(bucket.requests.map(({ method, query }) => [method, query.get('prefix')])).toEqual([
      ['GET', 'contest/answer/'],
      ['GET', 'contest/answer/'],
    ])
    await site.db.update(file).set({ size: 11 })
    bucket.requests.length = 0
    expect((await examine()).detail).toMatch(/^1100 of 1100 files are missing or have another size/)
    expect(bucket.requests.map(({ method }) => method).toSorted()).toEqual([
      ...Array<string>(2).fill('GET'),
      ...Array<string>(1_000).fill('HEAD'),
    ])
  })

  test('whose key may not list is not compared', async () => {
    await addFile(site.db, { purpose: 'answer' })
    bucket.refuseListing()
    expect(await examine()).toEqual({
      name: 'stored files',
      state: 'warning',
      detail: 'not compared: the key may not list the bucket (s3:ListBucket)',
    })
  })
})

describe('a site on which everything is as it should be', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterAll(() => Promise.all(closing.map((close) => close())))

  test('the demo', async () => {
    const url = await createDemoDatabase()
    const { db, close } = connect(url, () => undefined)
    closing.push(close)
    const config = { ...readConfig({ DATABASE_URL: url }), dataDirectory: inject('demoFolder') }
    const { state, detail } = await examineStoredFiles({ config }, db)
    expect([state, detail]).toEqual(['ok', expect.stringMatching(/^\d{2,} files, [\d.]+ MB, all there$/)])
  })

  test('after uploads, pictures, submissions, blind copies and certificates', async () => {
    const dataDirectory = await newFolder()
    const site = await startSite({ withTasks: true, withJobs: true, config: { dataDirectory } })
    closing.push(() => site.close())
    const organiser = await createPerson(site, { access: 'admin' })
    const edition = await createEdition(site)
    const activity = await createWorkActivity(site, edition)
    const { captain, enrolmentId } = await createApprovedTeam(site, activity, organiser)
    const worker = workerOf(site, captain)
    const { id } = await worker.start(enrolmentId)
    await worker.upload(id, 'plan', await pdfSample(2))
    await worker.fill(id)
    expect((await worker.submit(id)).status).toBe(200)
    await inspectFile(site.asProgram(), (await worker.read(id)).files[0]!.id)
    const office = await issuerOf(site, organiser)
    const issue = await office.create('award', { from: 'sheet', edition, activity })
    await office.upload(issue.id, ['姓名,奖项,作品名称,单位', '周一鸣,一等奖,山,江州一中'])
    await office.start(issue.id)
    await office.ended(issue.id)
    const picture = await uploaderOf(site, organiser).whole(
      { purpose: 'picture', name: 'photo.jpg' },
      await photoSample('jpeg'),
    )
    await site.drain.begin()
    const rows = await site.db.select({ purpose: file.purpose, state: file.state, copySize: file.copySize }).from(file)
    expect(rows.map(({ purpose }) => purpose).toSorted()).toEqual(['certificate', 'picture', 'work'])
    expect(rows.find(({ purpose }) => purpose === 'work')!.copySize).toBeGreaterThan(0)
    const config = { ...readConfig({ DATABASE_URL: site.databaseUrl }), dataDirectory }
    const examine = async () => (await examineStoredFiles({ config }, site.db)).state
    expect(await examine()).toBe('ok')
    await site.db.update(file).set({ size: 1 }).where(eq(file.purpose, 'certificate'))
    expect([picture.sent.status, await examine()]).toEqual([204, 'failed'])
  })
})
