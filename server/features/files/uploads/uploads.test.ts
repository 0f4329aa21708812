import { randomBytes } from 'node:crypto'
import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { failureOf } from '../../../platform/http/failures.ts'
import { features } from '../../../features.ts'
import { createSweep } from '../../../sweep.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { uploaderOf } from '../../../testing/uploads.ts'
import { audit, auditPersonal } from '../../audit/tables.ts'
import { readDiskSpace } from './disk-space.ts'
import { createInspection } from '../content/inspection.ts'
import { createReceivers } from './running-uploads.ts'
import { file, upload } from '../tables.ts'
import { continueUpload, finishArrived } from './uploads.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'

let site: TestSite
let dataDirectory: string
let ctx: Ctx
let person: TestPerson
let organiser: TestPerson
let mine: ReturnType<typeof uploaderOf>
let office: ReturnType<typeof uploaderOf>

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-uploads-'))
  site = await startSite({
    config: { dataDirectory },
    extraRoutes: (http) => {
      ctx = http.contextOf({ headers: {}, id: 'test' } as never, 'en-US')
    },
  })
  person = await createPerson(site)
  organiser = await createPerson(site, { access: 'admin' })
  mine = uploaderOf(site, person)
  office = uploaderOf(site, organiser)
})
afterAll(() => site.close())

const text = (length: number): Buffer => Buffer.from('0123456789'.repeat(Math.ceil(length / 10)).slice(0, length))

/** Waits until this many bytes of an upload are on the disk, whether or not they are committed. */
const untilOnDisk = (id: FileId, bytes: number, purpose = 'answer') =>
  eventually(async () => {
    expect((await stat(join(dataDirectory, 'files/growing', purpose, id))).size).toBeGreaterThanOrEqual(bytes)
  })

const inspect = () => createInspection({ db: site.db, clock: site.clock, storage: ctx.installation.storage }).run()

const offsetOf = async (path: string) => Number((await mine.look(path)).headers.get('upload-offset'))

const download = async (id: FileId, who: TestPerson = person) => {
  const response = await fetch(`${site.url}/api/files/${id}`, { headers: who.headers })
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
}

