import type { Font } from 'fontkit'

/** Keeps the characters around it on one line. It is never drawn. */
const glue = '\u2060'

/** A name that is not broken between its letters, unless it is longer than this. */
const longestWhole = 24

/** Chinese names stay on one line; names of several words break between them. */
export const keepTogether = (name: string): string =>
  Array.from(name).length > longestWhole ? name : Array.from(name).join(glue)

export const withoutGlue = (text: string): string => text.replaceAll(glue, '')

/** Never begin a line, and never end one. */
const closing = /^[\p{Pe}\p{Pf}、。，．；：！？…·!),.:;?\]}%‰]/u
const opening = /[\p{Ps}\p{Pi}]$/u
const wide = /[\u2e80-\u303f\u3040-\u30ff\u3100-\u31ef\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u

/** The space that was between two lines: not seen, but read out and copied. */
export const spaceBetween = (line: string, next: string): '' | ' ' =>
  next === '' || (wide.test(Array.from(line).at(-1)!) && wide.test(Array.from(next)[0]!)) ? '' : ' '

/** Pieces between which a line may be broken. A space belongs to the piece before it. */
const piecesOf = (paragraph: string): string[] => {
  const pieces: string[] = []
  let isGlued = false
  for (const character of paragraph) {
    if (character === glue) {
      isGlued = true
      continue
    }
    const last = pieces.at(-1)
    const continues =
      last !== undefined &&
      (isGlued ||
        character === ' ' ||
        closing.test(character) ||
        opening.test(last) ||
        (!wide.test(character) && !wide.test(last.at(-1)!) && !last.endsWith(' ') && character !== '\u3000'))
    if (continues) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
    isGlued = false
  }
  return pieces
}

/** A text in units of its size, and how many characters it has. */
interface Extent {
  em: number
  count: number
}

const widthOf = ({ em, count }: Extent, size: number, spacing: number): number =>
  em * size + Math.max(0, count - 1) * spacing

const sum = (one: Extent, other: Extent): Extent => ({ em: one.em + other.em, count: one.count + other.count })

/** Measures texts by the advances of their characters. */
export const measureWith = (font: Font) => {
  const advances = new Map<string, number>()
  const advanceOf = (character: string): number => {
    const cachedAdvance = advances.get(character)
    if (cachedAdvance !== undefined) return cachedAdvance
    const advance = font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth / font.unitsPerEm
    advances.set(character, advance)
    return advance
  }
  return (text: string): Extent => {
    const extent = { em: 0, count: 0 }
    for (const character of text) {
      extent.em += advanceOf(character)
      extent.count += 1
    }
    return extent
  }
}
export type Measure = ReturnType<typeof measureWith>

/** Measured once: lines are tried at many sizes. `ink` leaves out the space at its end. */
interface Piece {
  text: string
  whole: Extent
  ink: Extent
}

const measuredPieces = (paragraph: string, measure: Measure): Piece[] =>
  piecesOf(paragraph).map((text) => ({ text, whole: measure(text), ink: measure(text.trimEnd()) }))

export interface Box {
  width: number
  height: number
}

export interface TextStyle {
  size: number
  minSize: number
  lineHeight: number
  spacing: number
  align: 'left' | 'center' | 'right'
}

export interface FittedText {
  lines: string[]
  size: number
  spacing: number
}

type Fits = (extent: Extent) => boolean

const nothing: Extent = { em: 0, count: 0 }

/** The lines of a paragraph; undefined: a piece of it is wider than a line. */
const wrap = (pieces: readonly Piece[], fits: Fits): string[] | undefined => {
  const lines: string[] = []
  let text = ''
  let extent = nothing
  for (const piece of pieces) {
    if (!fits(piece.ink)) return undefined
    if (text !== '' && !fits(sum(extent, piece.ink))) {
      lines.push(text.trimEnd())
      text = ''
      extent = nothing
    }
    text += piece.text
    extent = sum(extent, piece.whole)
  }
  return [...lines, text.trimEnd()]
}

/** The lines of all paragraphs; undefined: one of them cannot be broken into lines that fit. */
const wrapAll = (paragraphs: readonly (readonly Piece[])[], fits: Fits): string[] | undefined => {
  const lines: string[] = []
  for (const pieces of paragraphs) {
    const wrapped = wrap(pieces, fits)
    if (!wrapped) return undefined
    lines.push(...wrapped)
  }
  return lines
}

/** The same number of lines, as equally long as they can be. */
const balance = (count: number, width: number, linesWithin: (limit: number) => string[] | undefined): string[] => {
  let [narrow, wideEnough] = [0, width]
  for (let round = 0; round < 10; round++) {
    const middle = (narrow + wideEnough) / 2
    if (linesWithin(middle)?.length === count) wideEnough = middle
    else narrow = middle
  }
  return linesWithin(wideEnough)!
}

const step = 0.5
const latinSpacing = 0.15
const tolerance = 0.01

/** Breaks a text into lines at one size. `linesOf` of the box's width is undefined where a piece is wider. */
const typesetter = (text: string, { height }: Box, style: TextStyle, measure: Measure) => {
  const paragraphs = text.split('\n').map((paragraph) => measuredPieces(paragraph, measure))
  // Letters are set closer where they are smaller, and Latin ones closer than Chinese ones.
  const spacingPerSize = ((wide.test(text) ? 1 : latinSpacing) * style.spacing) / style.size
  return {
    smallest: Math.min(style.minSize, style.size),
    spacingAt: (size: number): number => spacingPerSize * size,
    linesAt: (size: number, width: number): string[] | undefined =>
      wrapAll(paragraphs, (extent) => widthOf(extent, size, spacingPerSize * size) <= width + tolerance),
    isLowEnough: (lines: readonly string[], size: number): boolean =>
      lines.length * size * style.lineHeight <= height + tolerance,
  }
}

/** Whether a text overflows its box even at the smallest size: what fits at a larger one fits there too. */
export const isTooLong = (text: string, box: Box, style: TextStyle, measure: Measure): boolean => {
  const { smallest, linesAt, isLowEnough } = typesetter(text, box, style, measure)
  const lines = linesAt(smallest, box.width)
  return !lines || !isLowEnough(lines, smallest)
}

/** The largest size, from the wished one down to the smallest, at which a wrapped text fits into its box. */
export const fitText = (text: string, box: Box, style: TextStyle, measure: Measure): FittedText => {
  const { smallest, spacingAt, linesAt, isLowEnough } = typesetter(text, box, style, measure)
  for (let size = style.size; ; size = Math.max(smallest, size - step)) {
    const lines = linesAt(size, box.width)
    if (lines && (isLowEnough(lines, size) || size === smallest))
      return {
        lines:
          style.align === 'center' && lines.length > 1
            ? balance(lines.length, box.width, (limit) => linesAt(size, limit))
            : lines,
        size,
        spacing: spacingAt(size),
      }
    // Nothing is printed that does not fit; a preview shows it as it is.
    if (size === smallest) return { lines: text.split('\n'), size, spacing: spacingAt(size) }
  }
}
