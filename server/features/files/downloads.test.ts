import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Failure } from '@lectern/contract/envelope.ts'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import { createInspection } from './content/inspection.ts'
import { removeFilesOf } from './service.ts'
import { file } from './tables.ts'
import type { Ctx } from '../../platform/context.ts'

let site: TestSite
let ctx: Ctx
let storage: Storage
let organiser: TestPerson
let person: TestPerson
beforeAll(async () => {
  site = await startSite({
    extraRoutes: (http) => {
      ctx = http.contextOf({ headers: {}, id: 'test' } as never, 'en-US')
      storage = ctx.installation.storage
    },
  })
  organiser = await createPerson(site, { access: 'admin' })
  person = await createPerson(site)
})
afterAll(() => site.close())

const inspect = () => createInspection({ db: site.db, clock: site.clock, storage }).run()

const upload = async (purpose: FilePurpose, name: string, content: Buffer, who: TestPerson = organiser) => {
  const { id, sent } = await uploaderOf(site, who).whole({ purpose, name }, content)
  await inspect()
  return { id, sent }
}

const fetchFile = async (id: FileId, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(`${site.url}/api/files/${id}`, { headers, method })
  const content = Buffer.from(await response.arrayBuffer())
  const header = (name: string): string | null => response.headers.get(name)
  return { status: response.status, header, content }
}

const rowOf = async (id: FileId) => {
  const [row] = await site.db
    .select({ state: file.state, type: file.type, name: file.name, refusal: file.refusal })
    .from(file)
    .where(eq(file.id, id))
  return row
}

/** An archive of one entry. */
const zip = (name: string, content: string): Buffer => {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(crc32(content), 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), packed])
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const docx = zip(
  '[Content_Types].xml',
  `<Types><Override PartName="/word/document.xml" ContentType="${wordType}.main+xml"/></Types>`,
)
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const mp4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(2_000, 7),
])
const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex')
const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const xml = Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')
const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\n你好\n')
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])
const gbk = Buffer.from('d5c5ceb02c39370a', 'hex')

describe('a file is what its content is', () => {
  it.each<[FilePurpose, string, Buffer, string, string]>([
    ['attachment', '通知.pdf', pdf, 'application/pdf', '通知.pdf'],
    ['attachment', 'notice.docx', docx, wordType, 'notice.docx'],
    ['attachment', 'old.doc', container, 'application/msword', 'old.doc'],
    ['attachment', 'all.zip', zip('a.txt', 'a'), 'application/zip', 'all.zip'],
    ['attachment', 'scores.csv', Buffer.from('a,b\n1,2\n'), 'text/csv', 'scores.csv'],
    ['attachment', 'gbk.csv', gbk, 'text/csv', 'gbk.csv'],
    ['attachment', 'plain', Buffer.from('你好，世界'), 'text/plain', 'plain.txt'],
    ['attachment', 'page.html', Buffer.from('hello <script>alert(1)</script>'), 'text/plain', 'page.html.txt'],
    ['attachment', 'page.html', pdf, 'application/pdf', 'page.html.pdf'],
    ['video', 'film.mp4', mp4, 'video/mp4', 'film.mp4'],
    ['video', 'film.mov', mp4, 'video/mp4', 'film.mov.mp4'],
    ['video', 'film.webm', webm, 'video/webm', 'film.webm'],
    ['captions', 'film.vtt', vtt, 'text/vtt', 'film.vtt'],
  ])('%s %s', async (purpose, name, content, type, stored) => {
    const { id, sent } = await upload(purpose, name, content)
    expect(sent.status).toBe(204)
    expect(await rowOf(id)).toEqual({ state: 'stored', type, name: stored, refusal: null })
  })

  it.each<[FilePurpose, string, Buffer, string]>([
    ['attachment', 'page.pdf', html, 'file.wrongType'],
    ['attachment', 'drawing.png', svg, 'file.wrongType'],
    ['attachment', 'page.txt', xml, 'file.wrongType'],
    ['attachment', 'setup.txt', program, 'file.wrongType'],
    ['attachment', 'setup.msi', container, 'file.wrongType'],
    ['attachment', 'zeroes.txt', Buffer.alloc(100), 'file.wrongType'],
    ['picture', 'drawing.png', svg, 'file.noPicture'],
    ['picture', 'notice.png', pdf, 'file.noPicture'],
    ['picture', 'film.png', mp4, 'file.noPicture'],
    ['video', 'film.mp4', html, 'file.wrongType'],
    ['video', 'film.mp4', Buffer.from('just words'), 'file.wrongType'],
    ['captions', 'film.vtt', Buffer.from('WEBVTTish\n'), 'file.wrongType'],
    ['captions', 'film.vtt', html, 'file.wrongType'],
    ['answer', 'answer.pdf', html, 'file.wrongType'],
  ])('%s %s is refused, whatever it is called', async (purpose, name, content, error) => {
    const { id, sent } = await upload(purpose, name, content)
    expect([sent.status, sent.error]).toEqual([422, error])
    expect(await rowOf(id)).toBeUndefined()
  })

  it('and is refused in the middle, before the rest of it is sent', async () => {
    const uploader = uploaderOf(site, organiser)
    const { path } = await uploader.begin({ purpose: 'video', name: 'film.mp4', size: 2_000_000_000 })
    const text = Buffer.from('no film at all\n'.repeat(1_000))
    expect(await uploader.send(path, 0, text)).toMatchObject({ status: 422, error: 'file.wrongType' })
    expect((await uploader.look(path)).status).toBe(404)
  })

  it('and a name is only a name', async () => {
    const uploader = uploaderOf(site, person)
    const names: [string, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\\\Users\\\\me\\\\a.txt', 'a.txt'],
      ['a\u202Efdp.txt', 'afdp.txt'],
      ['a\r\nb.txt', 'ab.txt'],
      [`${'长'.repeat(300)}.txt`, `${'长'.repeat(196)}.txt`],
    ]
    for (const [given, kept] of names) {
      const { path, answer } = await uploader.begin({ size: 1, name: given })
      expect(answer.status).toBe(201)
      const metadata = (await uploader.look(path)).headers.get('upload-metadata')!
      expect(Buffer.from(metadata.split(/[ ,]/)[1]!, 'base64').toString()).toBe(kept)
      await uploader.cancel(path)
    }
  })
})

