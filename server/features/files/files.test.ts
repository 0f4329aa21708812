import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { readCurrentUser, type CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Failure } from '@lectern/contract/envelope.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedIn } from '../../platform/context.ts'
import { asc, eq } from '../../platform/database/drizzle.ts'
import { failureOf } from '../../platform/http/failures.ts'
import type { Http } from '../../platform/http/serve.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { setAvatar, sweepFiles } from './service.ts'
import { file } from './tables.ts'

let site: TestSite
let http: Http
let person: TestPerson
let other: TestPerson

beforeAll(async () => {
  site = await startSite({
    extraRoutes: (given) => {
      http = given
    },
  })
  person = await createPerson(site)
  other = await createPerson(site)
})
afterAll(() => site.close())

const upload = async (
  content: Buffer | string,
  type = 'image/png',
  headers: Record<string, string> = person.headers,
) => {
  const body = new Uint8Array(Buffer.from(content))
  const response = await fetch(`${site.url}/api/account/avatar`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': type },
    body,
  })
  return { status: response.status, data: ((await response.json()) as { data: { avatar: string } & Failure }).data }
}

const download = async (path: string, headers: Record<string, string> = person.headers) => {
  const response = await fetch(site.url + path, { headers })
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}

const me = async (who: TestPerson = person): Promise<CurrentUser> =>
  (await site.get('/api/user/currentUser', who.headers)).data(readCurrentUser)

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

const contextOf = (who: TestPerson): SignedIn => {
  const actor = {
    kind: 'account',
    id: who.id,
    sessionId: who.sessionId,
    access: 'user',
    lacksSecondFactor: false,
    duties: [],
    activities: null,
  }
  return http.contextOf({ actor, id: 'test', ip: '127.0.0.1', headers: {} } as never, 'en-US') as SignedIn
}

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}

