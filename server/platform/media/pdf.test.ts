import { expect, test } from 'vitest'
import { createPdfBuilder } from '../../testing/pdf-builder.ts'
import { readPdf } from './pdf.ts'

const pageWith = (...annotations: string[]): Buffer => {
  const pdf = createPdfBuilder()
  const pages = pdf.reserve()
  const list = annotations.map((each) => pdf.add(`<</Type /Annot /Rect [40 80 80 120] ${each}>>`))
  const page = pdf.add(`<</Type /Page /Parent ${pages} /MediaBox [0 0 200 200] /Annots [${list.join(' ')}]>>`)
  pdf.fill(pages, `<</Type /Pages /Kids [${page}] /Count 1>>`)
  return pdf.finish(pdf.add(`<</Type /Catalog /Pages ${pages}>>`))
}

const lossesOf = async (...annotations: string[]) => {
  const { pages, losses = [] } = await readPdf(new Uint8Array(pageWith(...annotations)))
  expect(pages).toBe(1)
  return losses
}

test.for([
  '/Subtype /Text /Contents (A remark)',
  '/Subtype /Text',
  '/Subtype /Popup',
  '/Subtype /Highlight /Contents (Too long) /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /Ink /Contents (See page 2) /InkList [[40 80 60 120]]',
])('a comment is not part of the copy: %s', async (annotation) => {
  expect(await lossesOf('/Subtype /Square', annotation)).toEqual([{ kind: 'comments' }])
})

test.for([
  '/Subtype /FreeText /Contents (On the page) /DA (/Helv 9 Tf)',
  '/Subtype /Stamp /Contents (Draft)',
  '/Subtype /Link /Contents (Where it leads)',
  '/Subtype /Widget /FT /Tx /V (Typed)',
  '/Subtype /Highlight /QuadPoints [40 120 80 120 40 80 80 80]',
  '/Subtype /Text /F 2 /Contents (Hidden by the team)',
])('what is seen on the page, or by nobody, is no loss: %s', async (annotation) => {
  expect(await lossesOf(annotation)).toEqual([])
})