describe('pictures that people upload', () => {
  it('are made by the job like every other', async () => {
    const photo = await sharp({ create: { width: 700, height: 350, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer()
    const { id } = await upload('picture', 'photo.jpg', photo)
    expect((await site.get(`/api/files/${id}/state`, organiser.headers)).data()).toMatchObject({
      state: 'stored',
      picture: { id, width: 700, height: 350 },
    })
  })
})

describe('a public file', () => {
  it('is for everybody and for ever, stored under its own name, and cannot act', async () => {
    const { id } = await upload('attachment', '通知 (最终版).pdf', pdf)
    const { status, header, content } = await fetchFile(id)
    expect(content).toEqual(pdf)
    const names = ['content-type', 'cache-control', 'content-disposition', 'content-security-policy', 'accept-ranges']
    expect([status, ...names.map(header), header('x-content-type-options'), header('set-cookie')]).toEqual([
      200,
      'application/pdf',
      'public, max-age=31536000, immutable',
      `attachment; filename="________.pdf"; filename*=UTF-8''%E9%80%9A%E7%9F%A5%20%28%E6%9C%80%E7%BB%88%E7%89%88%29.pdf`,
      "default-src 'none'; sandbox",
      'bytes',
      'nosniff',
      null,
    ])
  })

  it('tells about itself without its content', async () => {
    const { id } = await upload('attachment', 'a.pdf', pdf)
    const { status, header, content } = await fetchFile(id, {}, 'HEAD')
    expect([status, header('content-length'), header('content-type'), content.length]).toEqual([
      200,
      String(pdf.length),
      'application/pdf',
      0,
    ])
  })

  it('is not sent again to who has it', async () => {
    const { id } = await upload('attachment', 'a.pdf', pdf)
    const etag = (await fetchFile(id)).header('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, content } = await fetchFile(id, { 'if-none-match': known })
      expect([status, content.length]).toEqual([304, 0])
    }
    expect((await fetchFile(id, { 'if-none-match': '"x"' })).status).toBe(200)
  })
})

describe('a film', () => {
  let id: FileId
  let etag: string
  beforeAll(async () => {
    ;({ id } = await upload('video', 'film.mp4', mp4))
    etag = (await fetchFile(id)).header('etag')!
  })

  it('is shown rather than stored', async () => {
    const { header } = await fetchFile(id)
    expect([header('content-disposition'), header('content-type')]).toEqual([null, 'video/mp4'])
  })

  it.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=2000-', 2_000, 2_023],
    ['bytes=2000-99999', 2_000, 2_023],
    ['bytes=-24', 2_000, 2_023],
    ['bytes=-99999', 0, 2_023],
  ])('is given from the middle: %s', async (range, start, end) => {
    const { status, header, content } = await fetchFile(id, { range })
    expect([status, header('content-range'), header('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/2024`,
      String(end - start + 1),
    ])
    expect(content).toEqual(mp4.subarray(start, end + 1))
  })

  it.each(['bytes=2024-', 'bytes=99999-100000', 'bytes=-0'])('has nothing at %s', async (range) => {
    const { status, header, content } = await fetchFile(id, { range })
    const { data } = JSON.parse(content.toString()) as { data: Failure }
    expect([status, header('content-range'), data.error, header('cache-control')]).toEqual([
      416,
      'bytes */2024',
      'file.noSuchRange',
      'no-store',
    ])
  })

  it.each(['bytes=5-1', 'bytes=0-1,5-6', 'bytes=', 'bytes=a-b', 'items=0-1', 'bytes=-'])(
    'is given whole to who asks for %s',
    async (range) => {
      const { status, content } = await fetchFile(id, { range })
      expect([status, content.length]).toEqual([200, mp4.length])
    },
  )

  it('goes on only where it is still the same', async () => {
    const range = 'bytes=0-9'
    expect((await fetchFile(id, { range, 'if-range': etag })).status).toBe(206)
    expect((await fetchFile(id, { range, 'if-range': '"other"' })).status).toBe(200)
    expect((await fetchFile(id, { range, 'if-range': new Date().toUTCString() })).status).toBe(200)
  })
})

describe('an answer', () => {
  it('is for its owner and for organisers; for others it does not exist', async () => {
    const { id } = await upload('answer', 'plan.pdf', pdf, person)
    const stranger = await createPerson(site)
    const expert = await createPerson(site, { access: 'expert' })
    for (const who of [person, organiser]) {
      const { status, header } = await fetchFile(id, who.headers)
      expect([status, header('cache-control')]).toEqual([200, 'no-store'])
      expect(header('content-disposition')).toMatch(/^attachment; /)
    }
    const missing = '0190c0de-0000-7000-8000-000000000000' as FileId
    for (const headers of [{}, stranger.headers, expert.headers]) {
      const [theirs, none] = [await fetchFile(id, headers), await fetchFile(missing, headers)]
      const seen = ({ status, content }: typeof theirs) => {
        const { data, ...envelope } = JSON.parse(content.toString()) as { data: Failure }
        return { status, ...envelope, error: data.error }
      }
      expect(seen(theirs)).toEqual(seen(none))
      expect(theirs.status).toBe(404)
    }
  })

  it('that is somebody else’s is asked for as often as one that is not there', async () => {
    const { id } = await upload('answer', 'plan.pdf', pdf, await createPerson(site))
    const stranger = await createPerson(site)
    const statementsOf = async (asked: string): Promise<string[]> => {
      const from = site.statements.length
      expect((await fetchFile(asked as FileId, stranger.headers)).status).toBe(404)
      return site.statements.slice(from)
    }
    await statementsOf(id)
    const theirs = await statementsOf(id)
    expect(theirs.length).toBeGreaterThan(1)
    expect(await statementsOf('01890000-0000-7000-8000-000000000000')).toEqual(theirs)
  })

  it('is readable in the team whose answers contain it, and in no other team', async () => {
    const owner = await createKnownTeacher(site)
    const editionId = await createEdition(site)
    const label = { 'zh-CN': '方案', 'en-US': 'Plan' }
    const fields = [{ id: 'plan', type: 'file' as const, label, help: {}, required: false, personal: false }]
    const call = (who: TestPerson, method: string, path: string, body?: object) =>
      site.call(method, path, { headers: who.headers, ...(body && { body }) })
    const joinWithFile = async () => {
      const mate = await createKnownTeacher(site)
      const { id: plan } = await upload('answer', 'plan.pdf', pdf, owner)
      const activityId = await createActivity(site, editionId, { fields })
      const team = (await call(owner, 'POST', '/api/teams', { activityId, name: 'Ours', slogan: '' })).data(createTeam)
      await call(mate, 'POST', `/api/joining/${team.invite!.code}`)
      const path = '/api/enrolments'
      const { id, version } = (await call(owner, 'POST', path, { teamId: team.id })).data(startEnrolment)
      const before = await fetchFile(plan, mate.headers)
      const saved = await call(owner, 'PUT', `${path}/${id}/answers`, { version, answers: { plan: { file: plan } } })
      return { mate, plan, team, id, statuses: [before.status, saved.status] }
    }
    const [one, other] = [await joinWithFile(), await joinWithFile()]
    expect([one.statuses, other.statuses]).toEqual([
      [404, 200],
      [404, 200],
    ])
    const read = async (who: TestPerson) => [
      (await fetchFile(one.plan, who.headers)).status,
      (await fetchFile(other.plan, who.headers)).status,
    ]
    expect([await read(owner), await read(one.mate), await read(other.mate)]).toEqual([
      [200, 200],
      [200, 404],
      [404, 200],
    ])
    expect((await call(one.mate, 'DELETE', `/api/teams/${one.team.id}/members/${one.mate.id}`)).status).toBe(200)
    expect(await read(one.mate)).toEqual([404, 404])
    // A former member who knows the id of a file does not get access by using it in another answer.
    await call(one.mate, 'POST', `/api/joining/${other.team.invite!.code}`)
    const path = `/api/enrolments/${other.id}/answers`
    for (const id of [one.plan, one.plan.toUpperCase()]) {
      const named = { version: 2, answers: { plan: { file: id } } }
      const refused = (await call(one.mate, 'PUT', path, named)).failure()
      expect([refused.error, refused.fields?.map((field) => field.path)]).toEqual(['file.notFound', ['answers.plan']])
    }
    expect(await read(one.mate)).toEqual([404, 200])
    // Existing files in an answer stay, whoever saves; and users may add their own files.
    const { id: own } = await upload('answer', 'own.pdf', pdf, one.mate)
    const answers = [{ plan: { file: other.plan } }, { plan: { file: own } }]
    const statuses = [
      (await call(one.mate, 'PUT', path, { version: 2, answers: answers[0]! })).status,
      (await call(one.mate, 'PUT', path, { version: 2, answers: answers[1]! })).status,
    ]
    expect(statuses).toEqual([200, 200])
    expect((await fetchFile(own, owner.headers)).status).toBe(200)
  })
})

describe('when a person leaves', () => {
  it('their answers are erased, what they wrote for the site stays', async () => {
    const leavingMember = await createPerson(site, { access: 'admin' })
    const { id: answer } = await upload('answer', 'plan.pdf', pdf, leavingMember)
    const { id: notice } = await upload('attachment', 'notice.pdf', pdf, leavingMember)
    const begun = await uploaderOf(site, leavingMember).begin({ size: 10 })
    await removeFilesOf(ctx, leavingMember.id)
    expect([(await fetchFile(answer, leavingMember.headers)).status, (await fetchFile(notice)).status]).toEqual([
      404, 200,
    ])
    expect((await uploaderOf(site, leavingMember).look(begun.path)).status).toBe(404)
  })
})

describe('the sum of a file', () => {
  it('is that of its content', async () => {
    const { id } = await upload('attachment', 'a.pdf', pdf)
    const [row] = await site.db.select({ sha256: file.sha256 }).from(file).where(eq(file.id, id))
    expect(row!.sha256).toEqual(createHash('sha256').update(pdf).digest())
  })
})

describe('content that is gone from the storage', () => {
  it('is not found', async () => {
    const { id } = await upload('attachment', 'a.pdf', pdf)
    await storage.remove(`attachment/${id}`)
    const { status, header } = await fetchFile(id)
    expect([status, header('cache-control')]).toEqual([404, 'no-store'])
  })
})
