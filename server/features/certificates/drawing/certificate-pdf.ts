import { buffer } from 'node:stream/consumers'
import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import {
  fillIn,
  neededFieldsIn,
  pageMeasures,
  type MergeField,
  type MergeValues,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Font } from 'fontkit'
import { encode } from 'uqr'
import { decorate, featuresFor, openArchivePdf } from '../../../platform/pdf/archive-pdf.ts'
import { t } from '../../../platform/messages.ts'
import { loadFont, missingGlyphs, type FontName } from '../../../platform/pdf/fonts.ts'
import { placeArtwork } from './artwork.ts'
import { drawFrame } from './frames.ts'
import { drawOrnament, type Canvas } from './ornaments.ts'
import {
  fitText,
  isTooLong,
  keepTogether,
  measureWith,
  spaceBetween,
  withoutGlue,
  type FittedText,
  type Measure,
} from './text-fit.ts'

/** A certificate to print, or many to check. Everything that decides its bytes. */
export interface Printed {
  design: CertificateDesign
  locale: Locale
  values: MergeValues
  /** The address that its QR code holds. */
  address: string
  /** Its PDF says that it was made then. */
  at: Date
  /** By the ids of their files: JPEG or PNG. */
  pictures: Record<string, Uint8Array>
}

/** Why something cannot be printed. `outside`: a part of it lies beyond the edge of the page. */
export type PrintProblem =
  | { kind: 'outside'; element: string }
  | { kind: 'missingGlyph'; element: string; character: string }
  | { kind: 'overflow'; element: string; text: string }
  | { kind: 'emptyField'; element: string; field: MergeField }

type Lettered = Extract<DesignElement, { font: unknown }>

const millimetre = 72 / 25.4

/** Places are rounded to tenths of a millimetre. */
const tolerance = 0.1

/** Signs that join or choose others, and are nothing on paper. */
const unseen = /(?!\u2060)[\p{Cf}\p{Variation_Selector}]/gu

const fontNames: Readonly<Record<`${Lettered['font']}${'' | 'Bold'}`, FontName>> = {
  serif: 'serif',
  serifBold: 'serifBold',
  sans: 'regular',
  sansBold: 'bold',
}
const fontOf = ({ font, bold }: Lettered): FontName => fontNames[`${font}${bold ? 'Bold' : ''}`]

/** Names that are not to be broken. */
const withWholeNames = (values: MergeValues): MergeValues => ({
  ...values,
  name: keepTogether(values.name),
  people: values.people.replaceAll(/[^、]+/g, keepTogether),
  advisors: values.advisors.replaceAll(/[^、]+/g, keepTogether),
})

/** A label that ends in a full-width sign needs no space. */
const labelled = (label: string): string => (/[\u3000-\uffef]$/.test(label) || label === '' ? label : `${label} `)

const templateOf = (element: Lettered, locale: Locale): string =>
  element.kind === 'text'
    ? localize(element.text, locale).text
    : `${labelled(localize(element.label, locale).text)}{number}`

/** What is drawn of a text. */
export const visibleText = (text: string): string => text.replaceAll(unseen, '').normalize('NFC')

const textOf = (element: Lettered, locale: Locale, values: MergeValues): string =>
  visibleText(fillIn(templateOf(element, locale), values))

const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: width * millimetre,
  height: height * millimetre,
})

type LoadedFonts = ReadonlyMap<FontName, { font: Font; measure: Measure }>

const measures = new WeakMap<Font, Measure>()

/** The fonts that a design uses. */
export const loadDesignFonts = async ({ elements }: CertificateDesign): Promise<LoadedFonts> => {
  const names = [...new Set(elements.flatMap((element) => ('font' in element ? [fontOf(element)] : [])))]
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const font = await loadFont(name)
        const measure = measures.get(font) ?? measureWith(font)
        measures.set(font, measure)
        return [name, { font, measure }] as const
      }),
    ),
  )
}

/** What has to be read must lie on the page; ornaments and pictures may be cut off. */
const isOutside = ({ page }: CertificateDesign, { kind, x, y, width, height }: DesignElement): boolean => {
  if (kind === 'ornament' || kind === 'picture' || kind === 'stamp') return false
  const edges = pageMeasures(page)
  return x + width > edges.width + tolerance || y + height > edges.height + tolerance
}

/** Looks for what is in the way of printing values with a design, by element. */
export const problemFinder = (
  { design, locale }: Pick<Printed, 'design' | 'locale'>,
  fonts: LoadedFonts,
): ((values: MergeValues) => PrintProblem[]) => {
  const outside = design.elements.flatMap((element): PrintProblem[] =>
    isOutside(design, element) ? [{ kind: 'outside', element: element.id }] : [],
  )
  const findersByElement = design.elements.flatMap((element) => {
    if (!('font' in element)) return []
    const { id } = element
    const template = templateOf(element, locale)
    const needed = neededFieldsIn(template)
    const { font, measure } = fonts.get(fontOf(element))!
    const box = sizeOf(element)
    const problemsOf = (text: string): PrintProblem[] => {
      const missing = missingGlyphs(font, withoutGlue(text).replaceAll('\n', ''))
      if (missing.length > 0) return missing.map((character) => ({ kind: 'missingGlyph', element: id, character }))
      return isTooLong(text, box, element, measure) ? [{ kind: 'overflow', element: id, text: withoutGlue(text) }] : []
    }
    // Most texts of a design are the same for many people.
    const problemsByText = new Map<string, PrintProblem[]>()
    return (values: MergeValues, whole: MergeValues): PrintProblem[] => {
      const empty = needed.filter((field) => values[field] === '')
      if (empty.length > 0) return empty.map((field) => ({ kind: 'emptyField', element: id, field }))
      const text = visibleText(fillIn(template, whole))
      const problems = problemsByText.get(text) ?? problemsOf(text)
      problemsByText.set(text, problems)
      return problems
    }
  })
  return (values) => {
    const whole = withWholeNames(values)
    return [...outside, ...findersByElement.flatMap((find) => find(values, whole))]
  }
}

