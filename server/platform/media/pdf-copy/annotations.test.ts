import { describe, expect, test } from 'vitest'
import { createPdfBuilder, type PdfBuilder } from '../../../testing/pdf-builder.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { isInstalled } from '../../../testing/find-program.ts'
import { differentPixels, inkOf } from '../../../testing/poppler.ts'
import { cleanPdf } from './copy.ts'

const hasPoppler = await isInstalled('pdftoppm')

const wide = (text: string): string => `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`

interface Options {
  page?: string
  form?: string
}

/** A page of 200 by 200 points with one line of text and these annotations. */
const pageWith = (
  annotations: (pdf: PdfBuilder, font: string) => string[],
  { page: more = '', form = '' }: Options = {},
): Buffer => {
  const pdf = createPdfBuilder()
  const font = pdf.add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>')
  const contents = pdf.add('<<>>', 'BT /F1 10 Tf 10 185 Td (Plan) Tj ET 2 0 0 2 0 0 cm')
  const pages = pdf.reserve()
  const list = annotations(pdf, font).map((each) => pdf.add(each))
  const page = pdf.add(
    `<</Type /Page /Parent ${pages} /MediaBox [0 0 200 200] /Contents ${contents} /Resources <</Font <</F1 ${font}>>>> /Annots [${list.join(' ')}] ${more}>>`,
  )
  pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
  return pdf.finish(
    pdf.add(
      `<</Type /Catalog /Pages ${pages} /AcroForm <</Fields [${list.join(' ')}] /DA (/F1 12 Tf 0 g) /DR <</Font <</F1 ${font}>>>> ${form}>>>>`,
    ),
  )
}

const drawing = (pdf: PdfBuilder, content: string, more = '', font = ''): string =>
  pdf.add(
    `<</Type /XObject /Subtype /Form /BBox [0 0 100 20] ${more} /Resources <<${font ? `/Font <</F1 ${font}>>` : ''}>>>>`,
    content,
  )

const field = (text: string): string => `<</Type /Annot /Subtype /Widget /Rect [20 100 120 120] ${text}>>`

const states = (pdf: PdfBuilder): string =>
  `/AP <</N <</Yes ${drawing(pdf, '0 0 100 20 re f')} /Off ${drawing(pdf, '0 0 100 20 re S')}>>>>`

/** With a drawing that every reader shows. */
const drawn: Record<string, (pdf: PdfBuilder, font: string) => string[]> = {
  'a text field': (pdf, font) => [
    field(`/FT /Tx /V (Typed) /AP <</N ${drawing(pdf, '/Tx BMC BT /F1 12 Tf 2 5 Td (Typed) Tj ET EMC', '', font)}>>`),
  ],
  'a drawing that uses the resources of the form': (pdf) => [
    field(
      `/FT /Tx /V (Typed) /AP <</N ${pdf.add('<</Subtype /Form /BBox [0 0 100 20]>>', 'BT /F1 12 Tf 2 5 Td (Typed) Tj ET')}>>`,
    ),
  ],
  'a box that is ticked': (pdf) => [field(`/FT /Btn /V /Yes /AS /Yes ${states(pdf)}`)],
  'a box that is not ticked': (pdf) => [field(`/FT /Btn /V /Off /AS /Off ${states(pdf)}`)],
  'one of several choices': (pdf) => [
    field(`/FT /Btn /Ff 32768 /V /Yes /AS /Yes ${states(pdf)}`),
    `<</Type /Annot /Subtype /Widget /Rect [20 60 120 80] /FT /Btn /Ff 32768 /V /Yes /AS /Off ${states(pdf)}>>`,
  ],
  'a drawing that is turned, moved and stretched': (pdf, font) => [
    `<</Type /Annot /Subtype /Stamp /Rect [50 20 90 180] /AP <</N ${drawing(pdf, '0 0 1 rg 5 5 60 10 re f BT /F1 12 Tf 2 5 Td (Up) Tj ET', '/Matrix [0 1 -1 0 7 9]', font)}>>>>`,
  ],
  'a box that does not begin at zero': (pdf) => [
    `<</Type /Annot /Subtype /Stamp /Rect [50 20 150 80] /AP <</N ${pdf.add('<</Subtype /Form /BBox [-10 20 30 90] /Resources <<>>>>', '-10 20 20 35 re f')}>>>>`,
  ],
  'free text, ink and a stamp': (pdf, font) => [
    `<</Type /Annot /Subtype /FreeText /Rect [20 140 120 160] /Contents (Note) /AP <</N ${drawing(pdf, 'BT /F1 9 Tf 2 5 Td (Note) Tj ET', '', font)}>>>>`,
    `<</Type /Annot /Subtype /Ink /Rect [20 100 120 120] /InkList [[1 1]] /AP <</N ${drawing(pdf, '3 w 0 0 m 50 20 l 100 0 l S')}>>>>`,
    `<</Type /Annot /Subtype /Stamp /Rect [20 60 120 80] /AP <</N ${drawing(pdf, '1 0 0 rg 0 0 50 20 re f')}>>>>`,
  ],
  'what is hidden': (pdf) => [
    `<</Type /Annot /Subtype /Stamp /F 2 /Rect [20 60 120 80] /AP <</N ${drawing(pdf, '0 0 50 20 re f')}>>>>`,
    `<</Type /Annot /Subtype /Stamp /F 32 /Rect [20 60 120 80] /AP <</N ${drawing(pdf, '0 0 50 20 re f')}>>>>`,
  ],
}

