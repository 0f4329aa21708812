import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPdfBuilder } from '../../../testing/pdf-builder.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { isInstalled } from '../../../testing/find-program.ts'
import { differentPixels } from '../../../testing/poppler.ts'
import { jbig2Sample, jpeg2000Sample } from '../../../testing/scanned-pictures.ts'
import { loadFont } from '../../pdf/fonts.ts'
import { cleanPdf } from './copy.ts'

const hasPoppler = await isInstalled('pdftoppm')

const made = async (
  draw: (document: PDFKit.PDFDocument) => Promise<void> | void,
  options: PDFKit.PDFDocumentOptions = {},
) => {
  const document = new PdfKit(options)
  await draw(document)
  document.end()
  return buffer(document)
}

interface Content {
  content?: string | Buffer
  filter?: string
  resources?: string
  page?: string
}

/** A page of 200 by 200 points, from its operators. */
const pageOf = (draw: (pdf: ReturnType<typeof createPdfBuilder>) => Content): Buffer => {
  const pdf = createPdfBuilder()
  const { content = '', filter = '', resources = '', page: more = '' } = draw(pdf)
  const pages = pdf.reserve()
  const page = pdf.add(
    `<</Type /Page /Parent ${pages} ${more.includes('/Contents') ? '' : `/Contents ${pdf.add(`<<${filter}>>`, content)}`} /Resources <<${resources}>> ${more}>>`,
  )
  pdf.fill(pages, `<</Type /Pages /MediaBox [0 0 200 200] /Kids [${page}] /Count 1>>`)
  return pdf.finish(pdf.add(`<</Type /Catalog /Pages ${pages}>>`))
}

const helvetica = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>'

const photo = (format: 'jpeg' | 'png', alpha = 1): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: alpha < 1 ? 4 : 3, background: { r: 200, g: 90, b: 30, alpha } } })
    .withExif({ IFD0: { Artist: 'Wang Fang' } })
    .toFormat(format)
    .toBuffer()

const type3 =
  '/Font <</F3 <</Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding <</Differences [97 /square]>> /CharProcs <</square @>> /Resources <<>>>>>>'