/** A few bytes that decode to 400 million pixels. */
const bomb = (): Buffer => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(20_000, 0)
  size.writeUInt32BE(20_000, 4)
  size.set([1, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000 * 2_501))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture of a person', () => {
  it('is nothing for visitors', async () => {
    const { avatar } = (await upload(await picture().png().toBuffer())).data
    expect((await upload('anything', 'image/png', {})).status).toBe(401)
    expect((await site.call('DELETE', '/api/account/avatar')).status).toBe(401)
    expect((await download(avatar, {})).status).toBe(404)
  })

  it('is made new: upright, square, small, without what the camera wrote into it', async () => {
    // Rotated by its metadata: red above blue.
    const left = await picture(200, 400).png().toBuffer()
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Zhang Wei', ImageDescription: 'at home' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeInstanceOf(Buffer)
    const { status, data } = await upload(photo, 'image/jpeg')
    expect(status).toBe(200)
    expect((await me()).avatar).toBe(data.avatar)

    const { content } = await download(data.avatar)
    const { format, width, height, exif, icc, xmp, iptc, orientation } = await sharp(content).metadata()
    expect({ format, width, height, exif, icc, xmp, iptc, orientation }).toEqual({
      format: 'webp',
      width: 256,
      height: 256,
    })
    expect(content.length).toBeLessThan(5_000)
    const pixels = await sharp(content).removeAlpha().raw().toBuffer()
    const isRed = (x: number, y: number): boolean => pixels[(y * 256 + x) * 3]! > 128
    expect([isRed(20, 20), isRed(236, 20), isRed(20, 236), isRed(236, 236)]).toEqual([true, true, false, false])
  })

  it('is seen by everybody who is signed in, and kept by the browser, where it can do nothing', async () => {
    const { avatar } = await me()
    const { status, headers, content } = await download(avatar!, other.headers)
    expect(status).toBe(200)
    const names = [
      'content-type',
      'content-length',
      'cache-control',
      'content-security-policy',
      'x-content-type-options',
    ]
    expect(names.map((name) => headers.get(name))).toEqual([
      'image/webp',
      String(content.length),
      'private, max-age=31536000, immutable',
      "default-src 'none'; sandbox",
      'nosniff',
    ])
    const [row] = await site.db
      .select()
      .from(file)
      .where(eq(file.id, avatar!.split('/').at(-1) as FileId))
    expect(row).toEqual({
      id: row!.id,
      isConfirmed: true,
      actualSha256: null,
      ownerId: person.id,
      purpose: 'avatar',
      name: 'avatar.webp',
      type: 'image/webp',
      size: content.length,
      copySize: null,
      coverSize: null,
      coverRules: null,
      pagesSize: null,
      pagesRules: null,
      sha256: createHash('sha256').update(content).digest(),
      state: 'stored',
      width: null,
      height: null,
      refusal: null,
      attempts: 0,
      dueAt: null,
      createdAt: fixedNow,
    })
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'may be uploaded as %s, whatever it is called',
    async (kind) => {
      const { status, data } = await upload(await picture().toFormat(kind).toBuffer(), 'image/whatever')
      expect(status).toBe(200)
      expect((await download(data.avatar)).headers.get('content-type')).toBe('image/webp')
    },
  )

  it('takes the place of the former one, which nobody can see any more', async () => {
    await upload(await picture().png().toBuffer())
    const before = await me()
    const { avatar } = (await upload(await picture().png().toBuffer())).data
    expect(await me()).toEqual({ ...before, avatar, version: before.version + 1 })
    expect((await download(before.avatar!)).status).toBe(404)
    const [entry] = await site.db
      .select({ action: audit.action, changes: audit.changes, personal: auditPersonal.content })
      .from(audit)
      .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
      .where(eq(audit.subjectId, person.id))
      .then((entries) => entries.filter(({ personal }) => JSON.stringify(personal).includes(avatar.split('/').at(-1)!)))
    const idOf = (address: string | null) => address!.split('/').at(-1)
    expect(entry).toEqual({
      action: 'account.avatarChanged',
      changes: null,
      personal: {
        address: '127.0.0.1',
        changes: { before: { avatar: idOf(before.avatar) }, after: { avatar: idOf(avatar) } },
      },
    })
  })

  it('is one, however many arrive at the same moment', async () => {
    const content = await picture().png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(content)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const stored = await site.db
      .select({ id: file.id, state: file.state })
      .from(file)
      .where(eq(file.ownerId, person.id))
    const left = stored.filter(({ state }) => state === 'stored')
    expect(left.map(({ id }) => `/api/files/${id}`)).toEqual([(await me()).avatar])
  })

  it('can be removed, again and again', async () => {
    const before = await me()
    const remove = () => site.call('DELETE', '/api/account/avatar', { headers: person.headers })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
    expect(await me()).toEqual({ ...before, avatar: null, version: before.version + 1 })
    expect((await download(before.avatar!)).status).toBe(404)
  })

  it.each(['0190c0de-0000-7000-8000-000000000000'])('is not found under an id that nobody gave', async (id) => {
    const answer = await site.get(`/api/files/${id}`, person.headers)
    expect([answer.status, answer.failure().error]).toEqual([404, 'file.notFound'])
    expect((await site.get('/api/files/..%2f..%2fetc', person.headers)).status).toBe(422)
  })
})

