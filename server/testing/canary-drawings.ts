import type { Canaries } from './canaries.ts'
import { jpegWithCanaries, pngWithCanaries } from './canary-pictures.ts'

const padded = (content: Buffer): Buffer => Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)])

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}

const record = (kind: number, content: Buffer): Buffer => {
  const whole = padded(content)
  return Buffer.concat([numbers(kind, whole.length + 8), whole])
}

const headRecord = (name: string): Buffer => {
  const wide = Buffer.from(`${name}\0\0`, 'utf16le')
  const head = Buffer.concat([
    numbers(0, 0, 100, 100, 0, 0, 2540, 2540),
    Buffer.from(' EMF'),
    numbers(0x1_0000, 0, 0, 1, wide.length / 2, 108, 0, 320, 240, 1000, 1000),
    Buffer.alloc(100),
  ]).subarray(0, 100)
  return record(1, Buffer.concat([head, wide]))
}

/** A record of the drawing in its other form, and a comment that contains such records. */
const plusRecord = (type: number, flags: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type)
  head.writeUInt16LE(flags, 2)
  return Buffer.concat([head, numbers(content.length + 12, content.length), content])
}
const comment = (content: Buffer): Buffer => record(70, Buffer.concat([numbers(content.length), content]))
const plusComment = (...records: Buffer[]): Buffer => comment(Buffer.concat([Buffer.from('EMF+'), ...records]))

const endRecord = (more: Buffer = Buffer.alloc(0)): Buffer => record(14, Buffer.concat([numbers(0, 20, 20), more]))

const wholeOf = (records: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(records)
  whole.writeUInt32LE(whole.length, 48)
  whole.writeUInt32LE(records.length, 52)
  return whole
}

/** A drawing (EMF) that shows a text in each of the ways in which programs do. */
export const drawingOfTexts = ([first = '', second = '', third = '']: readonly string[]): Buffer => {
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')
  return wholeOf([
    headRecord(''),
    record(84, Buffer.concat([numbers(0, 0, 0, 0, 1, 0, 0, 0, 0, first.length, 76, 0, 0, 0, 0, 0, 0), wide(first)])),
    record(108, Buffer.concat([numbers(0, 0, second.length, 0x100, 1, 0, 0), wide(second)])),
    plusComment(plusRecord(0x401c, 0, padded(Buffer.concat([numbers(0, 0, third.length, 0, 0, 0, 0), wide(third)])))),
    endRecord(),
  ])
}

/** An older drawing (WMF) that shows a text in each of two ways, in the encoding of mainland China. */
export const olderDrawingOfTexts = (texts: readonly [Buffer, Buffer]): Buffer => {
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 2)
    for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2)
    return bytes
  }
  const wmfRecord = (type: number, content: Buffer): Buffer =>
    Buffer.concat([numbers((content.length + 6) / 2), words(type), content])
  return Buffer.concat([
    words(1, 9, 0x300, 0, 0, 0, 0, 0, 0),
    wmfRecord(0x0521, Buffer.concat([words(texts[0].length), texts[0], words(0, 0)])),
    wmfRecord(0x0a32, Buffer.concat([words(0, 0, texts[1].length, 0), texts[1]])),
    wmfRecord(0, Buffer.alloc(0)),
  ])
}

const pictureFlags = 0x0501
const continuedFlags = 0x8000 | pictureFlags
const pictureObject = (file: Buffer): Buffer => padded(Buffer.concat([numbers(0xdbc0_1002, 1, 16, 8, 0, 0, 1), file]))

/** A drawing (EMF) with canaries in records that do not draw, and in the pictures of those that do. */
export const drawingWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const word = (place: string): string => canaries.plant(`EMF: ${place}`)
  const wide = (place: string): Buffer => Buffer.from(word(place), 'utf16le')
  const large = pictureObject(await jpegWithCanaries(canaries))
  const middle = 4 * Math.floor(large.length / 8)
  const pieces = [large.subarray(0, middle), large.subarray(middle)].map((piece) =>
    plusRecord(0x4008, continuedFlags, Buffer.concat([numbers(large.length), piece])),
  )
  const silent = { 99: 'color space', 105: 'command', 106: 'command of a program', 110: 'driver of a printer' }
  const silentWide = { 112: 'profile', 113: 'path of a profile', 122: 'path of a color space' }
  const records = [
    headRecord(word('name')),
    comment(Buffer.from(word('comment'))),
    ...Object.entries(silent).map(([kind, place]) => record(Number(kind), Buffer.from(word(place)))),
    ...Object.entries(silentWide).map(([kind, place]) => record(Number(kind), wide(place))),
    plusComment(
      plusRecord(0x4001, 0, numbers(0xdbc0_1002, 0, 96, 96)),
      plusRecord(0x4003, 0, padded(Buffer.from(word('comment in the other form')))),
      plusRecord(0x4008, pictureFlags, pictureObject(await pngWithCanaries(canaries))),
    ),
    plusComment(pieces[0]!),
    plusComment(pieces[1]!),
    record(54, Buffer.alloc(8)),
    endRecord(wide('after the last record')),
  ]
  return wholeOf(records)
}