const documents: Record<string, () => Promise<Buffer> | Buffer> = {
  'Chinese text with fonts that are embedded': () =>
    made(async (document) => {
      // A whole font object is what the project's own documents are made with.
      const fonts = await Promise.all([loadFont('regular'), loadFont('serifBold')])
      for (const font of fonts)
        document
          .font(font as unknown as string)
          .fontSize(20)
          .text('教学设计：两位数加法 Lesson')
    }),
  'standard fonts and marks': () =>
    made(
      (document) => {
        document.font('Times-Italic').text('Café €').font('Courier').text('Code')
        document.link(60, 60, 100, 20, 'http://example.org')
      },
      { tagged: true },
    ),
  'photos, one of them transparent': () =>
    made(async (document) => {
      document.image(await photo('jpeg'), 100, 100).image(await photo('png'), 200, 100)
      document
        .rect(100, 200, 100, 100)
        .fill('green')
        .image(await photo('png', 0.5), 120, 220)
    }),
  'a photo in the colors of printers': () =>
    made(async (document) => {
      document.image(
        await sharp(await photo('jpeg'))
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
        100,
        100,
      )
    }),
  'gradients and transparency': () =>
    made((document) => {
      const line = document.linearGradient(100, 100, 300, 100).stop(0, 'green').stop(0.5, 'yellow', 0.3).stop(1, 'red')
      document.rect(100, 100, 200, 80).fill(line)
      document
        .circle(200, 300, 50)
        .fill(document.radialGradient(200, 300, 0, 200, 300, 50).stop(0, 'blue').stop(1, 'white'))
      document.fillOpacity(0.4).rect(150, 120, 200, 200).fill('red')
    }),
  'a page that is turned and cropped': () =>
    pageOf(() => ({
      content: 'BT /F1 20 Tf 30 100 Td (Turned) Tj ET 150 20 30 30 re f',
      resources: helvetica,
      page: '/Rotate 270 /CropBox [10 10 190 150] /UserUnit 1.5',
    })),
  'patterns, shadings and functions': () =>
    pageOf((pdf) => ({
      content:
        '/Pattern cs /P1 scn 0 0 100 100 re f q 100 100 100 100 re W n 100 0 0 100 100 100 cm /S1 sh Q /Spot cs 0.7 scn 120 20 50 50 re f',
      resources: `/Pattern <</P1 ${pdf.add('<</PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources <<>>>>', '1 0 0 rg 0 0 5 5 re f')}>> /Shading <</S1 <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 1] /Extend [true true] /Function <</FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [<</FunctionType 2 /Domain [0 1] /N 1 /C0 [1 0 0] /C1 [0 1 0]>> <</FunctionType 2 /Domain [0 1] /N 2 /C0 [0 1 0] /C1 [0 0 1]>>]>>>>>> /ColorSpace <</Spot [/Separation /Gold /DeviceRGB ${pdf.add('<</FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]>>', '{ dup 0.5 mul exch 1 exch sub dup 0.2 add }')}]>>`,
    })),
  'forms in forms, groups and masks': () =>
    pageOf((pdf) => {
      const inner = pdf.add(
        '<</Subtype /Form /BBox [0 0 50 50] /Matrix [1 0.2 0 1 5 5]>>',
        '0 0 1 rg /Half gs 0 0 80 80 re f',
      )
      const mask = pdf.add(
        '<</Subtype /Form /BBox [0 0 200 200] /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>>>',
        '0.5 g 0 0 200 200 re f 1 g 50 50 60 60 re f',
      )
      const outer = pdf.add(
        `<</Subtype /Form /BBox [0 0 200 200] /Group <</S /Transparency /I true>> /Resources <</XObject <</In ${inner}>> /ExtGState <</Half <</ca 0.5 /BM /Multiply>>>>>>>>`,
        '/In Do 1 0 0 1 40 40 cm /In Do',
      )
      return {
        content: '0 1 0 rg 10 10 60 60 re f /Soft gs /Out Do',
        resources: `/XObject <</Out ${outer}>> /ExtGState <</Soft <</SMask <</S /Luminosity /G ${mask}>>>>>>`,
      }
    }),
  'glyphs that are drawn by operators': () =>
    pageOf((pdf) => ({
      content: 'BT /F3 40 Tf 20 100 Td (aa) Tj ET',
      resources: type3.replace('@', pdf.add('<<>>', '1 0 0 0 1 1 d1 0 0 0.7 0.7 re f')),
    })),
  'pictures inside the content': () =>
    pageOf(() => ({
      content: Buffer.concat([
        Buffer.from('q 80 0 0 80 10 10 cm BI /W 2 /H 2 /BPC 8 /CS /RGB ID '),
        Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 69, 73, 32]),
        Buffer.from(' EI Q q 80 0 0 80 100 100 cm BI /W 4 /H 1 /BPC 8 /CS /G /F /Fl ID '),
        deflateSync(Buffer.of(0, 80, 160, 240)),
        Buffer.from(' EI Q 10 100 30 30 re f'),
      ]),
    })),
  'operators in several streams that are not balanced': () =>
    pageOf((pdf) => {
      const streams = ['q 1 0 0 rg 20 20 60', ' 60 re f q 0 0 1 rg', '100 100 50 50 re f BT /F1 12 Tf (x) Tj'].map(
        (each) => pdf.add('<<>>', each),
      )
      return { page: `/Contents [${streams.join(' ')}]`, resources: helvetica }
    }),
  'layers of which one is hidden': () => {
    const pdf = createPdfBuilder()
    const [on, off] = [pdf.add('<</Type /OCG /Name (A)>>'), pdf.add('<</Type /OCG /Name (B)>>')]
    const either = pdf.add(`<</Type /OCMD /OCGs [${on} ${off}] /P /AllOn>>`)
    const pages = pdf.reserve()
    const page = pdf.add(
      `<</Type /Page /Parent ${pages} /MediaBox [0 0 200 200] /Contents ${pdf.add('<<>>', '/OC /A BDC 10 10 50 50 re f EMC /OC /B BDC 1 0 0 rg 80 10 50 50 re f 5 w EMC /OC /C BDC 10 80 50 50 re f EMC 80 80 50 50 re S')} /Resources <</Properties <</A ${on} /B ${off} /C ${either}>>>>>>`,
    )
    pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
    return pdf.finish(
      pdf.add(`<</Type /Catalog /Pages ${pages} /OCProperties <</OCGs [${on} ${off}] /D <</OFF [${off}]>>>>>>`),
    )
  },
  'a picture with a palette, a mask and a predictor': () =>
    pageOf((pdf) => {
      const rows = Buffer.from([2, 0, 1, 2, 0, 1, 1])
      const picture = pdf.add(
        '<</Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 2 <ff000000ff000000ff>] /Mask [2 2] /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 2>>>>',
        deflateSync(rows.subarray(0, 6)),
      )
      return { content: 'q 100 0 0 100 20 20 cm /I Do Q', resources: `/XObject <</I ${picture}>>` }
    }),
}

