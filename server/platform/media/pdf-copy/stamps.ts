import { PdfNumber, type PdfDict } from '@libpdf/core'
import { loadFont } from '../../pdf/fonts.ts'
import { layStamp, stampText, textWidth, type StampLine } from '../stamp-layout.ts'
import type { Flattened } from './annotations.ts'
import { numbersOf, type Copier } from './copier.ts'
import type { TextFonts } from './text-font.ts'
import { dictText, numberText } from './writer.ts'

interface Box {
  left: number
  bottom: number
  right: number
  top: number
}

const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 }

const boxOf = ([x1, y1, x2, y2]: readonly number[]): Box | undefined =>
  x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined
    ? undefined
    : { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) }

/** What readers show of a page. */
const shownBox = (copier: Copier, page: PdfDict): Box => {
  const media = boxOf(numbersOf(copier, page.get('MediaBox'))) ?? letter
  const crop = boxOf(numbersOf(copier, page.get('CropBox'))) ?? media
  const box = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  }
  return box.left < box.right && box.bottom < box.top ? box : media
}

const quartersOf = ({ source }: Copier, page: PdfDict): number => {
  const rotation = source.resolve(page.get('Rotate'))
  return rotation instanceof PdfNumber ? ((Math.round(rotation.value / 90) % 4) + 4) % 4 : 0
}

/** From a page as it is seen, with its lower left corner as the origin, to the page as it is stored. */
const placeOf = ({ left, bottom, right, top }: Box, quarters: number): number[] => {
  if (quarters === 1) return [0, 1, -1, 0, right, bottom]
  if (quarters === 2) return [-1, 0, 0, -1, right, top]
  return quarters === 3 ? [0, -1, 1, 0, left, top] : [1, 0, 0, 1, left, bottom]
}

const operands = (...values: readonly number[]): string =>
  values.map((value) => numberText(Number(value.toFixed(4)))).join(' ')

/** Writes a text onto every page. */
export const createStamper = async (copier: Copier, fonts: TextFonts, given: string) => {
  const metrics = await loadFont('regular')
  const text = stampText(metrics, given)
  const unitWidth = textWidth(metrics, text)
  const font = await fonts.load()
  const states = new Map<number, string>()
  const opacities = new Map<string, string>()
  const stateOf = (opacity: number): string => {
    const name = states.get(opacity)
    if (name) return name
    const share = numberText(opacity)
    const { number, text: reference } = copier.writer.add(dictText({ CA: share, ca: share, BM: '/Normal' }))
    states.set(opacity, `E${number}`)
    opacities.set(`E${number}`, reference)
    return `E${number}`
  }
  const drawLine = ({ size, x, y, angle, shade, opacity, ...line }: StampLine): string => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return [
      `q /${stateOf(opacity)} gs BT ${operands(shade)} g 0 Tr /F${font.reference.number} ${operands(size)} Tf`,
      `${operands(cos, sin, -sin, cos, x, y)} Tm ${font.encode(line.text)} Tj ET Q`,
    ].join('\n')
  }
  return {
    stamp: (page: PdfDict): Flattened => {
      const box = shownBox(copier, page)
      const quarters = quartersOf(copier, page)
      const [across, up] = [box.right - box.left, box.top - box.bottom]
      const [width, height] = quarters % 2 === 1 ? [up, across] : [across, up]
      const { band, lines } = layStamp(text, { width, height }, unitWidth)
      const drawing = [
        `q ${operands(...placeOf(box, quarters))} cm`,
        `q /${stateOf(band.opacity)} gs 1 g 0 0 ${operands(width, band.height)} re f Q`,
        ...lines.map(drawLine),
        'Q',
      ].join('\n')
      const resources = new Map([
        ['Font', new Map([[`F${font.reference.number}`, font.reference.text]])],
        ['ExtGState', opacities],
      ])
      return { data: Buffer.from(`${drawing}\n`, 'latin1'), resources }
    },
  }
}
export type Stamper = Awaited<ReturnType<typeof createStamper>>
