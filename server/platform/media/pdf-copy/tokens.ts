import { numberText, stringText } from './writer.ts'

/** What stands in a content stream or a character map. */
export type Token =
  | { kind: 'number'; value: number }
  | { kind: 'name'; value: string }
  | { kind: 'string'; bytes: Uint8Array }
  | { kind: 'array'; items: Token[] }
  | { kind: 'dict'; entries: Map<string, Token> }
  | { kind: 'word'; value: string }

const [regular, space, delimiter] = [0, 1, 2]
/** What each byte is. Content streams are long, so that this is a table. */
const classes = new Uint8Array(256).fill(regular)
for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = space
for (const sign of '()<>[]{}/%') classes[sign.codePointAt(0)!] = delimiter

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }
const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 55

/** Names as the library reads them: with escapes as UTF-8, else byte by byte. */
const decodeName = (raw: string): string => {
  if (!raw.includes('#')) return raw
  const bytes = raw.replaceAll(/#([0-9a-f]{2})/gi, (_escape, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  )
  return new TextDecoder().decode(Buffer.from(bytes, 'latin1'))
}

/** As readers understand what is no proper number: `--5`, `1.2.3`, `5-3`. */
const readNumber = (word: string): number | undefined => {
  if (!/^[+-]*[\d.]/.test(word) && !/^[+-]+$/.test(word)) return undefined
  const value = Number(word)
  if (Number.isFinite(value) && /^[+-]?[\d.]+$/.test(word)) return value
  const [, signs = '', digits = ''] = /^([+-]*)(\d*\.?\d*)/.exec(word) ?? []
  return (signs.startsWith('-') ? -1 : 1) * (Number(digits) || 0)
}

/** Arrays in arrays beyond this are made to exhaust readers. */
const maxDepth = 50

/** Reads token by token; comments are skipped. */
export const createTokenizer = (data: Uint8Array) => {
  const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  let at = 0

  const skipSpace = (): void => {
    for (; at < data.length; at += 1) {
      if (data[at] === 37) while (at < data.length && data[at] !== 10 && data[at] !== 13) at += 1
      else if (classes[data[at]!] !== space) return
    }
  }

  const readRegular = (): string => {
    const start = at
    while (at < data.length && classes[data[at]!] === regular) at += 1
    return content.toString('latin1', start, at)
  }

  /** Nearly all numbers: a few digits, perhaps with a sign and a point. */
  const readPlainNumber = (): number | undefined => {
    const isNegative = data[at] === 45
    let position = isNegative ? at + 1 : at
    const start = position
    let value = 0
    let scale = 0
    for (; position < data.length; position += 1) {
      const byte = data[position]!
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + byte - 48
        scale *= 10
      } else if (byte === 46 && scale === 0) scale = 1
      else break
    }
    const length = position - start
    const isWhole = position === data.length || classes[data[position]!] !== regular
    if (!isWhole || length > 15 || length === (scale === 0 ? 0 : 1)) return undefined
    at = position
    const size = scale > 1 ? value / scale : value
    return isNegative ? -size : size
  }

  const readLiteral = (): Uint8Array => {
    const bytes: number[] = []
    let depth = 1
    for (at += 1; at < data.length; at += 1) {
      let byte = data[at]!
      if (byte === 92) {
        at += 1
        byte = data[at] ?? 0
        if (byte === 13 || byte === 10) {
          if (byte === 13 && data[at + 1] === 10) at += 1
          continue
        }
        if (isOctal(byte)) {
          let value = byte - 48
          for (let digits = 1; digits < 3 && isOctal(data[at + 1]); digits += 1) {
            at += 1
            value = value * 8 + data[at]! - 48
          }
          byte = value & 0xff
        } else byte = escapes[byte] ?? byte
      } else if (byte === 40) depth += 1
      else if (byte === 41) {
        depth -= 1
        if (depth === 0) break
      } else if (byte === 13) {
        if (data[at + 1] === 10) at += 1
        byte = 10
      }
      bytes.push(byte)
    }
    at += 1
    return Uint8Array.from(bytes)
  }

  const readHex = (): Uint8Array => {
    const end = data.indexOf(62, at)
    const stop = end < 0 ? data.length : end
    const digits = Buffer.from(data.subarray(at + 1, stop))
      .toString('latin1')
      .replaceAll(/[^0-9a-f]/gi, '')
    at = stop + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  const isWord = (token: Token | undefined, value: string): boolean => token?.kind === 'word' && token.value === value

  const readArray = (depth: number): Token[] => {
    const items: Token[] = []
    for (let token = read(depth); token && !isWord(token, ']'); token = read(depth)) items.push(token)
    return items
  }

  const readDict = (depth: number): Map<string, Token> => {
    const entries = new Map<string, Token>()
    for (let key = read(depth); key && !isWord(key, '>>'); key = read(depth)) {
      if (key.kind !== 'name') continue
      const value = read(depth)
      if (!value || isWord(value, '>>')) break
      entries.set(key.value, value)
    }
    return entries
  }

  /** The next token; brackets without a beginning are words. */
  const read = (depth = 0): Token | undefined => {
    if (depth > maxDepth) throw new Error('A content stream has too many brackets')
    skipSpace()
    const byte = data[at]
    if (byte === undefined) return undefined
    if (byte === 40) return { kind: 'string', bytes: readLiteral() }
    if (byte === 47) {
      at += 1
      return { kind: 'name', value: decodeName(readRegular()) }
    }
    if (byte === 60 && data[at + 1] === 60) {
      at += 2
      return { kind: 'dict', entries: readDict(depth + 1) }
    }
    if (byte === 60) return { kind: 'string', bytes: readHex() }
    if (byte === 91) {
      at += 1
      return { kind: 'array', items: readArray(depth + 1) }
    }
    if (classes[byte] === delimiter) {
      const value = byte === 62 && data[at + 1] === 62 ? '>>' : String.fromCodePoint(byte)
      at += value.length
      return { kind: 'word', value }
    }
    const number = readPlainNumber()
    if (number !== undefined) return { kind: 'number', value: number }
    const word = readRegular()
    const value = readNumber(word)
    return value === undefined ? { kind: 'word', value: word } : { kind: 'number', value }
  }

  return {
    read: () => read(),
    /** Where the next byte stands; `move` goes on elsewhere. */
    position: () => at,
    move: (position: number): void => {
      at = position
    },
  }
}

const literalText = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1')
  return `(${text.replaceAll(/[()\\\r]/g, (character) => (character === '\r' ? '\\r' : `\\${character}`))})`
}

/** Numbers and strings as they are written. */
export const tokenText = (token: Token): string => {
  if (token.kind === 'number') return numberText(token.value)
  if (token.kind !== 'string') throw new Error('Only numbers and strings are written as they are')
  const isText = token.bytes.every((byte) => byte >= 32 && byte < 127)
  return isText ? literalText(token.bytes) : stringText(token.bytes)
}