/** Marks the text of the page. Poppler smooths text under it otherwise if it is an annotation. */
const highlight = (pdf: PdfBuilder): string[] => [
  `<</Type /Annot /Subtype /Highlight /Rect [20 180 120 195] /QuadPoints [0 0 0 0 0 0 0 0] /AP <</N ${pdf.add('<</Subtype /Form /BBox [0 0 100 20] /Group <</S /Transparency>> /Resources <</ExtGState <</G <</BM /Multiply>>>>>>>>', '/G gs 1 1 0 rg 0 0 100 20 re f')}>>>>`,
]
const highlightTolerance = 40

describe.skipIf(!hasPoppler)('what is filled in and drawn on a page stays as it was (needs pdftoppm)', () => {
  test.for(Object.entries(drawn))('%s', async ([, annotations]) => {
    const original = pageWith(annotations)
    expect(await differentPixels(original, await cleanPdf(original))).toBe(0)
  })

  test('a highlight', async () => {
    const original = pageWith(highlight)
    expect(await differentPixels(original, await cleanPdf(original), highlightTolerance)).toBe(0)
  })

  test('on a page that is turned and cropped', async () => {
    const original = pageWith(drawn['a text field']!, { page: '/Rotate 90 /CropBox [10 10 190 150]' })
    expect(await differentPixels(original, await cleanPdf(original))).toBe(0)
  })
})

/** What readers have to draw themselves. */
const undrawn: [name: string, annotation: string, text: string][] = [
  ['a text field', field('/FT /Tx /V (Typed value)'), 'Typed value'],
  ['a text field in Chinese', field(`/FT /Tx /V ${wide('两位数加法')}`), '两位数加法'],
  [
    'a field of several lines',
    field(`/FT /Tx /Ff 4096 /V ${wide('第一行\r第二行 and words')}`),
    '第一行第二行 and words',
  ],
  ['a field with a cell for each character', field('/FT /Tx /Ff 16777216 /MaxLen 5 /V (12345)'), '12345'],
  ['a password', field('/FT /Tx /Ff 8192 /V (secret)'), '******'],
  ['a choice', field(`/FT /Ch /V (b) /Opt [[(a) (First)] [(b) ${wide('第二')}]]`), '第二'],
  ['several choices', field('/FT /Ch /V [(One) (Two)] /Opt [(One) (Two)]'), 'One Two'],
  [
    'free text',
    `<</Type /Annot /Subtype /FreeText /Rect [20 80 180 120] /DA (0 0 1 rg /F1 10 Tf) /Contents ${wide('自由文字 free')}>>`,
    '自由文字 free',
  ],
  ['a stamp', '<</Type /Annot /Subtype /Stamp /Rect [20 80 180 120] /Name /Approved>>', 'Approved'],
  ['a button', field('/FT /Btn /Ff 65536 /MK <</CA (Press) /BG [0.9] /BC [0]>>'), 'Press'],
]

const words = (text: string): string => text.replaceAll(/\s/g, '')

