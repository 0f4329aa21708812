import { leastInParts } from '@lectern/contract/files/part-values.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import type { ActivityId, FileId, WorkId } from '@lectern/contract/ids.ts'
import { readReceipt } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from './platform/database/drizzle.ts'
import { createS3Storage } from './platform/storage/s3.ts'
import { createSweep } from './sweep.ts'
import { features } from './features.ts'
import { startBucket, type TestBucket } from './testing/bucket/bucket.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from './testing/contest.ts'
import { mediaSample } from './testing/media-samples.ts'
import { hashOfPart, hashOfWhole, partUploaderOf } from './testing/part-uploads.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from './testing/site.ts'
import { createApprovedTeam, createWorkActivity, testRules, workerOf } from './testing/works.ts'
import { file, upload as uploadTable } from './features/files/tables.ts'
import { finishArrived } from './features/files/uploads/uploads.ts'
import { headBytes } from './features/files/content/content-kind.ts'
import { readersOf } from './features/files/content/read-file.ts'
import { teamMember } from './features/teams/tables.ts'
import { workFile } from './features/works/tables.ts'

const publicUrl = new URL('http://contest.example.org')
/** A film that players and inspections read at once: they skip a box of this kind. */
const padding = Buffer.alloc(leastInParts)
padding.writeUInt32BE(padding.length)
padding.write('free', 4)
const film = Buffer.concat([await mediaSample('lesson.mp4'), padding])
const size = film.length

let bucket: TestBucket
let site: TestSite
let activityId: ActivityId
let organiser: TestPerson

const startHere = (options: Parameters<typeof startSite>[0] = {}) =>
  startSite({ ...options, config: { s3: bucket.config, publicUrl, ...options.config } })