/** Any pattern can be read; looking for the best of all takes longer than everything else about the code. */
const qrMask = 2

const drawQr = (doc: Canvas, address: string, area: { x: number; y: number; side: number; color: string }): void => {
  const { size, data } = encode(address, { ecc: 'M', border: 0, maskPattern: qrMask })
  const module = area.side / size
  for (const [row, cells] of data.entries())
    for (let column = 0; column < size; column++) {
      if (!cells[column]) continue
      const from = column
      while (column + 1 < size && cells[column + 1]) column += 1
      doc.rect(area.x + from * module, area.y + row * module, (column - from + 1) * module, module)
    }
  doc.fill(area.color)
}

const open = ({ design, locale, values, at }: Printed) => {
  const { width, height } = sizeOf(pageMeasures(design.page))
  return openArchivePdf({
    size: [width, height],
    margin: 0,
    subset: 'PDF/A-2b',
    lang: locale,
    info: {
      Title: [values.award || values.activity || values.edition, values.name, values.number]
        .filter(Boolean)
        .join(' · '),
      Author: values.site,
      Subject: values.number,
      CreationDate: at,
      ModDate: at,
    },
  })
}

const drawLines = (
  doc: Canvas,
  element: Lettered,
  { lines, size, spacing }: FittedText,
  { font, locale }: { font: Font; locale: Locale },
): void => {
  const { x, y, width, height } = element
  const area = { x: x * millimetre, y: y * millimetre, ...sizeOf({ width, height }) }
  const lineHeight = size * element.lineHeight
  const free = Math.max(0, area.height - lines.length * lineHeight)
  const top = area.y + { top: 0, middle: free / 2, bottom: free }[element.vertical]
  // Letters stand in the middle of their line.
  const ascent = (font.ascent / font.unitsPerEm) * size
  const descent = (-font.descent / font.unitsPerEm) * size
  const above = (lineHeight - ascent - descent) / 2
  doc.font(fontOf(element)).fontSize(size).fillColor(element.color)
  const plain = { lineBreak: false, ...featuresFor(locale) }
  const options = { ...plain, ...(spacing > 0 && { characterSpacing: spacing }) }
  for (const [index, line] of lines.entries()) {
    const text = withoutGlue(line)
    if (text === '') continue
    const space = spaceBetween(text, withoutGlue(lines[index + 1] ?? ''))
    // Between letters, not after the last one. The library would count halves of rare characters.
    const between = Math.max(0, spacing) * (Array.from(text).length - 1)
    const wide = element.align === 'left' ? 0 : doc.widthOfString(text, plain) + between
    const left = area.x + { left: 0, center: (area.width - wide) / 2, right: area.width - wide }[element.align]
    doc.text(text + space, left, top + index * lineHeight + above, options)
  }
}

/** The PDF of a certificate: the same input has the same bytes. */
export const printCertificate = async (printed: Printed): Promise<Uint8Array> => {
  const { design, locale, address, pictures } = printed
  const fonts = await loadDesignFonts(design)
  const doc = open(printed)
  const bytes = buffer(doc)
  for (const [name, { font }] of fonts) doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
  const page = sizeOf(pageMeasures(design.page))
  const values = withWholeNames(printed.values)
  const root = doc.struct('Document')
  doc.addStructure(root)
  decorate(doc, () => {
    doc.rect(0, 0, page.width, page.height).fill(design.page.paper)
    const background = design.background && pictures[design.background]
    if (background) doc.image(Buffer.from(background), 0, 0, { width: page.width, height: page.height })
    placeArtwork(doc, JSON.stringify([page, design.frame]), page, (canvas) => drawFrame(canvas, page, design.frame))
  })
  for (const element of design.elements) {
    const area = { x: element.x * millimetre, y: element.y * millimetre, ...sizeOf(element) }
    if ('font' in element) {
      const { font, measure } = fonts.get(fontOf(element))!
      const text = textOf(element, locale, values)
      if (text.trim() === '') continue
      const fitted = fitText(text, area, element, measure)
      const kind = element.kind === 'text' && element.isTitle ? 'H1' : 'P'
      root.add(doc.struct(kind, {}, () => drawLines(doc, element, fitted, { font, locale })))
    } else if (element.kind === 'ornament')
      decorate(doc, () =>
        placeArtwork(doc, JSON.stringify([page, element]), page, (canvas) => drawOrnament(canvas, element, area)),
      )
    else if (element.kind === 'qr') {
      const side = Math.min(area.width, area.height)
      root.add(
        doc.struct('Figure', { alt: address }, () => drawQr(doc, address, { ...area, side, color: element.color })),
      )
    } else {
      const picture = element.file !== null && pictures[element.file]
      if (!picture) continue
      const placed = {
        fit: [area.width, area.height] as [number, number],
        align: 'center' as const,
        valign: 'center' as const,
      }
      const alt = element.kind === 'stamp' ? t(locale, 'certificates.stamp') : localize(element.alt, locale).text
      const draw = (): void => void doc.image(Buffer.from(picture), area.x, area.y, placed)
      if (alt === '') decorate(doc, draw)
      else root.add(doc.struct('Figure', { alt }, draw))
    }
  }
  root.end()
  doc.end()
  return bytes
}

/** Called in a thread that draws documents. */
export const run = (input: unknown): Promise<Uint8Array> => printCertificate(input as Printed)
