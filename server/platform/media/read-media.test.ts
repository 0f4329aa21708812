import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hostilePieces, pdfBomb, pngBomb, repeatedPdf, slidesOf, withSizes } from '../../testing/hostile-files.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { readerIds } from './media-processes.ts'
import { cleanDocument, encodePicture, isFileFault, readMedia, type ReadingOptions } from './read-media.ts'

const pdf = 'application/pdf'

/** In one process, where it does not matter which: each start takes longer than reading. */
const shared: ReadingOptions = { owner: 'tests' }

const readersSince = (before: readonly number[]): number[] => readerIds().filter((id) => !before.includes(id))

const writePdf = async (pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const document = new PdfKit({ info: { Title: 'Chalk team', Author: 'Wang Fang' }, ...options })
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    document.text(`Lesson ${page}`)
  }
  document.note(100, 100, 50, 50, 'a remark of Wang Fang')
  document.end()
  return buffer(document)
}

test('pages of a PDF are counted, and its texts and metadata are read', async () => {
  const { pages, texts } = await readMedia(countedSource(await writePdf(12)), pdf, shared)
  expect(pages).toBe(12)
  expect(texts[2]).toEqual({ place: { kind: 'page', page: 3 }, text: 'Lesson 3' })
  expect(texts.at(-1)?.text).toContain('Wang Fang')
})

test('words at the end of a line are apart from those of the next one', async () => {
  const document = new PdfKit()
  document.text('Contact').text('wang@example.org').text('Yunze')
  document.end()
  const { texts } = await readMedia(countedSource(await buffer(document)), pdf, shared)
  expect(texts[0]?.text.split('\n').filter((line) => line !== '')).toEqual(['Contact', 'wang@example.org', 'Yunze'])
})

test('a clean copy of a PDF has its pages and names nobody', async () => {
  const cleaned = await cleanDocument(countedSource(await writePdf(3)), pdf, shared)
  const { pages, texts } = await readMedia(countedSource(cleaned!), pdf, shared)
  expect([pages, texts[0]?.text]).toEqual([3, 'Lesson 1'])
  expect(JSON.stringify(texts)).not.toMatch(/Wang|Chalk/)
  expect(Buffer.from(cleaned!).includes('Wang')).toBe(false)
})

test('a PDF with a password, half a PDF, and something that only calls itself one', async () => {
  const whole = await writePdf(3)
  expect((await readMedia(countedSource(await writePdf(1, { userPassword: 'x' })), pdf, shared)).fault).toBe(
    'encrypted',
  )
  expect((await readMedia(countedSource(Buffer.from('PK\u0003\u0004 a docx')), pdf, shared)).fault).toBe('unreadable')
  expect((await readMedia(countedSource(whole.subarray(0, 200)), pdf, shared)).fault).toBe('unreadable')
})

test('a picture is as large as it is shown; its clean copy is upright and without a camera', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: 'Wang Fang' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const facts = await readMedia(countedSource(picture), 'image/jpeg', shared)
  expect([facts.width, facts.height]).toEqual([20, 40])
  expect(facts.texts[0]?.text).toContain('Wang Fang')
  const cleaned = await cleanDocument(countedSource(picture), 'image/jpeg', shared)
  expect(Buffer.from(cleaned!).includes('Wang')).toBe(false)
  expect(await readMedia(countedSource(cleaned!), 'image/jpeg', shared)).toEqual({ width: 20, height: 40, texts: [] })
})

test('a cut picture is unreadable', async () => {
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  expect((await readMedia(countedSource(picture.subarray(0, picture.length / 2)), 'image/png', shared)).fault).toBe(
    'unreadable',
  )
})

test('a file that takes too long or too much memory costs its process, and is too costly', async () => {
  const source = countedSource(await writePdf(60))
  const tooCostly = { fault: 'tooCostly', texts: [] }
  expect(await readMedia(source, pdf, { limits: { seconds: 0.05, megabytes: 512 } })).toEqual(tooCostly)
  expect(await readMedia(source, pdf, { limits: { seconds: 60, megabytes: 8 } })).toEqual(tooCostly)
  expect((await readMedia(source, pdf, shared)).pages).toBe(60)
})

test('a picture of the site that takes too much is a fault of its file; a storage that fails is not', async () => {
  const picture = countedSource(pngBomb(2_000))
  const square = { kind: 'square' } as const
  const limits = { seconds: 60, megabytes: 8 }
  const faultOf = (making: Promise<unknown>) => making.then(() => undefined, isFileFault)
  expect((await encodePicture(picture, square, shared)).subarray(0, 4).toString()).toBe('RIFF')
  expect(await faultOf(encodePicture(picture, square, { limits }))).toBe(true)
  expect(await faultOf(encodePicture(countedSource(pngBomb(8_000)), square))).toBe(true)
  const broken = { size: 10, read: () => Promise.reject(new Error('the bucket is away')) }
  expect(await faultOf(encodePicture(broken, square))).toBe(false)
})

