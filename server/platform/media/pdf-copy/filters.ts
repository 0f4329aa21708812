import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** The file asks for more than any document that people hand in. */
export class PdfTooCostly extends Error {}

/** The copy would not show what the original shows. */
export class CannotCopy extends Error {}

const megabyte = 1024 * 1024

/** How much all streams of one document may become together. */
export interface Budget {
  left: number
}

export const createBudget = (): Budget => ({ left: 256 * megabyte })

/** Of one stream, decoded once. */
const maxStreamBytes = 64 * megabyte

/** Once it is used up it stays so: readers that go on after an error must not hide it. */
const spend = (budget: Budget, bytes: number): void => {
  budget.left -= bytes
  if (budget.left < 0 || bytes > maxStreamBytes) {
    budget.left = -1
    throw new PdfTooCostly('The streams of this document are too large')
  }
}

/** Numbers of a filter's parameters, such as `Columns`. */
export type FilterParameters = Readonly<Record<string, number>>

const inflate = (data: Uint8Array, maxOutputLength: number): Buffer => {
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(data, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error
    // A wrong head or sum; the content may be whole.
    return inflateRawSync(data.subarray(2), options)
  }
}

const decodeFlate = (data: Uint8Array, budget: Budget): Buffer => {
  if (data.length === 0) return Buffer.alloc(0)
  try {
    const content = inflate(data, Math.max(1, Math.min(maxStreamBytes, budget.left)))
    spend(budget, content.length)
    return content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') spend(budget, maxStreamBytes + 1)
    throw error
  }
}

const clearCode = 256
const endCode = 257

const decodeLzw = (data: Uint8Array, budget: Budget, { EarlyChange: early = 1 }: FilterParameters): Buffer => {
  const pieces: Uint8Array[] = []
  let table: Uint8Array[] = []
  let width = 9
  const reset = (): void => {
    table = Array.from({ length: 258 }, (_, code) => Uint8Array.of(code & 0xff))
    width = 9
  }
  reset()
  let last: Uint8Array | undefined
  let bits = 0
  let held = 0
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (held >> bits) & ((1 << width) - 1)
    if (code === endCode) break
    if (code === clearCode) {
      reset()
      last = undefined
      continue
    }
    const item = table[code]
    if (!item && (!last || code !== table.length)) throw new CannotCopy('A stream is damaged')
    const entry: Uint8Array = item ?? Uint8Array.of(...last!, last![0]!)
    spend(budget, entry.length)
    pieces.push(entry)
    if (last && table.length < 4096) table.push(Uint8Array.of(...last, entry[0]!))
    const size = table.length + early
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9
    last = entry
  }
  return Buffer.concat(pieces)
}

const decodeRunLength = (data: Uint8Array, budget: Budget): Buffer => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < data.length && data[at] !== 128;) {
    const length = data[at]!
    const piece =
      length < 128 ? data.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(data[at + 1] ?? 0)
    spend(budget, piece.length)
    pieces.push(piece)
    at += length < 128 ? length + 2 : 2
  }
  return Buffer.concat(pieces)
}

const decodeHex = (data: Uint8Array, budget: Budget): Buffer => {
  const [digits = ''] = Buffer.from(data).toString('latin1').split('>', 1)
  const plain = digits.replaceAll(/[^0-9a-f]/gi, '')
  spend(budget, plain.length / 2)
  return Buffer.from(plain.length % 2 === 0 ? plain : `${plain}0`, 'hex')
}

const decode85 = (data: Uint8Array, budget: Budget): Buffer => {
  // `z` stands for four bytes.
  spend(budget, data.length)
  const bytes: number[] = []
  let group: number[] = []
  const flush = (count: number): void => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
    for (let index = 0; index < count; index += 1) bytes.push(Math.floor(value / 256 ** (3 - index)) & 0xff)
    group = []
  }
  for (const byte of data) {
    if (byte === 0x7e) break
    if (byte === 0x7a && group.length === 0) bytes.push(0, 0, 0, 0)
    else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21)
    if (group.length === 5) flush(4)
  }
  if (group.length > 1) {
    const count = group.length - 1
    while (group.length < 5) group.push(84)
    flush(count)
  }
  return Buffer.from(bytes)
}

const paeth = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) => Math.abs(estimate - each)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

const undoPng = (data: Uint8Array, rowBytes: number, pixelBytes: number): Buffer => {
  const rows = Math.ceil(data.length / (rowBytes + 1))
  const content = Buffer.alloc(rows * rowBytes)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1)
    const kind = data[from]!
    const to = row * rowBytes
    for (let at = 0; at < rowBytes && from + 1 + at < data.length; at += 1) {
      const left = at >= pixelBytes ? content[to + at - pixelBytes]! : 0
      const above = row > 0 ? content[to + at - rowBytes]! : 0
      const corner = row > 0 && at >= pixelBytes ? content[to + at - rowBytes - pixelBytes]! : 0
      const predicted = [0, left, above, (left + above) >> 1, kind === 4 ? paeth(left, above, corner) : 0][kind] ?? 0
      content[to + at] = data[from + 1 + at]! + predicted
    }
  }
  return content
}

const undoPredictor = (data: Buffer, budget: Budget, parameters: FilterParameters): Buffer => {
  const { Predictor = 1, Colors = 1, BitsPerComponent = 8, Columns = 1 } = parameters
  if (Predictor < 2) return data
  const pixelBytes = Math.max(1, (Colors * BitsPerComponent) >> 3)
  const rowBytes = Math.ceil((Colors * BitsPerComponent * Columns) / 8)
  if (!(rowBytes > 0)) throw new CannotCopy('A stream has rows without a width')
  // Rows may be declared to be far longer than the data.
  spend(budget, Math.max(data.length, rowBytes))
  if (Predictor >= 10) return undoPng(data, rowBytes, pixelBytes)
  if (BitsPerComponent !== 8) throw new CannotCopy('A stream predicts in a way that is not known')
  const content = Buffer.from(data)
  for (let at = 0; at < content.length; at += 1)
    if (at % rowBytes >= pixelBytes) content[at] = content[at]! + content[at - pixelBytes]!
  return content
}

type Decoder = (data: Uint8Array, budget: Budget, parameters: FilterParameters) => Buffer

const decoders: Readonly<Record<string, Decoder>> = {
  FlateDecode: (data, budget, parameters) => undoPredictor(decodeFlate(data, budget), budget, parameters),
  LZWDecode: (data, budget, parameters) => undoPredictor(decodeLzw(data, budget, parameters), budget, parameters),
  RunLengthDecode: decodeRunLength,
  ASCIIHexDecode: decodeHex,
  ASCII85Decode: decode85,
}

const shortNames: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  RL: 'RunLengthDecode',
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
}

export interface Filter {
  name: string
  parameters: FilterParameters
}

export const filterName = (name: string): string => shortNames[name] ?? name

/** Honest documents have one or two. */
const maxFilters = 3

/** Undoes filters up to the first that only pictures have; tells which are left. */
export const decode = (
  data: Uint8Array,
  filters: readonly Filter[],
  budget: Budget,
): { data: Uint8Array; left: readonly Filter[] } => {
  if (budget.left < 0 || filters.length > maxFilters)
    throw new PdfTooCostly('The streams of this document are too large')
  let content = data
  for (const [index, { name, parameters }] of filters.entries()) {
    const decoder = decoders[name]
    if (!decoder) return { data: content, left: filters.slice(index) }
    content = decoder(content, budget, parameters)
  }
  return { data: content, left: [] }
}
