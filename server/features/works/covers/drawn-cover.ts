import { createHash } from 'node:crypto'
import type { PartKind } from '@lectern/contract/works/work-values.ts'

const width = 480
const height = 270
const margin = 32
const fontSize = 30
const lineHeight = 42
const maxLines = 3

/** Pairs of colors from light to dark, on which white text can be read. */
const palettes = [
  ['#2f6bd8', '#17306b'],
  ['#0f7f86', '#0a3a4f'],
  ['#7a4fc9', '#35206b'],
  ['#b3475f', '#551b37'],
  ['#a85b12', '#54270b'],
  ['#3b7a3b', '#16401f'],
  ['#4a6078', '#1d2a3a'],
  ['#8a3fa0', '#3a1650'],
] as const

const page = 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6'
const shapes: Readonly<Record<PartKind, string>> = {
  video: 'M4 5h16v14H4zM10 9v6l5-3z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9h.01',
  slides: 'M3 5h18v11H3zM12 16v4M8 20h8M8 12V9M12 12V8M16 12v-2',
  document: page,
  text: page,
  audio: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  archive: 'M4 4h16v5H4zM5.5 9v11h13V9M10 13h4',
}

/** Characters that XML does not allow at all, or that mean something in it. */
const escapeText = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const isWide = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u{3000}-\u{303f}\u{ff00}-\u{ffef}“”‘’…—]/u.test(
    character,
  )

/** In widths of a Chinese character, a little more than it really takes. */
const widthOf = (text: string): number =>
  Array.from(text, (character): number => (isWide(character) ? 1 : /[A-ZMW@]/.test(character) ? 0.78 : 0.62)).reduce(
    (sum, one) => sum + one,
    0,
  )

const maxWidth = (width - 2 * margin) / fontSize

/** Chinese may be broken anywhere, but no line begins with a closing mark; other words stay whole while they fit into a line. */
const piecesOf = (title: string): string[] =>
  title
    .match(/[\p{Script=Han}][，。、；：！？》」』”’）…]*|[^\s\p{Script=Han}]+\s*|\s+/gu)
    ?.flatMap((piece) => (widthOf(piece) > maxWidth ? Array.from(piece) : [piece])) ?? []

const breakLines = (pieces: readonly string[], most: number): string[] => {
  const lines: string[] = ['']
  for (const piece of pieces) {
    if (lines.at(-1) !== '' && widthOf(lines.at(-1)! + piece.trimEnd()) > most) lines.push('')
    lines[lines.length - 1] += piece
  }
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** The lines of a title, about equally long; what does not fit ends in an ellipsis. */
export const linesOf = (title: string): string[] => {
  const pieces = piecesOf(title.trim())
  let lines = breakLines(pieces, maxWidth)
  if (lines.length > maxLines) {
    let last = Array.from(lines[maxLines - 1]!)
    while (widthOf(last.join('')) + 1 > maxWidth) last = last.slice(0, -1)
    return [...lines.slice(0, maxLines - 1), `${last.join('').trim()}…`]
  }
  for (let most = maxWidth - 1; most > 1; most -= 1) {
    const narrower = breakLines(pieces, most)
    if (narrower.length > lines.length) break
    lines = narrower
  }
  return lines
}

/** The same title has always the same colors; works beside each other rarely do. */
const paletteOf = (title: string): (typeof palettes)[number] =>
  palettes[createHash('sha256').update(title).digest()[0]! % palettes.length]!

/** A drawing that takes the place of a picture: what the work is, and its title. */
export const drawCover = ({ title, kind }: { title: string; kind: PartKind }): string => {
  const [light, dark] = paletteOf(title)
  const lines = linesOf(title)
  // In the upper part: tiles show the prize in the lower left corner.
  const firstBaseline = margin + fontSize
  const text = lines
    .map((line, index) => `<text x="${margin}" y="${firstBaseline + index * lineHeight}">${escapeText(line)}</text>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/>
<circle cx="420" cy="250" r="140" fill="#fff" fill-opacity="0.06"/>
<g transform="translate(${width - 106} ${height - 98}) scale(3)" fill="none" stroke="#fff" stroke-opacity="0.85" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"><path d="${shapes[kind]}"/></g>
<g fill="#fff" font-family="system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif" font-size="${fontSize}" font-weight="600">${text}</g>
</svg>`
}