/** Its colors are meant by the picture itself, or by the page. */
const jpeg2000Page = (colors: string): Buffer =>
  pageOf((pdf) => {
    const picture = pdf.add(`<</Subtype /Image /Width 32 /Height 24 ${colors} /Filter /JPXDecode>>`, jpeg2000Sample)
    return { content: 'q 160 0 0 120 20 20 cm /I Do Q', resources: `/XObject <</I ${picture}>>` }
  })

const jbig2Page = (): Buffer =>
  pageOf((pdf) => {
    const { width, height, shared, content } = jbig2Sample
    const picture = pdf.add(
      `<</Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode /DecodeParms <</JBIG2Globals ${pdf.add('<<>>', shared)}>>>>`,
      content,
    )
    return { content: 'q 128 0 0 96 20 20 cm /I Do Q', resources: `/XObject <</I ${picture}>>` }
  })

const scans: Record<string, () => Buffer> = {
  'a picture in JPEG 2000': () => jpeg2000Page(''),
  'a picture in JPEG 2000 whose colors the page names': () =>
    jpeg2000Page('/ColorSpace /DeviceRGB /BitsPerComponent 8'),
  'a scan in JBIG2': jbig2Page,
}

describe.skipIf(!hasPoppler)('a copy of a scan looks like its original (needs pdftoppm)', () => {
  test.for(Object.entries(scans))('%s', async ([, create]) => {
    const original = create()
    const copy = await cleanPdf(original)
    expect(await differentPixels(original, copy)).toBe(0)
    // A picture that cannot be decoded would look the same in both: nothing.
    expect(
      await differentPixels(
        copy,
        pageOf(() => ({})),
      ),
    ).toBeGreaterThan(5_000)
  })
})

test.for(Object.entries(scans))('nothing is left of the remarks in %s', async ([, create]) => {
  const original = create()
  expect(original.includes('Wang Fang')).toBe(true)
  expect(Buffer.from(await cleanPdf(original)).includes('Wang Fang')).toBe(false)
})

describe.skipIf(!hasPoppler)('a copy looks like its original (needs pdftoppm)', () => {
  test.for(Object.entries(documents))('%s', async ([, create]) => {
    const original = await create()
    expect(await differentPixels(original, await cleanPdf(original))).toBe(0)
  })
})