describe('what is no picture', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const jpeg = () => picture().jpeg().toBuffer()
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['a drawing with a script in it', () => Buffer.from(script)],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a broken photo', async () => (await jpeg()).subarray(0, 400)],
    ['a bomb', bomb],
    ['a TIFF', () => picture().tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['a script that begins as a picture does', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
    ['a lie about its container', () => Buffer.from('0000001c667479706865696300000000', 'hex')],
  ]

  it('is told by the pixels alone in the case of the bomb', async () => {
    const { width, height } = await sharp(bomb(), { limitInputPixels: false }).metadata()
    expect([width, height]).toEqual([20_000, 20_000])
  })

  it.each(cases)('is refused: %s', async (_name, make) => {
    const before = [await me(), await site.db.$count(file)]
    const { status, data } = await upload(await make())
    expect([status, data.error]).toEqual([422, 'file.noPicture'])
    expect([await me(), await site.db.$count(file)]).toEqual(before)
  })

  it('is refused as a drawing by its name too', async () => {
    expect((await upload(script, 'image/svg+xml')).data.error).toBe('file.noPicture')
  })

  it('does not come along with a picture', async () => {
    const both = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')])
    const { status, data } = await upload(both, 'image/jpeg')
    expect(status).toBe(200)
    expect((await download(data.avatar)).content.includes('script')).toBe(false)
  })

  it('is refused unread when it is too large, or something else', async () => {
    const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([large.status, large.data.error, large.data.params]).toEqual([413, 'file.tooLarge', { limitMb: 10 }])
    expect((await upload('{}', 'application/json')).status).toBe(415)
    expect((await upload('text', 'text/html')).status).toBe(415)
    expect((await upload('')).data.error).toBe('file.noPicture')
  })
})

describe('a picture that cannot be stored', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

  it('changes nothing, and leaves nothing half written', async () => {
    const { avatar } = (await upload(await picture().png().toBuffer())).data
    const before = await me()
    const ctx = contextOf(person)
    const disk = ctx.installation.storage
    const keys: string[] = []
    const storage: Storage = {
      ...disk,
      put: async (key, content) => {
        keys.push(key)
        await disk.put(key, content.subarray(0, 20))
        throw full
      },
    }
    const outer = { ...ctx, installation: { ...ctx.installation, storage } }
    const failure = await setAvatar(outer, await picture().png().toBuffer()).catch((error: unknown) => error)
    expect(failureOf(failure, 'test').error).toBe('server.diskFull')
    expect(keys).toHaveLength(1)
    expect(await disk.read(keys[0]!)).toBeUndefined()
    expect(await me()).toEqual(before)
    expect((await download(avatar)).status).toBe(200)
    expect((await download(`/api/files/${keys[0]!.split('/').at(-1)}`)).status).toBe(404)
  })

  it('is taken back when the account is gone meanwhile', async () => {
    const leavingMember = await createPerson(site)
    const ctx = contextOf(leavingMember)
    await site.db.update(account).set({ status: 'deleted' }).where(eq(account.id, leavingMember.id))
    await expect(setAvatar(ctx, await picture().png().toBuffer())).rejects.toThrow('account.notFound')
    const rows = await site.db
      .select({ id: file.id, state: file.state })
      .from(file)
      .where(eq(file.ownerId, leavingMember.id))
    expect(rows.map(({ state }) => state)).toEqual(['removed'])
    expect(await ctx.installation.storage.read(`avatar/${rows[0]!.id}`)).toBeUndefined()
  })
})

describe('removed files', () => {
  it('are forgotten after an hour, those in use never', async () => {
    const { storage } = contextOf(person).installation
    const idsIn = async (state: 'stored' | 'removed') =>
      (await site.db.select({ id: file.id }).from(file).where(eq(file.state, state)).orderBy(asc(file.id))).map(
        ({ id }) => id,
      )
    const removed = await idsIn('removed')
    const stored = await idsIn('stored')
    expect(removed.length).toBeGreaterThan(5)
    await sweepFiles(site.db, storage, after(3_600_000), {})
    expect(await idsIn('removed')).toEqual(removed)
    await sweepFiles(site.db, storage, after(3_600_001), {})
    expect(await idsIn('removed')).toEqual([])
    expect(await idsIn('stored')).toEqual(stored)
    const contents = await Promise.all([...removed, ...stored].map((id) => storage.read(`avatar/${id}`)))
    expect(contents.filter((content) => content !== undefined)).toHaveLength(stored.length)
    for (const content of contents) content?.destroy()
  })
})
