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

/** Measures texts by the advances of their characters. */
export const measureWith = (font: Font) => {
  const advances = new Map<string, number>()
  const advanceOf = (character: string): number => {
    const known = advances.get(character)
    if (known !== undefined) return known
    const advance = font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth / font.unitsPerEm
    advances.set(character, advance)
    return advance
  }
  return (text: string, size: number, spacing: number): number => {
    let sum = 0
    let count = 0
    for (const character of text) {
      sum += advanceOf(character)
      count += 1
    }
    return sum * size + Math.max(0, count - 1) * spacing
  }
}
export type Measure = ReturnType<typeof measureWith>

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
  /** It overflows its box even at the smallest size. */
  overflows: boolean
}

/** The lines of a paragraph; undefined: a piece of it is wider than a line. */
const wrap = (pieces: readonly string[], isTooWide: (text: string) => boolean): string[] | undefined => {
  const lines: string[] = []
  let current = ''
  for (const piece of pieces) {
    if (isTooWide(piece.trimEnd())) return undefined
    if (current !== '' && isTooWide((current + piece).trimEnd())) {
      lines.push(current.trimEnd())
      current = piece
    } else current += piece
  }
  return [...lines, current.trimEnd()]
}

/** The same number of lines, as equally long as they can be. */
const balance = (
  paragraphs: readonly (readonly string[])[],
  count: number,
  width: number,
  spread: (line: string) => number,
): string[] => {
  const linesWithin = (limit: number): string[] | undefined => {
    const wrapped = paragraphs.map((pieces) => wrap(pieces, (line) => spread(line) > limit + 0.01))
    return wrapped.includes(undefined) ? undefined : (wrapped as string[][]).flat()
  }
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

/** The largest size, from the wished one down to the smallest, at which a wrapped text fits into its box. */
export const fitText = (text: string, { width, height }: Box, style: TextStyle, measure: Measure): FittedText => {
  const paragraphs = text.split('\n').map(piecesOf)
  const smallest = Math.min(style.minSize, style.size)
  for (let size = style.size; ; size = Math.max(smallest, size - step)) {
    // Letters are set closer where they are smaller, and Latin ones closer than Chinese ones.
    const spacing = ((wide.test(text) ? 1 : latinSpacing) * style.spacing * size) / style.size
    const spread = (line: string): number => measure(line, size, spacing)
    const isTooWide = (line: string): boolean => spread(line) > width + 0.01
    const wrapped = paragraphs.map((pieces) => wrap(pieces, isTooWide))
    if (!wrapped.includes(undefined)) {
      const lines = (wrapped as string[][]).flat()
      if (lines.length * size * style.lineHeight <= height + 0.01)
        return {
          lines:
            style.align === 'center' && lines.length > 1 ? balance(paragraphs, lines.length, width, spread) : lines,
          size,
          spacing,
          overflows: false,
        }
    }
    if (size === smallest) {
      const lines = wrapped.flatMap((some, index) => some ?? [paragraphs[index]!.join('')])
      return { lines, size, spacing, overflows: true }
    }
  }
}