test.for(undrawn)('%s is drawn where the document leaves it to readers', async ([, annotation, text]) => {
  const copy = await cleanPdf(pageWith(() => [annotation]))
  expect(words(await readPdfText(copy))).toBe(`Plan${words(text)}`)
})

test('a field whose drawing is empty, or may be old, is drawn anew', async () => {
  const empty = pageWith((pdf) => [field(`/FT /Tx /V (New) /AP <</N ${drawing(pdf, '/Tx BMC EMC')}>>`)])
  const old = pageWith(
    (pdf, font) => [field(`/FT /Tx /V (New) /AP <</N ${drawing(pdf, 'BT /F1 9 Tf (Old) Tj ET', '', font)}>>`)],
    { form: '/NeedAppearances true' },
  )
  expect(await readPdfText(await cleanPdf(empty))).toBe('Plan\nNew')
  expect(await readPdfText(await cleanPdf(old))).toBe('Plan\nNew')
})

test('the value of a field may come from the field above it', async () => {
  const copy = await cleanPdf(
    pageWith((pdf) => [field(`/Parent ${pdf.add('<</FT /Tx /V (Inherited) /DA (1 0 0 rg /F1 8 Tf)>>')}`)]),
  )
  expect(await readPdfText(copy)).toBe('Plan\nInherited')
})

test('a character that cannot be drawn prevents the copy', async () => {
  await expect(cleanPdf(pageWith(() => [field(`/FT /Tx /V ${wide('\u{1F996}')}`)]))).rejects.toThrow(
    'A character has no glyph',
  )
})

const shapes = [
  '/Subtype /Square /Rect [40 80 80 120]',
  '/Subtype /Circle /Rect [40 80 80 120] /IC [1 0 0]',
  '/Subtype /Line /Rect [40 80 80 120] /L [40 80 80 120] /LE [/OpenArrow /ClosedArrow]',
  '/Subtype /PolyLine /Rect [40 80 80 120] /Vertices [40 80 60 120 80 80] /LE [/Circle /Square]',
  '/Subtype /Polygon /Rect [40 80 80 120] /Vertices [40 80 60 120 80 80]',
  '/Subtype /Ink /Rect [40 80 80 120] /InkList [[40 80 60 120 80 80]]',
  '/Subtype /Highlight /Rect [40 80 80 120] /C [1 1 0] /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /Underline /Rect [40 80 80 120] /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /StrikeOut /Rect [40 80 80 120] /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /Squiggly /Rect [40 80 80 120] /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /Caret /Rect [40 80 80 120]',
  '/Subtype /Link /Rect [40 80 80 120]',
  '/Subtype /Widget /Rect [40 80 80 120] /FT /Btn /V /Yes /AS /Yes',
  '/Subtype /Widget /Rect [40 80 80 120] /FT /Btn /Ff 32768 /AS /Yes',
]

/** Whether ink lies where the annotation is, and nowhere else but in the line of text. */
const inkPlaces = async (pdf: Uint8Array): Promise<boolean[]> => {
  const rows = (await inkOf(pdf)).map((line) => line.split(' ').map((cell) => Number(cell) > 0))
  const inside = rows.slice(4, 6).some((row) => row.slice(2, 4).includes(true))
  const around = rows.slice(2, 8).some((row) => row.slice(5).includes(true) || row[0])
  return [inside, around]
}

describe.skipIf(!hasPoppler)('shapes without a drawing are drawn from their geometry (needs pdftoppm)', () => {
  test.for(shapes)('%s', async (shape) => {
    expect(await inkPlaces(await cleanPdf(pageWith(() => [`<</Type /Annot ${shape}>>`])))).toEqual([true, false])
  })

  test.for([
    '/Subtype /Text /Rect [40 80 80 120] /Contents (A remark)',
    '/Subtype /Square /Rect [40 80 80 120] /F 2',
    '/Subtype /Link /Rect [40 80 80 120] /Border [0 0 0]',
    '/Subtype /Widget /Rect [40 80 80 120] /FT /Btn /AS /Off',
  ])('but nothing of %s', async (shape) => {
    expect(await inkPlaces(await cleanPdf(pageWith(() => [`<</Type /Annot ${shape}>>`])))).toEqual([false, false])
  })
})
