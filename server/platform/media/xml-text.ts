/**
 * Texts of XML parts, found in one pass over them: files come from anybody, and an expression that looks for the end of a tag from every
 * `<` takes minutes for a few megabytes of them.
 */

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Of bounded length, so that each `&` costs a few characters. */
const entity = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi

const maxCodePoint = 0x10ffff

const characterOf = (digits: string, base: 10 | 16): string =>
  String.fromCodePoint(Math.min(Number.parseInt(digits, base), maxCodePoint))

const unescape = (text: string): string =>
  text.replaceAll(entity, (_, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return characterOf(hex, 16)
    return decimal === undefined ? namedEntities[name!.toLowerCase()]! : characterOf(decimal, 10)
  })

type Piece = { kind: 'text' | 'plain' | 'tag'; text: string }

const [plainOpen, plainClose] = ['<![CDATA[', ']]>']

/** Texts and tags in their order. What has no end is text: a reader might see it. */
const piecesOf = function* (xml: string): Generator<Piece> {
  let at = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    if (open !== at) yield { kind: 'text', text: xml.slice(at, open < 0 ? undefined : open) }
    if (open < 0) return
    const isPlain = xml.startsWith(plainOpen, open)
    const start = open + (isPlain ? plainOpen.length : 1)
    const end = xml.indexOf(isPlain ? plainClose : '>', start)
    if (end < 0) {
      yield { kind: 'text', text: xml.slice(open) }
      return
    }
    yield { kind: isPlain ? 'plain' : 'tag', text: xml.slice(start, end) }
    at = end + (isPlain ? plainClose.length : 1)
  }
}

const isParagraphEnd = (tag: string): boolean => tag === '/a:p' || tag === '/w:p'

/** What a reader sees of a part: paragraphs are lines. */
export const textOfXml = (xml: string, maxCharacters: number): string => {
  const texts: string[] = []
  let characters = 0
  for (const { kind, text } of piecesOf(xml)) {
    const seen = kind === 'text' ? unescape(text) : kind === 'plain' ? text : isParagraphEnd(text) ? '\n' : ''
    if (seen === '') continue
    texts.push(seen)
    characters += seen.length
    if (characters >= maxCharacters) break
  }
  return texts.join('').slice(0, maxCharacters)
}

/** The values of attributes in a tag, in either kind of quotation marks. */
const valuesOf = function* (tag: string): Generator<string> {
  let at = 0
  for (;;) {
    const equals = tag.indexOf('=', at)
    if (equals < 0) return
    const mark = tag[equals + 1]
    const isQuoted = mark === '"' || mark === "'"
    const end = isQuoted ? tag.indexOf(mark, equals + 2) : equals
    if (end < 0) return
    if (isQuoted) yield tag.slice(equals + 2, end)
    at = end + 1
  }
}

/** The values of all attributes, one in a line: the authors of comments stand there. */
export const attributesOfXml = (xml: string, maxCharacters: number): string => {
  const values: string[] = []
  let characters = 0
  for (const { kind, text } of piecesOf(xml))
    if (kind === 'tag')
      for (const value of valuesOf(text)) {
        values.push(unescape(value))
        characters += value.length + 1
        if (characters >= maxCharacters) return values.join('\n').slice(0, maxCharacters)
      }
  return values.join('\n')
}
