import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pdfSample, photoSample, slidesSample } from '../../testing/document-samples.ts'
import { createPdfBuilder } from '../../testing/pdf-builder.ts'
import { readPdfText } from '../../testing/pdf-text.ts'
import { isInstalled } from '../../testing/find-program.ts'
import { askPoppler } from '../../testing/poppler.ts'
import { cleanPdf } from './pdf-copy/copy.ts'
import { stampDocument } from './read-media.ts'
import { stampPicture } from './stamp-picture.ts'

const hasPoppler = await isInstalled('pdftoppm')
const text = '陈评 · k7qm2xab · 初评'

/** Readers find spaces in different places. */
const withoutSpaces = (words: string): string => words.replaceAll(/\s/g, '')
const countOf = (whole: string, part: string): number => withoutSpaces(whole).split(withoutSpaces(part)).length - 1

describe('a document', () => {
  test('has the text on every page, across it and at its edge, and is the same otherwise', async () => {
    const plain = await cleanPdf(await pdfSample(3))
    const words = await readPdfText(await cleanPdf(plain, text))
    expect(countOf(words, text)).toBe(3 * 4)
    expect(withoutSpaces(words).replaceAll(withoutSpaces(text), '')).toBe('Lesson1Lesson2Lesson3')
  })

  test('has another sign where the font has none', async () => {
    const words = await readPdfText(await cleanPdf(await pdfSample(1), 'Wei \u{1f600} 1'))
    expect(countOf(words, 'Wei ? 1')).toBe(4)
  })

  test('is stamped in a process of its own; what is no document or picture, or is damaged, is not', async () => {
    const stamped = await stampDocument(sourceIn(await pdfSample(1)), { type: 'application/pdf', stamp: text })
    expect(countOf(await readPdfText(stamped!), text)).toBe(4)
    const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
    expect(await stampDocument(sourceIn(await slidesSample()), { type: slides, stamp: text })).toBeUndefined()
    const damaged = sourceIn(Buffer.from('%PDF-1.7\nnothing'))
    expect(await stampDocument(damaged, { type: 'application/pdf', stamp: text })).toBeUndefined()
  })

  /** A white page whose upright size is 400 by 200 points, cut out of a larger one. */
  const pageOf = (rotation: number): Buffer => {
    const pdf = createPdfBuilder()
    const pages = pdf.reserve()
    const box = rotation % 180 === 0 ? '[50 60 450 260]' : '[50 60 250 460]'
    const page = pdf.add(
      `<</Type /Page /Parent ${pages} /MediaBox [0 0 600 600] /CropBox ${box} /Rotate ${rotation} /Contents ${pdf.add('<<>>', '')} /Resources <<>>>>`,
    )
    pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
    return pdf.finish(pdf.add(`<</Type /Catalog /Pages ${pages}>>`))
  }

  const pictureOf = (pdf: Uint8Array) => askPoppler('pdftoppm', pdf, '-r', '72', '-gray', '-cropbox')

  test.runIf(hasPoppler)('looks the same however its pages are turned', async () => {
    const upright = await pictureOf(await cleanPdf(pageOf(0), text))
    const head = /^P5\s+400\s+200\s+255\s/.exec(upright.toString('latin1', 0, 40))![0]
    const pixels = upright.subarray(head.length)
    expect(pixels.some((grey) => grey < 100)).toBe(true)
    for (const rotation of [90, 180, 270, -90]) {
      const turned = await pictureOf(await cleanPdf(pageOf(rotation), text))
      // Edges are smoothed otherwise.
      const different = turned.subarray(head.length).filter((grey, at) => Math.abs(grey - pixels[at]!) > 128)
      expect([rotation, turned.length, different.length]).toEqual([rotation, upright.length, 0])
    }
  })
})

describe('a picture', () => {
  // Tests of the same process may have forbidden drawings, as the server does.
  const drawings = { operation: ['VipsForeignLoadSvgBuffer'] }
  beforeEach(() => {
    sharp.unblock(drawings)
  })
  afterEach(() => {
    sharp.block(drawings)
  })

  /** The mean brightness of parts of a picture. */
  const brightness = async (content: Uint8Array, top: number, height: number): Promise<number> => {
    const part = sharp(await sharp(content).extract({ left: 0, top, width: 600, height }).toBuffer())
    return (await part.greyscale().stats()).channels[0]!.mean
  }

  test('has the text across it, and on white at its lower edge', async () => {
    const black = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const stamped = await stampPicture(black, text)
    expect(await brightness(black, 0, 300)).toBe(0)
    expect(await brightness(stamped, 0, 280)).toBeGreaterThan(0)
    expect(await brightness(stamped, 294, 6)).toBeGreaterThan(100)
  })

  test('keeps its format, becomes no larger than a screen, and tells nothing else', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { format: kept, exif } = await sharp(await stampPicture(await photoSample(format), text)).metadata()
      expect([kept, exif]).toEqual([format, undefined])
    }
    const large = sharp({ create: { width: 4_800, height: 600, channels: 3, background: '#357' } })
    // Turned by a quarter when it is shown.
    const turned = await large.withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height } = await sharp(await stampPicture(turned, text)).metadata()
    expect([width, height]).toEqual([300, 2_400])
  })
})