describe('an upload', () => {
  it('tells everybody what it can do', async () => {
    const { status, headers, text: body } = await site.call('OPTIONS', '/api/uploads')
    const names = ['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'x-content-type-options']
    expect([status, body, ...names.map((name) => headers.get(name))]).toEqual([
      204,
      '',
      '1.0.0',
      '1.0.0',
      'creation,expiration,termination',
      '2000000000',
      'nosniff',
    ])
  })

  it('arrives in pieces and becomes a file of the same id', async () => {
    const content = text(3_000)
    const { answer, path, id } = await mine.begin({ size: 3_000, name: '我的笔记.txt' })
    expect([answer.status, answer.headers.get('upload-expires')]).toEqual([201, after(15 * 60_000).toUTCString()])
    expect(await mine.send(path, 0, content.subarray(0, 1_000))).toMatchObject({ status: 204, offset: '1000' })
    const known = await mine.look(path)
    const names = ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control', 'tus-resumable']
    expect([known.status, ...names.map((name) => known.headers.get(name))]).toEqual([
      200,
      '1000',
      '3000',
      `filename ${Buffer.from('我的笔记.txt').toString('base64')},purpose ${Buffer.from('answer').toString('base64')}`,
      'no-store',
      '1.0.0',
    ])
    expect(await mine.send(path, 1_000, content.subarray(1_000))).toMatchObject({ status: 204, offset: '3000' })
    expect((await site.get(`/api/files/${id}/state`, person.headers)).data()).toEqual({
      id,
      purpose: 'answer',
      state: 'waiting',
      name: '我的笔记.txt',
      size: 3_000,
      picture: null,
      refusal: null,
    })
    await inspect()
    expect(await download(id)).toEqual({ status: 200, content })
    const [entry] = await site.db
      .select({ action: audit.action, actor: audit.actorId, personal: auditPersonal.content })
      .from(audit)
      .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
      .where(eq(audit.subjectId, id))
    expect(entry).toEqual({
      action: 'file.stored',
      actor: person.id,
      personal: {
        address: '127.0.0.1',
        changes: { before: null, after: { purpose: 'answer', name: '我的笔记.txt', size: 3_000 } },
      },
    })
  })

  it('is nothing for visitors, and does not exist for others', async () => {
    const { path } = await mine.begin({ size: 10 })
    expect((await site.call('POST', '/api/uploads')).status).toBe(401)
    expect((await site.call('HEAD', path)).status).toBe(401)
    const stranger = uploaderOf(site, await createPerson(site))
    for (const other of [stranger, office]) {
      expect((await other.look(path)).status).toBe(404)
      expect(await other.send(path, 0, text(10))).toMatchObject({ status: 404, error: 'upload.notFound' })
      expect((await other.cancel(path)).status).toBe(404)
    }
    expect(await offsetOf(path)).toBe(0)
  })

  it('is never read back at its own address', async () => {
    const { path } = await mine.begin({ size: 10 })
    await mine.send(path, 0, text(5))
    const answer = await site.get(path, { ...person.headers, 'tus-resumable': '1.0.0' })
    expect([answer.status, answer.text.includes('01234')]).toEqual([404, false])
  })

  it('goes on only at the byte it has come to', async () => {
    const { path } = await mine.begin({ size: 100 })
    await mine.send(path, 0, text(40))
    for (const offset of [0, 39, 41, 100])
      expect(await mine.send(path, offset, text(10))).toMatchObject({ status: 409, error: 'upload.elsewhere' })
    expect(await offsetOf(path)).toBe(40)
  })

  it('ends while it is sent when its owner is disabled', async () => {
    const sender = await createPerson(site)
    const theirs = uploaderOf(site, sender)
    const { path, id } = await theirs.begin({ size: 200_000 })
    const connection = theirs.trickle(path, 0, 200_000)
    void connection.write(text(70_000))
    await untilOnDisk(id, 60_000)
    await site.pool.query(`update account set status = 'disabled' where id = $1`, [sender.id])
    await connection.ended
    expect(await site.db.select().from(file).where(eq(file.id, id))).toEqual([])
  })

  it('keeps what came before a connection was cut', async () => {
    const content = text(200_000)
    const { path, id } = await mine.begin({ size: content.length })
    const connection = mine.trickle(path, 0, content.length)
    await connection.write(content.subarray(0, 150_000))
    await untilOnDisk(id, 150_000)
    await connection.cut()
    await eventually(async () => expect(await offsetOf(path)).toBe(150_000))
    expect(await mine.send(path, 150_000, content.subarray(150_000))).toMatchObject({ status: 204 })
    await inspect()
    expect((await download(id)).content.equals(content)).toBe(true)
  })

  it('is taken over by the newest request, wherever the one before hangs', async () => {
    const content = text(100_000)
    const { path, id } = await mine.begin({ size: content.length })
    const hanging = mine.trickle(path, 0, content.length)
    await hanging.write(content.subarray(0, 50_000))
    await untilOnDisk(id, 50_000)
    // The hanging request releases it, and what it sent counts.
    expect((await mine.send(path, 0, content)).status).toBe(409)
    await hanging.ended
    expect(await offsetOf(path)).toBe(50_000)
    expect((await mine.send(path, 50_000, content.subarray(50_000))).status).toBe(204)
    await inspect()
    expect((await download(id)).content.equals(content)).toBe(true)
  })

  it('takes one of two that come at once', async () => {
    const content = text(300_000)
    const { path, id } = await mine.begin({ size: content.length })
    const answers = await Promise.all(
      [mine.send(path, 0, content), mine.send(path, 0, content)].map((sent) => sent.catch(() => ({ status: 0 }))),
    )
    const statuses = answers.map(({ status }) => status)
    const received = await offsetOf(path)
    if (received < content.length) await mine.send(path, received, content.subarray(received))
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
    await inspect()
    expect((await download(id)).content.equals(content)).toBe(true)
  })

  it('says the same about its last byte when that is sent twice', async () => {
    const { path } = await mine.begin({ size: 10 })
    await mine.send(path, 0, text(10))
    expect(await mine.send(path, 10, Buffer.alloc(0))).toMatchObject({ status: 204, offset: '10' })
    expect((await mine.look(path)).headers.get('upload-offset')).toBe('10')
  })

  it('takes no more than was announced', async () => {
    const { path } = await mine.begin({ size: 10 })
    expect(await mine.send(path, 0, text(11))).toMatchObject({ status: 400, error: 'request.malformed' })
    expect(await offsetOf(path)).toBe(0)
  })

  it('is forgotten when it is cancelled', async () => {
    const { path } = await mine.begin({ size: 10 })
    await mine.send(path, 0, text(5))
    expect((await mine.cancel(path)).status).toBe(204)
    expect([(await mine.look(path)).status, (await mine.cancel(path)).status]).toEqual([404, 404])
  })

  it('becomes a file later when the program ended before it could', async () => {
    const { path, id } = await mine.begin({ size: 10 })
    await mine.send(path, 0, text(10))
    await site.db.delete(file).where(eq(file.id, id))
    await site.db.update(upload).set({ isFinished: false }).where(eq(upload.id, id))
    await finishArrived({ ...ctx, actor: { kind: 'system' } }, {})
    await inspect()
    expect((await download(id)).status).toBe(200)
  })
})

describe('a request that is no tus', () => {
  const statusOf = async (method: string, path: string, headers: Record<string, string>) => {
    const answer = await site.call(method, path, { headers: { ...person.headers, ...headers } })
    return [answer.status, answer.text === '' ? undefined : answer.failure().error]
  }
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${btoa('a.txt')},purpose ${btoa('answer')}`

  it('is refused: another version', async () => {
    expect(await statusOf('POST', '/api/uploads', {})).toEqual([412, 'upload.wrongProtocol'])
    expect(await statusOf('POST', '/api/uploads', { 'tus-resumable': '0.2.2' })).toEqual([412, 'upload.wrongProtocol'])
    const answer = await site.call('POST', '/api/uploads', { headers: person.headers })
    expect(answer.headers.get('tus-version')).toBe('1.0.0')
  })

  it.each([
    ['no length', { 'upload-metadata': metadata }],
    ['a length that is put off', { 'upload-metadata': metadata, 'upload-defer-length': '1' }],
    ['a negative length', { 'upload-metadata': metadata, 'upload-length': '-1' }],
    ['an endless length', { 'upload-metadata': metadata, 'upload-length': '9'.repeat(30) }],
    ['no metadata', { 'upload-length': '10' }],
    ['no name', { 'upload-length': '10', 'upload-metadata': `purpose ${btoa('answer')}` }],
    [
      'a name of nothing',
      { 'upload-length': '10', 'upload-metadata': `filename ${btoa('/')},purpose ${btoa('answer')}` },
    ],
    ['no purpose', { 'upload-length': '10', 'upload-metadata': `filename ${btoa('a.txt')}` }],
    [
      'an invented purpose',
      { 'upload-length': '10', 'upload-metadata': `filename ${btoa('a')},purpose ${btoa('toString')}` },
    ],
    [
      'a person’s picture',
      { 'upload-length': '10', 'upload-metadata': `filename ${btoa('a')},purpose ${btoa('avatar')}` },
    ],
    [
      'long metadata',
      { 'upload-length': '10', 'upload-metadata': `filename ${'A'.repeat(5_000)},purpose ${btoa('answer')}` },
    ],
  ])('is refused: %s', async (_what, headers: Record<string, string>) => {
    expect(await statusOf('POST', '/api/uploads', { ...tus, ...headers })).toEqual([422, 'request.invalid'])
  })

  it('is refused: bytes of another type, or from another site', async () => {
    const { path } = await mine.begin({ size: 10 })
    const patch = async (headers: Record<string, string>) => mine.send(path, 0, text(10), headers)
    expect((await patch({ 'content-type': 'application/octet-stream' })).status).toBe(415)
    expect((await patch({ 'content-type': 'text/plain' })).status).toBe(403)
    expect((await patch({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await patch({ 'upload-offset': 'first' })).status).toBe(422)
    expect(await offsetOf(path)).toBe(0)
  })
})

describe('the limits of uploads', () => {
  it('are told before anything is sent', async () => {
    const { answer } = await mine.begin({ size: 200_000_001 })
    expect([answer.status, answer.failure().error, answer.failure().params]).toEqual([
      413,
      'file.tooLarge',
      { limitMb: 200 },
    ])
    const largest = { picture: 10, attachment: 200, video: 2_000, captions: 1 } as const
    for (const [purpose, limitMb] of Object.entries(largest)) {
      const begun = await office.begin({ purpose: purpose as keyof typeof largest, size: limitMb * 1_000_000 + 1 })
      expect(begun.answer.failure().params).toEqual({ limitMb })
    }
    expect((await mine.begin({ size: 0 })).answer.failure().error).toBe('file.refused')
  })

  it('let organisers alone bring what everybody sees', async () => {
    for (const purpose of ['picture', 'attachment', 'video', 'captions'] as const) {
      expect((await mine.begin({ size: 10, purpose })).answer.status).toBe(403)
      expect((await office.begin({ size: 10, purpose })).answer.status).toBe(201)
    }
  })

  it('let a user have ten unfinished at once, however many requests are parallel', async () => {
    const eager = await createPerson(site)
    const uploader = uploaderOf(site, eager)
    const begun = await Promise.all(Array.from({ length: 14 }, () => uploader.begin({ size: 10 })))
    const refused = begun.filter(({ answer }) => answer.status === 429)
    expect(refused).toHaveLength(4)
    expect(refused[0]!.answer.failure()).toMatchObject({ error: 'upload.tooMany', params: { most: 10 } })
    const { path } = begun.find(({ answer }) => answer.status === 201)!
    await uploader.send(path, 0, text(10))
    expect((await uploader.begin({ size: 10 })).answer.status).toBe(201)
  })

  it('limit the space of each user for answers', async () => {
    const hoarder = await createPerson(site)
    const uploader = uploaderOf(site, hoarder)
    for (let count = 0; count < 9; count += 1)
      expect((await uploader.begin({ size: 200_000_000 })).answer.status).toBe(201)
    await site.db.update(upload).set({ size: 400_000_000 }).where(eq(upload.ownerId, hoarder.id))
    const { answer } = await uploader.begin({ size: 10 })
    expect([answer.status, answer.failure().error]).toEqual([413, 'upload.noRoom'])
  })
})

describe('an upload that nobody goes on with', () => {
  it('expires a day after its last byte, and is forgotten', async () => {
    const lazy = await createPerson(site)
    const uploader = uploaderOf(site, lazy)
    const { path, id } = await uploader.begin({ size: 100 })
    await uploader.send(path, 0, text(20))
    site.clock.set(after(3_600_000))
    await uploader.send(path, 20, text(30))
    site.clock.set(after(86_400_000 + 3_599_999))
    expect((await uploader.look(path)).status).toBe(200)
    site.clock.set(after(86_400_000 + 3_600_000))
    expect((await uploader.look(path)).status).toBe(404)
    expect((await uploader.send(path, 50, text(50))).status).toBe(404)
    await createSweep({ db: site.db, clock: site.clock, storage: ctx.installation.storage, features }).run()
    expect(await site.db.$count(upload, eq(upload.id, id))).toBe(0)
    site.clock.set(fixedNow)
  })

  it('holds the room that was announced for minutes, not for a day, when not a byte of it comes', async () => {
    const idle = await createPerson(site)
    const uploader = uploaderOf(site, idle)
    const begun = await Promise.all(Array.from({ length: 10 }, () => uploader.begin({ size: 200_000_000 })))
    expect(begun.map(({ answer }) => answer.status)).toEqual(begun.map(() => 201))
    expect((await uploader.begin({ size: 10 })).answer.status).toBe(429)
    site.clock.set(after(15 * 60_000))
    expect((await uploader.begin({ size: 200_000_000 })).answer.status).toBe(201)
    await createSweep({ db: site.db, clock: site.clock, storage: ctx.installation.storage, features }).run()
    expect(await site.db.$count(upload, eq(upload.ownerId, idle.id))).toBe(1)
    site.clock.set(fixedNow)
  })

  it('holds no room on the disk once it has fallen silent, and goes on all the same', async () => {
    const slow = await createPerson(site)
    const uploader = uploaderOf(site, slow)
    await site.db.delete(upload)
    const promised = async () => (await readDiskSpace({ ...ctx, now: site.clock.now() })).disk!.promised
    const { path } = await uploader.begin({ size: 100 })
    await uploader.send(path, 0, text(40))
    const before = await promised()
    site.clock.set(after(15 * 60_000 - 1))
    expect(await promised()).toBe(before)
    site.clock.set(after(15 * 60_000))
    expect(await promised()).toBe(0)
    expect((await uploader.send(path, 40, text(60))).status).toBe(204)
    site.clock.set(fixedNow)
  })
})

describe('a disk that becomes full on the way', () => {
  it('is told, and the upload goes on later from what was safe', async () => {
    const { path, id } = await mine.begin({ size: 100 })
    await mine.send(path, 0, text(40))
    const { storage } = ctx.installation
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const resumable = { ...storage.resumable, append: () => Promise.reject(full) }
    const actor: SignedIn['actor'] = {
      kind: 'account',
      id: person.id,
      sessionId: person.sessionId,
      access: 'user',
      lacksSecondFactor: false,
      duties: [],
      activities: null,
    }
    const outer = { ...ctx, actor, installation: { ...ctx.installation, storage: { ...storage, resumable } } }
    const incoming = { offset: 40, length: 60, body: Readable.from([text(60)]) }
    const failure = await continueUpload(outer, id, incoming, {
      receivers: createReceivers(() => undefined),
      readers: {},
    }).catch((error: unknown) => error)
    expect(failureOf(failure, 'test').error).toBe('server.diskFull')
    expect(await offsetOf(path)).toBe(40)
    expect((await mine.send(path, 40, text(60))).status).toBe(204)
  })
})

describe('a process that was killed while it received', () => {
  it('holds an upload no longer than its lease', async () => {
    const { path, id } = await mine.begin({ size: 10 })
    const holder = '0190c0de-0000-7000-8000-000000000001'
    await site.db
      .update(upload)
      .set({ holder, heldUntil: new Date(0) })
      .where(eq(upload.id, id))
    expect((await mine.send(path, 0, text(10))).status).toBe(204)
  })
})

describe('the program', () => {
  it('may end in the middle of an upload: the next one goes on at the same byte', async () => {
    const content = randomBytes(400_000)
    const first = await startSite({ config: { dataDirectory }, databaseUrl: site.databaseUrl })
    const before = uploaderOf(first, organiser)
    const { path, id } = await before.begin({ size: content.length, purpose: 'attachment', name: 'a.zip' })
    content.write('PK\u0003\u0004', 'latin1')
    const connection = before.trickle(path, 0, content.length)
    await connection.write(content.subarray(0, 250_000))
    await untilOnDisk(id, 250_000, 'attachment')
    await first.drain.begin()
    await first.close()

    const second = await startSite({ config: { dataDirectory }, databaseUrl: site.databaseUrl, withJobs: true })
    const later = uploaderOf(second, organiser)
    expect((await later.look(path)).headers.get('upload-offset')).toBe('250000')
    expect((await later.send(path, 250_000, content.subarray(250_000))).status).toBe(204)
    const arrived = await eventually(async () => {
      const answer = await fetch(`${second.url}/api/files/${id}`)
      const body = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(200)
      return body
    })
    expect(arrived.equals(content)).toBe(true)
    await second.drain.begin()
    await second.close()
  })
})
