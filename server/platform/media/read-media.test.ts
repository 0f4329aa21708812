import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pdfBomb, repeatedPdf, slidesOf } from '../../testing/hostile-files.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { readerIds } from './media-processes.ts'
import { cleanDocument, readMedia, type ReadingOptions } from './read-media.ts'

const pdf = 'application/pdf'

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
  const { pages, texts } = await readMedia(countedSource(await writePdf(12)), pdf)
  expect(pages).toBe(12)
  expect(texts[2]).toEqual({ place: { kind: 'page', page: 3 }, text: 'Lesson 3' })
  expect(texts.at(-1)?.text).toContain('Wang Fang')
})

test('words at the end of a line are apart from those of the next one', async () => {
  const document = new PdfKit()
  document.text('Contact').text('wang@example.org').text('Yunze')
  document.end()
  const { texts } = await readMedia(countedSource(await buffer(document)), pdf)
  expect(texts[0]?.text.split('\n').filter((line) => line !== '')).toEqual(['Contact', 'wang@example.org', 'Yunze'])
})

test('a clean copy of a PDF has its pages and names nobody', async () => {
  const cleaned = await cleanDocument(countedSource(await writePdf(3)), pdf)
  const { pages, texts } = await readMedia(countedSource(cleaned!), pdf)
  expect([pages, texts[0]?.text]).toEqual([3, 'Lesson 1'])
  expect(JSON.stringify(texts)).not.toMatch(/Wang|Chalk/)
  expect(Buffer.from(cleaned!).includes('Wang')).toBe(false)
})

test('a PDF with a password, half a PDF, and something that only calls itself one', async () => {
  const whole = await writePdf(3)
  expect((await readMedia(countedSource(await writePdf(1, { userPassword: 'x' })), pdf)).fault).toBe('encrypted')
  expect((await readMedia(countedSource(Buffer.from('PK\u0003\u0004 a docx')), pdf)).fault).toBe('unreadable')
  expect((await readMedia(countedSource(whole.subarray(0, 200)), pdf)).fault).toBe('unreadable')
})

test('a picture is as large as it is shown; its clean copy is upright and without a camera', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#357' } })
    .withExif({ IFD0: { Artist: 'Wang Fang' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const facts = await readMedia(countedSource(picture), 'image/jpeg')
  expect([facts.width, facts.height]).toEqual([20, 40])
  expect(facts.texts[0]?.text).toContain('Wang Fang')
  const cleaned = await cleanDocument(countedSource(picture), 'image/jpeg')
  expect(Buffer.from(cleaned!).includes('Wang')).toBe(false)
  expect(await readMedia(countedSource(cleaned!), 'image/jpeg')).toEqual({ width: 20, height: 40, texts: [] })
})

test('a cut picture is unreadable', async () => {
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  expect((await readMedia(countedSource(picture.subarray(0, picture.length / 2)), 'image/png')).fault).toBe(
    'unreadable',
  )
})

test('a file that takes too long or too much memory costs its process, and is too costly', async () => {
  const source = countedSource(await writePdf(200))
  const tooCostly = { fault: 'tooCostly', texts: [] }
  expect(await readMedia(source, pdf, { limits: { seconds: 0.05, megabytes: 512 } })).toEqual(tooCostly)
  expect(await readMedia(source, pdf, { limits: { seconds: 60, megabytes: 8 } })).toEqual(tooCostly)
  expect((await readMedia(source, pdf)).pages).toBe(200)
})

describe('a file that was made to exhaust its reader', () => {
  const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

  test('a PDF of two kilobytes whose streams are compressed twice', async () => {
    const bomb = pdfBomb()
    expect(bomb.length).toBeLessThan(2_000)
    expect(await readMedia(countedSource(bomb), pdf)).toEqual({ fault: 'tooCostly', texts: [] })
    expect(await cleanDocument(countedSource(bomb), pdf)).toBeUndefined()
  })

  test('a PDF that draws one stream a thousand times is stopped by the limit on memory', async () => {
    expect(await readMedia(countedSource(repeatedPdf({ times: 1_000 })), pdf)).toEqual({
      fault: 'tooCostly',
      texts: [],
    })
    expect(readerIds()).toEqual([])
  })

  test.for(['<', '&', ' ', '<a b="', '<![CDATA[', '<a><b>', '((('])(
    'slides with three megabytes of %s',
    async (piece) => {
      const text = piece.repeat(Math.ceil(3_000_000 / piece.length))
      expect((await readMedia(countedSource(await slidesOf(text)), slides)).pages).toBe(1)
    },
  )

  test('slides with more text than anybody wrote', async () => {
    const content = await slidesOf(' '.repeat(15_000_000), 15)
    expect(await readMedia(countedSource(content), slides)).toEqual({ fault: 'tooCostly', texts: [] })
  })
})

describe('the process that reads', () => {
  const read = (options: ReadingOptions) => readMedia(countedSource(Buffer.alloc(10)), 'image/png', options)

  test('is used again for the same owner only, and ends when there is nothing more to read', async () => {
    await read({})
    expect(readerIds()).toEqual([])
    await read({ owner: 'one' })
    const [first] = readerIds()
    const warnings: Error[] = []
    process.on('warning', (warning) => warnings.push(warning))
    for (let count = 0; count < 12; count += 1) await read({ owner: 'one' })
    expect(readerIds()).toEqual([first])
    expect(warnings).toEqual([])
    await read({ owner: 'other' })
    expect(readerIds().at(-1)).not.toBe(first)
    await expect.poll(readerIds, { timeout: 60_000 }).toEqual([])
  })

  test('ends with the task that is cancelled', async () => {
    const stop = new AbortController()
    const hanging = { size: 10, read: () => new Promise<Uint8Array>(() => undefined) }
    const reading = readMedia(hanging, pdf, { signal: stop.signal })
    await expect.poll(() => readerIds().length, { timeout: 60_000 }).toBe(1)
    stop.abort(new Error('cancelled'))
    await expect(reading).rejects.toThrow('cancelled')
    expect(readerIds()).toEqual([])
  })

  test('passes on that the storage has failed', async () => {
    const broken = { size: 10, read: () => Promise.reject(new Error('the bucket is away')) }
    await expect(readMedia(broken, pdf)).rejects.toThrow('the bucket is away')
  })

  test('returns large copies whole', async () => {
    const noise = randomBytes(3 * 1200 * 1200)
    const picture = await sharp(noise, { raw: { width: 1200, height: 1200, channels: 3 } })
      .png()
      .toBuffer()
    const copy = await cleanDocument(countedSource(picture), 'image/png')
    expect(copy!.length).toBeGreaterThan(3 * 1024 * 1024)
    expect(await sharp(copy).raw().toBuffer()).toEqual(noise)
  })
})