describe('a file that was made to exhaust its reader', () => {
  const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

  test('a PDF of two kilobytes whose streams are compressed twice', async () => {
    const bomb = pdfBomb()
    expect(bomb.length).toBeLessThan(2_000)
    expect(await readMedia(countedSource(bomb), pdf, shared)).toEqual({ fault: 'tooCostly', texts: [] })
    expect(await cleanDocument(countedSource(bomb), pdf, shared)).toBeUndefined()
  })

  test('a PDF with a stream that is compressed twice, however little memory it takes', async () => {
    const bomb = pdfBomb({ megabytes: 9, times: 1 })
    expect(await readMedia(countedSource(bomb), pdf, shared)).toEqual({ fault: 'tooCostly', texts: [] })
    expect(await cleanDocument(countedSource(bomb), pdf, shared)).toBeUndefined()
    const plain = pdfBomb({ megabytes: 1, times: 1 })
    expect((await readMedia(countedSource(plain), pdf, shared)).pages).toBe(1)
    expect(await cleanDocument(countedSource(plain), pdf, shared)).toBeDefined()
  })

  test('documents that are larger than any are not read at all', async () => {
    const read = () => Promise.reject(new Error('was read'))
    const huge = { size: 300_000_001, read }
    for (const type of [pdf, 'image/png'])
      expect(await readMedia(huge, type, shared)).toEqual({ fault: 'tooCostly', texts: [] })
    for (const type of [pdf, slides]) expect(await cleanDocument(huge, type, shared)).toBeUndefined()
    await expect(cleanDocument({ size: 300_000_000, read }, slides, shared)).rejects.toThrow('was read')
  })

  test('a PDF that draws one stream a thousand times is stopped by the limit on memory', async () => {
    const before = readerIds()
    const limits = { seconds: 60, megabytes: 250 }
    expect(await readMedia(countedSource(repeatedPdf({ megabytes: 5, times: 1_000 })), pdf, { limits })).toEqual({
      fault: 'tooCostly',
      texts: [],
    })
    expect(readersSince(before)).toEqual([])
  })

  test('slides with as much text as nobody types', async () => {
    const texts = hostilePieces.map((piece) => piece.repeat(Math.ceil(300_000 / piece.length)))
    expect((await readMedia(countedSource(await slidesOf(...texts)), slides, shared)).pages).toBe(texts.length)
  })

  test('slides that say they have more text than anybody wrote', async () => {
    const texts = Array.from({ length: 15 }, () => ' ')
    const content = withSizes(await slidesOf(...texts), 15_000_000)
    expect(await readMedia(countedSource(content), slides, shared)).toEqual({ fault: 'tooCostly', texts: [] })
  })
})

describe('the process that reads', () => {
  const read = (options: ReadingOptions) => readMedia(countedSource(Buffer.alloc(10)), 'image/png', options)

  test('is used again for the same owner only, and ends when there is nothing more to read', async () => {
    const before = readerIds()
    await read({})
    expect(readersSince(before)).toEqual([])
    await read({ owner: 'one' })
    const [first] = readersSince(before)
    const warnings: Error[] = []
    process.on('warning', (warning) => warnings.push(warning))
    for (let count = 0; count < 12; count += 1) await read({ owner: 'one' })
    expect(readersSince(before)).toEqual([first])
    expect(warnings).toEqual([])
    await read({ owner: 'other' })
    expect(readersSince(before).at(-1)).not.toBe(first)
    await expect.poll(() => readersSince(before), { timeout: 60_000 }).toEqual([])
  })

  test('ends with the task that is cancelled', async () => {
    const stop = new AbortController()
    const hanging = { size: 10, read: () => new Promise<Uint8Array>(() => undefined) }
    const before = readerIds()
    const reading = readMedia(hanging, pdf, { signal: stop.signal })
    await expect.poll(() => readersSince(before).length, { timeout: 60_000 }).toBe(1)
    stop.abort(new Error('cancelled'))
    await expect(reading).rejects.toThrow('cancelled')
    expect(readersSince(before)).toEqual([])
  })

  test('ends when it does nothing for far longer than it may work', async () => {
    const before = readerIds()
    const source: ByteSource = {
      size: 1_000,
      read: async () => {
        for (const id of readersSince(before)) process.kill(id, 'SIGSTOP')
        return new Uint8Array(1_000)
      },
    }
    const limits = { seconds: 0.3, megabytes: 512 }
    expect(await readMedia(source, 'video/mp4', { limits })).toEqual({ fault: 'tooCostly', texts: [] })
    expect(readersSince(before)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('knows no settings of the server', async () => {
    const before = readerIds()
    process.env['READER_TEST'] = 'a secret'
    await read({ owner: 'settings' })
    delete process.env['READER_TEST']
    const [id] = readersSince(before)
    const names = readFileSync(`/proc/${id}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    // How the two processes talk, and what Node has compiled before.
    const known = ['', 'NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
    expect(names.filter((name) => !known.includes(name!))).toEqual([])
  })

  test('passes on that the storage has failed', async () => {
    const broken = { size: 10, read: () => Promise.reject(new Error('the bucket is away')) }
    await expect(readMedia(broken, pdf)).rejects.toThrow('the bucket is away')
  })

  test('returns large copies whole', async () => {
    const noise = randomBytes(3 * 640 * 640)
    const picture = await sharp(noise, { raw: { width: 640, height: 640, channels: 3 } })
      .png()
      .toBuffer()
    const copy = await cleanDocument(countedSource(picture), 'image/png')
    expect(copy!.length).toBeGreaterThan(1024 * 1024)
    expect(await sharp(copy).raw().toBuffer()).toEqual(noise)
  })
})
