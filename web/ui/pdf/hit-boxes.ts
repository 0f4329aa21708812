import type { Size } from './page-scale.ts'
import type { FoldedText, Hit, TextPiece } from './text-search.ts'

type Matrix = readonly number[]

/** Where a piece stands on its page, in points from the upper left corner. */
export interface PlacedPiece extends TextPiece {
  left: number
  top: number
  length: number
  height: number
  /** In radians, clockwise. */
  angle: number
}

/** The text of a page with its places. */
export interface PageText {
  size: Size
  pieces: readonly PlacedPiece[]
  folded: FoldedText
}

/** A marked place, in percent of the page. */
export interface Box {
  /** Which piece of the page it is on; a hit has one box on each. */
  piece: number
  left: number
  top: number
  width: number
  height: number
  angle: number
}

interface Written {
  str: string
  hasEOL: boolean
  transform: Matrix
  width: number
  height: number
}

const product = (one: Matrix, other: Matrix): number[] => {
  const [a, b, c, d, e, f] = one as [number, number, number, number, number, number]
  const [g, h, i, j, k, l] = other as [number, number, number, number, number, number]
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** What letters take above their line, where the font does not tell it. */
const usualAscent = 0.8

/** Where a piece is. PDF counts from the lower left corner; `view` turns its points into those of the page as it is seen. */
export const placePiece = (
  { str, hasEOL, transform, width, height }: Written,
  view: Matrix,
  font?: { ascent?: number; vertical?: boolean },
): PlacedPiece => {
  const [a, b, c, d, e, f] = product(view, transform) as [number, number, number, number, number, number]
  const angle = Math.atan2(b, a) + (font?.vertical ? Math.PI / 2 : 0)
  const size = Math.hypot(c, d)
  const ascent = size * (font?.ascent || usualAscent)
  return {
    text: str,
    endsLine: hasEOL,
    left: e + ascent * Math.sin(angle),
    top: f - ascent * Math.cos(angle),
    length: font?.vertical ? height : width,
    height: size,
    angle,
  }
}

/** How wide a text is, in any unit. */
type Measure = (text: string) => number

/** The boxes of a hit. A piece has one width: that of its parts is shared out as `measure` says. */
export const boxesOf = ({ size, pieces }: PageText, { parts }: Hit, measure: Measure): Box[] =>
  parts.map(({ piece, from, to }) => {
    const { text, left, top, length, height, angle } = pieces[piece]!
    const whole = measure(text) || 1
    const begin = (measure(text.slice(0, from)) / whole) * length
    const part = (measure(text.slice(from, to)) / whole) * length
    return {
      piece,
      left: ((left + begin * Math.cos(angle)) / size.width) * 100,
      top: ((top + begin * Math.sin(angle)) / size.height) * 100,
      width: (part / size.width) * 100,
      height: (height / size.height) * 100,
      angle,
    }
  })
