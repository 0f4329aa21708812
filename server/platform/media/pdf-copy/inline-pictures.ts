import { inflateSync } from 'node:zlib'
import { filterName } from './filters.ts'
import { requireStrippedJpeg } from '../jpeg.ts'
import type { createTokenizer, Token } from './tokens.ts'
import { dictText, numberText } from './writer.ts'

const longKeys: Readonly<Record<string, string>> = {
  BitsPerComponent: 'BPC',
  ColorSpace: 'CS',
  Decode: 'D',
  DecodeParms: 'DP',
  Filter: 'F',
  Height: 'H',
  ImageMask: 'IM',
  Interpolate: 'I',
  Width: 'W',
}

type Tokenizer = ReturnType<typeof createTokenizer>
type Entries = ReadonlyMap<string, Token>

const isSpace = (byte: number | undefined): boolean =>
  byte === undefined || byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 0

const isPlain = (byte: number): boolean => (byte >= 32 && byte < 127) || isSpace(byte)

/** Data may hold the letters EI by chance: what follows them must look like operators. */
const isEnd = (data: Uint8Array, at: number): boolean =>
  data[at] === 69 &&
  data[at + 1] === 73 &&
  isSpace(data[at - 1]) &&
  isSpace(data[at + 2]) &&
  data.subarray(at + 2, at + 12).every(isPlain)

const findEnd = (data: Uint8Array, from: number): number => {
  for (let at = from; at < data.length; at += 1) if (isEnd(data, at)) return at
  return data.length
}

const numberOf = (entries: Entries, key: string): number => {
  const token = entries.get(key)
  return token?.kind === 'number' ? token.value : 0
}
const nameOf = (token: Token | undefined): string | undefined => (token?.kind === 'name' ? token.value : undefined)

const components: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
}

/** How long data without a filter is; undefined: that depends on the color space. */
const plainLength = (entries: Entries): number | undefined => {
  const mask = entries.get('IM')
  const isMask = mask?.kind === 'word' && mask.value === 'true'
  const count = isMask ? 1 : components[nameOf(entries.get('CS')) ?? '']
  if (count === undefined) return undefined
  return (
    Math.ceil((numberOf(entries, 'W') * (isMask ? 1 : numberOf(entries, 'BPC')) * count) / 8) * numberOf(entries, 'H')
  )
}

/** What belongs to the picture: bytes after its end are seen by nobody. */
const trimmed = (data: Uint8Array, filters: readonly string[]): Uint8Array => {
  if (filters.length !== 1) return data
  if (filters[0] === 'DCTDecode') return requireStrippedJpeg(data)
  if (filters[0] !== 'FlateDecode') return data
  try {
    const { engine } = inflateSync(data, { info: true, maxOutputLength: 64 * 1024 * 1024 }) as unknown as {
      engine: { bytesWritten: number }
    }
    return data.subarray(0, engine.bytesWritten)
  } catch {
    return data
  }
}

const parameterKeys = ['K', 'Columns', 'Rows', 'Predictor', 'Colors', 'BitsPerComponent', 'EarlyChange']
const parameterFlags = ['BlackIs1', 'EncodedByteAlign', 'EndOfLine', 'EndOfBlock']

const parametersText = (token: Token | undefined): string => {
  if (token?.kind !== 'dict') return 'null'
  const entries: Record<string, string> = {}
  for (const key of parameterKeys) if (token.entries.has(key)) entries[key] = numberText(numberOf(token.entries, key))
  for (const key of parameterFlags) {
    const flag = token.entries.get(key)
    if (flag?.kind === 'word') entries[key] = String(flag.value === 'true')
  }
  return dictText(entries)
}

const listOf = (token: Token | undefined): Token[] =>
  token === undefined ? [] : token.kind === 'array' ? token.items : [token]

export interface InlinePicture {
  entries: Entries
  /** As it is written, without the color space, up to the end of the picture. */
  head: string
  data: Uint8Array
}

/** A picture inside a content stream, after BI. */
export const readInlinePicture = (tokenizer: Tokenizer, data: Uint8Array): InlinePicture => {
  const entries = new Map<string, Token>()
  for (let key = tokenizer.read(); key && !(key.kind === 'word' && key.value === 'ID'); key = tokenizer.read()) {
    const value = tokenizer.read()
    if (key.kind === 'name' && value) entries.set(longKeys[key.value] ?? key.value, value)
  }
  const start = tokenizer.position() + 1
  const filters = listOf(entries.get('F')).map((each) => filterName(nameOf(each) ?? ''))
  const length = filters.length === 0 ? plainLength(entries) : undefined
  const isKnown =
    length !== undefined &&
    isEnd(data, findEnd(data, start + length)) &&
    findEnd(data, start + length) <= start + length + 3
  const end = isKnown ? findEnd(data, start + length) : findEnd(data, start)
  tokenizer.move(Math.min(end + 2, data.length))
  const content = data.subarray(start, isKnown ? start + length : Math.max(start, end - 1))

  const flag = (key: string): string | undefined => {
    const token = entries.get(key)
    return token?.kind === 'word' ? String(token.value === 'true') : undefined
  }
  const decode = entries.get('D')
  const head = {
    W: numberText(numberOf(entries, 'W')),
    H: numberText(numberOf(entries, 'H')),
    BPC: entries.has('BPC') ? numberText(numberOf(entries, 'BPC')) : undefined,
    IM: flag('IM'),
    I: flag('I'),
    D:
      decode?.kind === 'array'
        ? `[${decode.items.map((each) => (each.kind === 'number' ? numberText(each.value) : '0')).join(' ')}]`
        : undefined,
    F: filters.length === 0 ? undefined : `[${filters.map((name) => `/${name.replaceAll(/\W/g, '')}`).join(' ')}]`,
    DP: entries.has('DP') ? `[${listOf(entries.get('DP')).map(parametersText).join(' ')}]` : undefined,
  }
  return { entries, head: dictText(head).slice(2, -2), data: trimmed(content, filters) }
}