test('text of a hidden layer is not in the copy, and text after it stands where it stood', async () => {
  const pdf = createPdfBuilder()
  const off = pdf.add('<</Type /OCG /Name (B)>>')
  const pages = pdf.reserve()
  const contents = pdf.add(
    '<<>>',
    '/OC /B BDC BT /F1 9 Tf 10 10 Td (Hidden) Tj ET EMC BT /F1 9 Tf 10 50 Td (Shown) Tj ET',
  )
  const page = pdf.add(
    `<</Type /Page /Parent ${pages} /MediaBox [0 0 200 200] /Contents ${contents} /Resources <<${helvetica} /Properties <</B ${off}>>>>>>`,
  )
  pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
  const original = pdf.finish(
    pdf.add(`<</Type /Catalog /Pages ${pages} /OCProperties <</OCGs [${off}] /D <</BaseState /OFF>>>>>>`),
  )
  expect(await readPdfText(await cleanPdf(original))).toBe('Shown')
})

test('two copies of one document are the same, whenever they are made', async () => {
  const original = await documents['standard fonts and marks']!()
  expect(Buffer.from(await cleanPdf(original)).equals(Buffer.from(await cleanPdf(original)))).toBe(true)
})

test('a document that only forbids changes is copied, one with a password is not', async () => {
  const draw = (document: PDFKit.PDFDocument): void => void document.text('Lesson')
  const options = { ownerPassword: 'owner', permissions: { modifying: false } }
  expect(await readPdfText(await cleanPdf(await made(draw, options)))).toBe('Lesson')
  await expect(cleanPdf(await made(draw, { ...options, userPassword: 'user' }))).rejects.toThrow(
    'This document needs a password',
  )
})

describe('a document that would be shown in part is not copied', () => {
  test.for<[string, () => Buffer]>([
    ['its content is missing', () => pageOf(() => ({ page: '/Contents 99 0 R' }))],
    ['a picture is missing', () => pageOf(() => ({ content: '/I Do', resources: '/XObject <</I 99 0 R>>' }))],
    ['a filter is not known', () => pageOf(() => ({ content: 'f', filter: '/Filter /Unknown' }))],
    ['forms contain each other too deeply', () => deepForms()],
  ])('%s', async ([, create]) => {
    await expect(cleanPdf(create())).rejects.toThrow(/^(?!.*too large)/)
  })
})

const deepForms = (): Buffer =>
  pageOf((pdf) => {
    let last = pdf.add('<</Subtype /Form /BBox [0 0 9 9] /Resources <<>>>>', 'f')
    for (let depth = 0; depth < 100; depth += 1)
      last = pdf.add(`<</Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</N ${last}>>>>>>`, '/N Do')
    return { content: '/N Do', resources: `/XObject <</N ${last}>>` }
  })

const bombs: Record<string, () => Buffer> = {
  'a stream': () => pageOf(() => ({ content: deflateSync(Buffer.alloc(70_000_000)), filter: '/Filter /FlateDecode' })),
  'a stream that is deflated twice': () =>
    pageOf(() => ({
      content: deflateSync(deflateSync(Buffer.alloc(70_000_000))),
      filter: '/Filter [/FlateDecode /FlateDecode]',
    })),
  'many streams together': () =>
    pageOf((pdf) => {
      const stream = pdf.add('<</Filter /FlateDecode>>', deflateSync(Buffer.alloc(30_000_000)))
      return { page: `/Contents [${Array.from({ length: 20 }, () => stream).join(' ')}]` }
    }),
  'many filters': () => pageOf(() => ({ content: '', filter: `/Filter [${'/ASCIIHexDecode '.repeat(9)}]` })),
  'objects that are compressed together': () => {
    const pdf = createPdfBuilder()
    const pages = pdf.reserve()
    pdf.add(`(${' '.repeat(70_000_000)})`)
    const page = pdf.add(`<</Type /Page /Parent ${pages} /MediaBox [0 0 9 9] /Contents ${pdf.add('<<>>', '')}>>`)
    pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
    return pdf.packed(pdf.add(`<</Type /Catalog /Pages ${pages}>>`))
  },
}

test.for(Object.entries(bombs))('%s that unpack to far too much are not unpacked', async ([, create]) => {
  await expect(cleanPdf(create())).rejects.toThrow('The streams of this document are too large')
})
