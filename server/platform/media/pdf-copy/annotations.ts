import { PdfDict, PdfNumber, PdfStream } from '@libpdf/core'
import { rewriteContent } from './content.ts'
import { dataOf, dictOf, listOf, nameOf, numbersOf, type Copier, type Resources } from './copier.ts'
import { drawField, readField, textBoxOf, textOf } from './fields.ts'
import { CannotCopy } from './filters.ts'
import { colorText, drawShape, type Drawing } from './shapes.ts'
import type { TextFonts } from './text-font.ts'
import { drawText } from './text-layout.ts'
import { dictText, numberText } from './writer.ts'

/** Nobody sees them on the page: windows with comments, and signs that open something. */
const unseenKinds = new Set(['Popup', 'Text', 'FileAttachment', 'Sound', 'TrapNet', 'PrinterMark'])
const hiddenFlags = 2 | 32

interface Rectangle {
  left: number
  bottom: number
  width: number
  height: number
}

type Matrix = readonly [number, number, number, number, number, number]

const rectangleOf = (numbers: readonly number[]): Rectangle | undefined => {
  const [x1, y1, x2, y2] = numbers
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

/** Where a rectangle reaches after a matrix. */
const transformed = ({ left, bottom, width, height }: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle => {
  const corners = [
    [left, bottom],
    [left + width, bottom],
    [left, bottom + height],
    [left + width, bottom + height],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { left: x, bottom: y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

const matrixText = (matrix: readonly number[]): string => `${matrix.map(numberText).join(' ')} cm`

/** What is drawn onto a page, and what it refers to. */
export interface Flattened {
  data: Buffer
  resources: Resources
}

/** What draws annotations and fields into pages. */
export const createFlattener = (copier: Copier, fonts: TextFonts) => {
  const { source, writer } = copier
  const form = dictOf(copier, source.catalog.get('AcroForm'))
  const needed = source.resolve(form?.get('NeedAppearances'))
  const isRedrawn = needed?.type === 'bool' && needed.value
  const formResources = dictOf(copier, form?.get('DR'))

  /** The drawing that the document brings along, in the state that is shown. */
  const appearanceOf = (annotation: PdfDict): PdfStream | undefined => {
    const normal = source.resolve(dictOf(copier, annotation.get('AP'))?.get('N'))
    if (normal instanceof PdfStream) return normal
    if (!(normal instanceof PdfDict)) return undefined
    const state = source.resolve(normal.get(readField(copier, annotation).state) ?? normal.get('Off'))
    // A state without a drawing shows nothing.
    return state instanceof PdfStream ? state : new PdfStream()
  }

  const showsText = (appearance: PdfStream): boolean => {
    const { hasText, text } = rewriteContent(dataOf(copier, appearance), { use: () => '/N', isHidden: () => false })
    return hasText || / Do$/m.test(text)
  }

  /** Some programs fill a field in without drawing it, and leave that to readers. */
  const isOutdated = (annotation: PdfDict, appearance: PdfStream | undefined): boolean => {
    if (nameOf(copier, annotation.get('Subtype')) !== 'Widget') return false
    const { kind, text } = readField(copier, annotation)
    if ((kind !== 'text' && kind !== 'choice') || text.trim() === '') return false
    return isRedrawn || !appearance || !showsText(appearance)
  }

  const placeForm = (
    appearance: PdfStream,
    rectangle: Rectangle,
    resources: Map<string, Map<string, string>>,
  ): string => {
    const box = rectangleOf(numbersOf(copier, appearance.get('BBox')))
    if (!box) return ''
    const numbers = numbersOf(copier, appearance.get('Matrix'))
    const matrix = numbers.length === 6 ? (numbers as unknown as Matrix) : identity
    const reached = transformed(box, matrix)
    const [across, down] = [
      reached.width === 0 ? 1 : rectangle.width / reached.width,
      reached.height === 0 ? 1 : rectangle.height / reached.height,
    ]
    const reference = copier.copyForm(appearance, formResources)
    keep(resources, 'XObject', `X${reference.number}`, reference.text)
    const place = [across, 0, 0, down, rectangle.left - reached.left * across, rectangle.bottom - reached.bottom * down]
    return `q ${matrixText(place)} /X${reference.number} Do Q`
  }

  const keep = (resources: Map<string, Map<string, string>>, kind: string, name: string, text: string): void => {
    const entries = resources.get(kind) ?? new Map<string, string>()
    resources.set(kind, entries)
    entries.set(name, text)
  }

  /** A text on the page without a drawing: typed freely, or that of a stamp. */
  const drawNote = async (annotation: PdfDict, { width, height }: Rectangle): Promise<Drawing> => {
    const isStamp = nameOf(copier, annotation.get('Subtype')) === 'Stamp'
    const text = isStamp
      ? (nameOf(copier, annotation.get('Name')) ?? 'Draft')
      : textOf(copier, annotation.get('Contents'))
    const fill = isStamp ? undefined : colorText(numbersOf(copier, annotation.get('C')), 'fill')
    const area = `0 0 ${numberText(width)} ${numberText(height)} re`
    const frame = isStamp ? `1 0 0 RG 2 w ${area} S` : fill ? `${fill} ${area} f` : ''
    if (text.trim() === '') return { text: frame, fonts: [] }
    const font = await fonts.load()
    const box = textBoxOf(copier, annotation, { text, width, height, isMultiline: !isStamp })
    const look = isStamp ? ({ color: '1 0 0 rg', align: 'center' } as const) : { size: box.size || 12 }
    return { text: `${frame}\n${drawText(font, { ...box, ...look })}`, fonts: [font] }
  }

  const drawMissing = async (annotation: PdfDict, rectangle: Rectangle): Promise<Drawing> => {
    const kind = nameOf(copier, annotation.get('Subtype'))
    const isField = kind === 'Widget'
    if (isField || kind === 'FreeText' || kind === 'Stamp') {
      const drawing = isField
        ? await drawField(copier, annotation, rectangle, { form, loadFont: fonts.load })
        : await drawNote(annotation, rectangle)
      const place = matrixText([1, 0, 0, 1, rectangle.left, rectangle.bottom])
      return { ...drawing, text: `q ${place}\n${drawing.text}\nQ` }
    }
    const shape = drawShape(copier, annotation)
    return { text: shape ? `q\n${shape}\nQ` : '', fonts: [] }
  }

  /** Marks let the text below shine through. */
  const withBlending = (annotation: PdfDict, text: string, resources: Map<string, Map<string, string>>): string => {
    const opacity = source.resolve(annotation.get('CA'))
    const isHighlight = nameOf(copier, annotation.get('Subtype')) === 'Highlight'
    if (text === '' || (!isHighlight && !(opacity instanceof PdfNumber))) return text
    const share = opacity instanceof PdfNumber ? numberText(opacity.value) : '1'
    const state = writer.add(dictText({ CA: share, ca: share, BM: isHighlight ? '/Multiply' : '/Normal' }))
    keep(resources, 'ExtGState', `E${state.number}`, state.text)
    return `q /E${state.number} gs\n${text}\nQ`
  }

  const isSeen = (annotation: PdfDict): boolean => {
    const flags = source.resolve(annotation.get('F'))
    const isHidden = flags instanceof PdfNumber && (flags.value & hiddenFlags) !== 0
    return (
      !isHidden &&
      !unseenKinds.has(nameOf(copier, annotation.get('Subtype')) ?? '') &&
      copier.isVisible(annotation.get('OC'))
    )
  }

  const draw = async (annotation: PdfDict, resources: Map<string, Map<string, string>>): Promise<string> => {
    const rectangle = rectangleOf(numbersOf(copier, annotation.get('Rect')))
    if (!rectangle || !isSeen(annotation)) return ''
    const appearance = appearanceOf(annotation)
    if (appearance && !isOutdated(annotation, appearance)) return placeForm(appearance, rectangle, resources)
    const { text, fonts: used } = await drawMissing(annotation, rectangle)
    for (const { reference } of used) keep(resources, 'Font', `F${reference.number}`, reference.text)
    return withBlending(annotation, text, resources)
  }

  return {
    /** What is seen of a page's annotations and fields, as content of the page. */
    flatten: async (page: PdfDict): Promise<Flattened> => {
      const resources = new Map<string, Map<string, string>>()
      const lines: string[] = []
      for (const each of listOf(copier, page.get('Annots'))) {
        const annotation = dictOf(copier, each)
        if (!annotation) {
          if (source.resolve(each) !== undefined) throw new CannotCopy('Something on a page cannot be read')
          continue
        }
        const text = await draw(annotation, resources)
        if (text !== '') lines.push(text)
      }
      return { data: Buffer.from(lines.join('\n'), 'latin1'), resources }
    },
  }
}
export type Flattener = ReturnType<typeof createFlattener>
