import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { pictureFormats, pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { readFileState } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createInspection } from './content/inspection.ts'
import { storeSeedFile } from './seed-file.ts'
import { sweepFiles } from './service.ts'
import { file } from './tables.ts'

const execute = promisify(execFile)

let site: TestSite
let storage: Storage
let organiser: TestPerson
beforeAll(async () => {
  site = await startSite({
    extraRoutes: (http) => {
      storage = http.contextOf({ headers: {} } as never, 'en-US').installation.storage
    },
  })
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const inspect = () => createInspection({ db: site.db, clock: site.clock, storage }).run()

const store = (content: Buffer, name: string) =>
  storeSeedFile(site.db, storage, { purpose: 'picture', name, content, ownerId: organiser.id, now: fixedNow })

const fetchFile = async (path: string) => {
  const response = await fetch(site.url + path)
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}

const english = { 'accept-language': 'en-US' }
const stateOf = async (id: FileId) =>
  (await site.get(`/api/files/${id}/state`, { ...organiser.headers, ...english })).data(readFileState)

const photo = () => sharp({ create: { width: 400, height: 200, channels: 3, background: '#0000ff' } })

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="450"><rect width="900" height="450" fill="#17f"/></svg>',
)

describe('a picture of the site', () => {
  it('is never refused for a drawing of the program that could not be read at the time; it is tried again', async () => {
    const id = await store(Buffer.from('not yet a drawing'), 'later.svg')
    await expect(inspect()).rejects.toThrow(/Input buffer|unsupported|blocked/i)
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', refusal: null })
    await storage.put(`picture/${id}`, drawing)
    site.clock.set(after(600_000))
    await inspect()
    site.clock.set(fixedNow)
    expect(await stateOf(id)).toMatchObject({ state: 'stored', picture: { id, width: 900, height: 450 } })
  })

  it('waits until it has been made in every width and format; then everybody has it, for ever', async () => {
    const id = await store(drawing, 'drawing.svg')
    const facts = { id, purpose: 'picture', name: 'drawing.svg', size: drawing.length, refusal: null }
    expect(await stateOf(id)).toEqual({ ...facts, state: 'waiting', picture: null })
    expect((await fetchFile(pictureUrl(id, 320, 'webp'))).status).toBe(404)

    await inspect()
    expect(await stateOf(id)).toEqual({ ...facts, state: 'stored', picture: { id, width: 900, height: 450 } })
    const variants = [320, 640, 900].flatMap((width) => pictureFormats.map((format) => ({ width, format })))
    for (const { width, format } of variants) {
      const { status, headers, content } = await fetchFile(pictureUrl(id, width, format))
      const made = await sharp(content).metadata()
      const names = ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options']
      expect([status, made.width, made.height, ...names.map((name) => headers.get(name))]).toEqual([
        200,
        width,
        width / 2,
        `image/${format}`,
        'public, max-age=31536000, immutable',
        "default-src 'none'; sandbox",
        'nosniff',
      ])
    }
    const whole = await fetchFile(`/api/files/${id}`)
    expect(whole.content).toEqual((await fetchFile(pictureUrl(id, 900, 'webp'))).content)
    expect(await storage.sizeOf(`picture/${id}`)).toBeUndefined()
  })

  it('has no other widths and formats than those', async () => {
    const id = await store(drawing, 'drawing.svg')
    await inspect()
    const answers = await Promise.all(
      ['641.webp', '1280.webp'].map((variant) => site.get(`/api/files/${id}/${variant}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect((await site.get(`/api/files/${id}/640.png`)).status).toBe(422)
    expect((await site.get(`/api/files/${id}/..%2f640.webp`)).status).toBe(422)
  })

  it('is made new: upright, without what the camera wrote into it', async () => {
    const taken = await photo()
      .withExif({ IFD0: { Copyright: 'Zhang Wei' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const id = await store(taken, 'photo.jpg')
    await inspect()
    for (const format of pictureFormats) {
      const { content } = await fetchFile(pictureUrl(id, 200, format))
      const { width, height, exif, icc, xmp, iptc, orientation } = await sharp(content).metadata()
      expect({ width, height, exif, icc, xmp, iptc, orientation }).toEqual({ width: 200, height: 400 })
    }
  })

  it('is refused when it cannot be read, and forgotten a day later', async () => {
    const broken = (await photo().jpeg().toBuffer()).subarray(0, 400)
    const id = await store(broken, 'broken.jpg')
    await inspect()
    expect(await stateOf(id)).toEqual({
      id,
      purpose: 'picture',
      name: 'broken.jpg',
      size: 400,
      state: 'refused',
      picture: null,
      refusal: 'This is not a picture we can read. Choose a JPEG, PNG, WebP, AVIF, or GIF file.',
    })
    expect((await site.get(`/api/files/${id}`)).status).toBe(404)
    expect(await storage.sizeOf(`picture/${id}`)).toBeUndefined()
    await sweepFiles(site.db, storage, after(86_400_000), {})
    expect(await site.db.$count(file, eq(file.id, id))).toBe(1)
    await sweepFiles(site.db, storage, after(86_400_001), {})
    expect(await site.db.$count(file, eq(file.id, id))).toBe(0)
  })

  it('is given up after it has ended the program three times', async () => {
    const id = await store(drawing, 'drawing.svg')
    await site.db.update(file).set({ attempts: 3 }).where(eq(file.id, id))
    await inspect()
    expect(await stateOf(id)).toMatchObject({
      state: 'refused',
      refusal: 'This file cannot be read. Please choose another one.',
    })
  })

  it('is tried again, as often as it takes, when the storage is at fault', async () => {
    const id = await store(drawing, 'drawing.svg')
    const failing = { ...storage, put: () => Promise.reject(new Error('no space left on device')) }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      site.clock.set(after(attempt * 600_000))
      const inspection = createInspection({ db: site.db, clock: site.clock, storage: failing })
      await expect(inspection.run()).rejects.toThrow('no space')
    }
    expect(await stateOf(id)).toMatchObject({ state: 'waiting' })
    site.clock.set(after(5 * 600_000))
    await inspect()
    expect(await stateOf(id)).toMatchObject({ state: 'stored' })
    site.clock.set(fixedNow)
  })

  it('leaves nothing behind when it is removed', async () => {
    const id = await store(drawing, 'drawing.svg')
    await inspect()
    await site.db.update(file).set({ state: 'removed' }).where(eq(file.id, id))
    await sweepFiles(site.db, storage, after(3_600_001), {})
    const keys = widthsOf(900).flatMap((width) => pictureFormats.map((format) => `picture/${id}-${width}-${format}`))
    expect(await Promise.all(keys.map((key) => storage.sizeOf(key)))).toEqual(keys.map(() => undefined))
    expect(await site.db.$count(file, eq(file.id, id))).toBe(0)
  })
})

it('is decoded in another process: the server loads no decoder for pictures of strangers', async () => {
  const picture = await photo().jpeg().toBuffer()
  const program = `
    const { makeAvatar, makePicture } = await import(${JSON.stringify(new URL('content/picture.ts', import.meta.url).href)})
    const { makePictureCover } = await import(${JSON.stringify(new URL('../../platform/media/stills.ts', import.meta.url).href)})
    const content = Buffer.from('${picture.toString('base64')}', 'base64')
    const source = { size: content.length, read: async (start, end) => content.subarray(start, end) }
    const { width, height, variants } = await makePicture(source, 'one')
    const sizes = [width, height, (await makeAvatar(content)).length > 0, (await makePictureCover(source, {})).length > 0]
    for await (const { width, format } of variants) sizes.push(width + format)
    const decoders = process.report.getReport().sharedObjects.filter((path) => /sharp|vips/.test(path))
    console.log(JSON.stringify({ sizes, decoders }))
    process.exit()
  `
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program])
  const variants = [320, 400].flatMap((width) => pictureFormats.map((format) => `${width}${format}`))
  expect(JSON.parse(stdout)).toEqual({ sizes: [400, 200, true, true, ...variants], decoders: [] })
})

describe('the state of a file', () => {
  it('is nothing for others than its owner and organisers', async () => {
    const id = await store(drawing, 'drawing.svg')
    const stranger = await createPerson(site)
    expect((await site.get(`/api/files/${id}/state`)).status).toBe(401)
    const answer = await site.get(`/api/files/${id}/state`, stranger.headers)
    expect([answer.status, answer.failure().error]).toEqual([404, 'file.notFound'])
  })
})

describe('a file that the program brings along', () => {
  it('can be had at once when it is no picture', async () => {
    const content = Buffer.from('name,score\nZhang,97\n')
    const id = await storeSeedFile(site.db, storage, {
      purpose: 'attachment',
      name: '评分表.csv',
      content,
      ownerId: organiser.id,
      now: fixedNow,
    })
    const answer = await fetchFile(`/api/files/${id}`)
    expect(answer.content).toEqual(content)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="___.csv"; filename*=UTF-8''%E8%AF%84%E5%88%86%E8%A1%A8.csv`,
    )
    const [row] = await site.db.select({ type: file.type, sha256: file.sha256 }).from(file).where(eq(file.id, id))
    expect(row).toEqual({ type: 'text/csv', sha256: createHash('sha256').update(content).digest() })
  })

  it('must be what its purpose asks for', async () => {
    const page = { name: 'page.html', content: Buffer.from('<!doctype html>'), ownerId: organiser.id, now: fixedNow }
    await expect(storeSeedFile(site.db, storage, { purpose: 'attachment', ...page })).rejects.toThrow('cannot serve')
  })
})
