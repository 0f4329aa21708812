import type { Pieces } from '@lectern/contract/search/search.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text without markup, in one line. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Markdown without its syntax, as it would be read aloud. */
export const plainMarkdown = (markdown: string): string =>
  markdown
    .replaceAll(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
    .replaceAll(/^[ \t|:-]+$/gm, '')
    .replaceAll(/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/\*\*|__|~~|`/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/(^|\s)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?]|$)/gm, '$1')

const han = /[\u3400-\u9fff\uf900-\ufaff]/

/** The search terms: words as they are, runs of Chinese as a whole and, as a fallback, in pairs. */
export const searchedIn = (q: string): string[] => {
  const words = q
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/([\u3400-\u9fff\uf900-\ufaff]+)/g, ' $1 ')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter(Boolean)
  const pairs = words
    .filter((word) => han.test(word) && word.length > 2)
    .flatMap((word) => Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2)))
  return [...new Set([...words, ...pairs])].toSorted((one, other) => other.length - one.length)
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Longest first, so that adjacent terms are highlighted together. */
const patternOf = (searchText: readonly string[]): RegExp | undefined =>
  searchText.length === 0 ? undefined : new RegExp(`(${searchText.map(escaped).join('|')})`, 'giu')

/** Splits a text into pieces, with matches marked. */
export const cut = (text: string, searchText: readonly string[]): Pieces => {
  const pattern = patternOf(searchText)
  if (!pattern) return [{ text, found: false }]
  const pieces: Pieces = []
  for (const [index, piece] of text.split(pattern).entries()) {
    if (piece === '') continue
    const last = pieces.at(-1)
    const isHit = index % 2 === 1
    if (last?.found === isHit) last.text += piece
    else pieces.push({ text: piece, found: isHit })
  }
  return pieces
}

const before = 40
const longest = 160

/** The part of a text that contains a match, or its beginning. */
export const excerptOf = (text: string, searchText: readonly string[]): Pieces => {
  const at = patternOf(searchText)?.exec(text)?.index ?? 0
  const from = at <= before ? 0 : at - before
  // Does not split a surrogate pair.
  const part = text.slice(from, from + longest).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  const excerpt = `${from > 0 ? '…' : ''}${part.trim()}${from + part.length < text.length ? '…' : ''}`
  return cut(excerpt, searchText)
}
