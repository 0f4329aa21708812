import type { TextFont } from './text-font.ts'
import { numberText } from './writer.ts'

export interface TextBox {
  text: string
  width: number
  height: number
  /** 0: as large as fits. */
  size: number
  /** Operators that set its color. */
  color: string
  align: 'left' | 'center' | 'right'
  isMultiline: boolean
  /** Each character has a cell of its own: how many cells there are. */
  cells?: number | undefined
}

const padding = 2
const smallest = 4
const usual = 12
const lineHeight = 1.3

/** Lines break at spaces, and between Han characters. */
const piecesOf = (line: string): string[] =>
  line.match(/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+\s*|\s+/gu) ?? []

const wrap = (line: string, most: number, widthOf: (text: string) => number): string[] => {
  const lines: string[] = []
  let current = ''
  const add = (piece: string): void => {
    if (current !== '' && widthOf((current + piece).trimEnd()) > most) {
      lines.push(current)
      current = ''
    }
    if (piece.length > 1 && widthOf(piece.trimEnd()) > most) for (const each of piece) addCharacter(each)
    else current += piece
  }
  const addCharacter = (each: string): void => {
    if (current !== '' && widthOf(current + each) > most) {
      lines.push(current)
      current = ''
    }
    current += each
  }
  for (const piece of piecesOf(line)) add(piece)
  return [...lines, current]
}

const paragraphs = (text: string): string[] => text.replaceAll('\t', ' ').split(/\r\n|\r|\n|\u2028|\u2029/)

/** The lines of a text at the largest size that fits; what does not fit at the smallest goes beyond the box. */
const fit = (font: TextFont, box: TextBox): { lines: string[]; size: number } => {
  const most = Math.max(1, box.width - 2 * padding)
  const all = paragraphs(box.text)
  const linesAt = (size: number): string[] =>
    box.isMultiline ? all.flatMap((line) => wrap(line, most, (text) => font.widthOf(text) * size)) : [all.join(' ')]
  const largest = box.isMultiline ? usual : Math.max(smallest, Math.min(box.height * 0.7, usual * 2))
  let size = box.size > 0 ? Math.min(box.size, 1_000) : largest
  const isTooLarge = (lines: readonly string[]): boolean =>
    box.isMultiline
      ? lines.length * size * lineHeight > box.height - padding
      : font.widthOf(lines[0]!) * size > most && box.cells === undefined
  let lines = linesAt(size)
  while (isTooLarge(lines) && size > smallest) {
    size = Math.max(smallest, size * 0.95)
    lines = linesAt(size)
  }
  return { lines, size }
}

/** Operators that draw a text in a box whose lower left corner is the origin. */
export const drawText = (font: TextFont, box: TextBox): string => {
  const { lines, size } = fit(font, box)
  const head = `BT\n${box.color}\n/F${font.reference.number} ${numberText(size)} Tf`
  const top = box.isMultiline ? box.height - padding - size : box.height / 2 - size * 0.35
  const place = (text: string, x: number, y: number): string =>
    `1 0 0 1 ${numberText(x)} ${numberText(y)} Tm ${font.encode(text)} Tj`
  if (box.cells !== undefined) {
    const cell = box.width / box.cells
    const drawn = Array.from(lines[0]!).map((each, index) =>
      place(each, (index + 0.5) * cell - (font.widthOf(each) * size) / 2, top),
    )
    return [head, ...drawn, 'ET'].join('\n')
  }
  const drawn = lines.flatMap((line, index) => {
    const text = line.trimEnd()
    if (text === '') return []
    const left = box.width - font.widthOf(text) * size
    const x = box.align === 'left' ? padding : box.align === 'right' ? left - padding : left / 2
    return [place(text, x, top - index * size * lineHeight)]
  })
  return [head, ...drawn, 'ET'].join('\n')
}