beforeAll(async () => {
  bucket = await startBucket()
  bucket.allow(publicUrl.origin)
  site = await startHere()
  const rules = {
    ...testRules,
    parts: testRules.parts.map((part) => ({
      ...part,
      ...(part.id === 'plan' && { kind: 'video' as const }),
      maxMegabytes: 100,
      maxFiles: 5,
    })),
  }
  activityId = await createWorkActivity(site, await createEdition(site), { rules })
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(async () => {
  await site.close()
  await bucket.close()
})

/** A work that nothing was uploaded for. */
const begun = async () => {
  site.clock.set(fixedNow)
  const { captain, team, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  return { id, team, worker, captain, sender: partUploaderOf(site, captain), target: { work: id, part: 'plan' } }
}

const statusAndCode = async (answer: Response) => [answer.status, /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]]

/** Runs what waits in the background, and ends. */
const work = async (done: () => Promise<void>): Promise<void> => {
  const helper = await startHere({ databaseUrl: site.databaseUrl, clock: site.clock, withTasks: true })
  try {
    await eventually(done)
  } finally {
    await helper.drain.begin()
    await helper.close()
  }
}

const confirmationsIn = async (worker: ReturnType<typeof workerOf>, id: WorkId) =>
  (await worker.read(id)).files.map(({ confirmation, findings }) => [confirmation, findings.map(({ code }) => code)])

const receiptOf = async (captain: TestPerson, id: WorkId) =>
  (await site.ask(readReceipt, { headers: english(captain), params: { id, number: '1' } })).data.parts[0]!.files

const titlesFor = async (person: TestPerson) =>
  (await site.ask(listNotices, { headers: english(person) })).data.list.map(({ title }) => title)

describe('a large file of a work', () => {
  test('goes to the bucket in parts, counts at once with the hash of the browser, and is confirmed by a worker', async () => {
    const { id, worker, captain, sender, target } = await begun()
    const before = bucket.requests.length
    const upload = await sender.begin(target, size, 'film.pdf')
    expect([upload.answer.status, upload.partBytes]).toEqual([201, 5 * 1024 ** 2])
    await sender.sendParts(upload, film)
    expect((await sender.complete(upload.id, hashOfWhole(film))).status).toBe(200)
    expect(await confirmationsIn(worker, id)).toEqual([['waiting', []]])
    await worker.fill(id)
    expect((await worker.submit(id)).status).toBe(200)
    const [named] = await receiptOf(captain, id)
    expect(named).toEqual({ name: 'film.pdf', size, sha256: hashOfWhole(film), confirmation: 'waiting' })
    // Of the content, the program itself has moved the first bytes.
    const own = bucket.requests.slice(before).filter(({ isPresigned, method }) => !isPresigned && method !== 'OPTIONS')
    expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(headBytes + 20_000)
    await work(async () => expect(await confirmationsIn(worker, id)).toEqual([['confirmed', []]]))
    expect((await receiptOf(captain, id))[0]?.confirmation).toBe('confirmed')
    expect(await titlesFor(captain)).not.toContain('A file did not arrive as it was sent')
  })

  test('that is another than the browser has hashed is a finding and a notice; what was submitted stands', async () => {
    const { id, worker, captain, sender, target } = await begun()
    const other = Buffer.from(film)
    other.write('other', 1_000)
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film)
    await sender.complete(upload.id, hashOfWhole(other))
    await worker.fill(id)
    await worker.submit(id)
    await work(async () => expect(await confirmationsIn(worker, id)).toEqual([['different', ['otherContent']]]))
    const { state, submissions, number } = await worker.read(id)
    expect([state, submissions.length]).toEqual(['submitted', 1])
    expect((await receiptOf(captain, id))[0]).toMatchObject({ sha256: hashOfWhole(other), confirmation: 'different' })
    expect(await titlesFor(captain)).toContain(`A file did not arrive as it was sent: ${number}`)
    expect(await titlesFor(organiser)).toContain(`A file of a work did not arrive as it was sent: ${number}`)
    const [row] = await site.db.select().from(file).where(eq(file.id, upload.id))
    expect([row!.isConfirmed, row!.actualSha256!.toString('hex')]).toEqual([false, hashOfWhole(film)])
    // Nothing is said twice.
    const told = (await titlesFor(captain)).length
    await work(async () => undefined)
    expect((await titlesFor(captain)).length).toBe(told)
  })

  test('goes on with the parts that are missing', async () => {
    const { id, worker, sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film, [1, 3])
    expect((await sender.complete(upload.id, hashOfWhole(film))).failure().error).toBe('upload.elsewhere')
    const hashOf = (number: number) => hashOfPart(sender.cut(film, upload.partBytes, number))
    expect((await sender.parts(upload.id)).data.parts).toEqual([
      { number: 1, sha256: hashOf(1) },
      { number: 3, sha256: hashOf(3) },
    ])
    expect((await worker.read(id)).uploads).toMatchObject([{ id: upload.id, received: 2 * upload.partBytes, size }])
    await sender.sendParts(upload, film, [2, 4])
    expect((await sender.complete(upload.id, hashOfWhole(film))).status).toBe(200)
    expect((await worker.read(id)).files.map((one) => one.id)).toEqual([upload.id])
  })

  test('is completed once, however often it is asked for', async () => {
    const { id, worker, sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film)
    const answers = await Promise.all([1, 2, 3].map(() => sender.complete(upload.id, hashOfWhole(film))))
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    expect((await sender.complete(upload.id, hashOfWhole(film))).status).toBe(200)
    expect((await worker.read(id)).files.map((one) => one.id)).toEqual([upload.id])
    expect(bucket.unfinishedUploads()).toBe(0)
  })

  test('is made a file although the program ended between the bucket and the database', async () => {
    const { id, worker, sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film)
    const [row] = await site.db.select().from(uploadTable).where(eq(uploadTable.id, upload.id))
    await site.db
      .update(uploadTable)
      .set({ received: size, sha256: Buffer.from(hashOfWhole(film), 'hex') })
      .where(eq(uploadTable.id, upload.id))
    await createS3Storage(bucket.config).resumable.finish(`work/${upload.id}`, row!.uploadState)
    await finishArrived(site.asProgram(), readersOf(features))
    expect((await worker.read(id)).files.map((one) => one.id)).toEqual([upload.id])
    expect((await sender.complete(upload.id, hashOfWhole(film))).status).toBe(200)
  })

  test('is made a file once although two processes finish it at the same time', async () => {
    const { id, worker, sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film)
    await site.db
      .update(uploadTable)
      .set({ received: size, sha256: Buffer.from(hashOfWhole(film), 'hex') })
      .where(eq(uploadTable.id, upload.id))
    const finish = () => finishArrived(site.asProgram(), readersOf(features))
    await Promise.all([finish(), finish(), finish()])
    expect((await worker.read(id)).files.map((one) => one.id)).toEqual([upload.id])
  })

  test('is put together once although two processes do so at the same time', async () => {
    const { sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film)
    const [row] = await site.db.select().from(uploadTable).where(eq(uploadTable.id, upload.id))
    const storage = createS3Storage(bucket.config)
    const finish = () => storage.resumable.finish(`work/${upload.id}`, row!.uploadState)
    await Promise.all([finish(), finish(), finish()])
    expect(await storage.sizeOf(`work/${upload.id}`)).toBe(size)
  })

  test('begins anew when the bucket has lost it', async () => {
    const { sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    await sender.sendParts(upload, film, [1])
    const [row] = await site.db.select().from(uploadTable).where(eq(uploadTable.id, upload.id))
    await createS3Storage(bucket.config).resumable.abandon(`work/${upload.id}`, row!.uploadState)
    expect((await sender.parts(upload.id)).failure().error).toBe('upload.notFound')
    expect((await sender.link(upload.id, [])).failure().error).toBe('upload.notFound')
  })

  test('that is given up or forgotten leaves nothing in the bucket', async () => {
    const { sender, worker, target } = await begun()
    const [first, second] = [
      await sender.begin(target, size, 'film.pdf'),
      await sender.begin(target, size, 'other.pdf'),
    ]
    await sender.sendParts(first, film, [1])
    await sender.sendParts(second, film, [1])
    expect(bucket.unfinishedUploads()).toBe(2)
    expect((await worker.cancel(first.path)).status).toBe(204)
    expect(bucket.unfinishedUploads()).toBe(1)
    const { installation } = site.asProgram()
    const clock = { now: () => after(86_400_000 + 1) }
    await createSweep({ db: site.db, clock, storage: installation.storage, features }).run()
    expect(bucket.unfinishedUploads()).toBe(0)
    expect((await sender.link(second.id, [])).failure().error).toBe('upload.notFound')
  })
})

describe('a link for a part', () => {
  const ready = async () => {
    const { sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    const content = sender.cut(film, upload.partBytes, 1)
    const { links } = (await sender.link(upload.id, [{ number: 1, content }])).data
    return { sender, upload, content, url: links[0]!.url }
  }

  test('takes exactly the bytes that it was made for', async () => {
    const { sender, content, url } = await ready()
    const changed = Buffer.from(content)
    changed.write('changed')
    const short = content.subarray(0, -1)
    expect(await statusAndCode(await sender.put(url, short))).toEqual([403, 'SignatureDoesNotMatch'])
    expect(await statusAndCode(await sender.put(url, changed))).toEqual([403, 'SignatureDoesNotMatch'])
    const claimed = { 'x-amz-checksum-sha256': hashOfPart(content) }
    expect(await statusAndCode(await sender.put(url, changed, claimed))).toEqual([400, 'BadDigest'])
    expect((await sender.put(url, content)).status).toBe(200)
  })

  test('cannot be prolonged, used for another part or file, or for anything else', async () => {
    const { sender, content, url } = await ready()
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('120')
    const forge = (change: (address: URL) => void): string => {
      const address = new URL(url)
      change(address)
      return address.href
    }
    const forged = [
      forge(({ searchParams }) => searchParams.set('X-Amz-Expires', '3600')),
      forge(({ searchParams }) => searchParams.set('partNumber', '2')),
      forge(({ searchParams }) => searchParams.delete('partNumber')),
      forge(({ searchParams }) => searchParams.set('X-Amz-Signature', '0'.repeat(64))),
      forge((address) => {
        address.pathname = address.pathname.replace('work', 'video')
      }),
    ]
    for (const address of forged)
      expect(await statusAndCode(await sender.put(address, content))).toEqual([403, 'SignatureDoesNotMatch'])
    for (const method of ['GET', 'DELETE', 'POST']) expect((await fetch(url, { method })).status).toBe(403)
    await sender.put(url, content)
    bucket.expireLinks()
    expect(await statusAndCode(await sender.put(url, content))).toEqual([403, 'AccessDenied'])
  })

  test('is only for whoever began the upload, as long as they may still hand in', async () => {
    const { captain, sender, target } = await begun()
    const upload = await sender.begin(target, size, 'film.pdf')
    const content = sender.cut(film, upload.partBytes, 1)
    const wanted = [{ number: 1, content }]
    const stranger = partUploaderOf(site, await createKnownTeacher(site))
    expect((await stranger.link(upload.id, wanted)).failure().error).toBe('upload.notFound')
    expect((await sender.link(upload.id, [{ number: 5, content }])).failure().error).toBe('request.malformed')

    // Begun before the end: 60 minutes longer.
    const end = daysFromNoon(4)
    site.clock.set(after(-1_000, end))
    const late = await sender.begin(target, size, 'late.pdf')
    site.clock.set(after(59 * 60_000, end))
    expect((await sender.link(late.id, [])).failure().error).toBe('upload.notFound')
    await site.db
      .update(uploadTable)
      .set({ expiresAt: after(90 * 60_000, end) })
      .where(eq(uploadTable.id, late.id))
    expect((await sender.link(late.id, wanted)).status).toBe(200)
    site.clock.set(after(60 * 60_000 + 1, end))
    expect((await sender.link(late.id, wanted)).failure().error).toBe('work.closed')

    site.clock.set(fixedNow)
    await site.db
      .update(uploadTable)
      .set({ expiresAt: after(90 * 60_000) })
      .where(eq(uploadTable.id, upload.id))
    await site.db.delete(teamMember).where(eq(teamMember.accountId, captain.id))
    expect((await sender.link(upload.id, wanted)).failure().error).toBe('work.notFound')
  })
})

test('small files, and those of a bucket that browsers cannot use, pass through the program', async () => {
  const { sender, worker, id, target } = await begun()
  expect((await sender.begin(target, leastInParts - 1, 'film.pdf')).partBytes).toBe(0)
  const closed = await startHere({
    databaseUrl: site.databaseUrl,
    config: { publicUrl: new URL('http://other.example.org') },
  })
  try {
    const { captain, id: other } = await begun()
    const through = await partUploaderOf(closed, captain).begin({ work: other, part: 'plan' }, size, 'film.pdf')
    expect([through.answer.status, through.partBytes]).toEqual([201, 0])
  } finally {
    await closed.close()
  }
  // A client of the protocol alone, which sends no parts.
  const { answer } = await worker.begin(id, 'plan', size)
  expect([answer.status, answer.headers.get('upload-part-length')]).toEqual([201, null])
})

test('bytes of an upload in parts are not taken by the program', async () => {
  const { sender, worker, target } = await begun()
  const { path } = await sender.begin(target, size, 'film.pdf')
  expect((await worker.send(path, 0, film.subarray(0, 10))).error).toBe('upload.wrongProtocol')
})

test('a file that nobody has read is not taken for confirmed', async () => {
  const { sender, target } = await begun()
  const id: FileId = await sender.whole(target, film)
  const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
  expect(row!.checkedAt).toBeNull()
  const [stored] = await site.db.select().from(file).where(eq(file.id, id))
  expect([stored!.isConfirmed, stored!.sha256!.toString('hex')]).toEqual([false, hashOfWhole(film)])
})
