import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { jpegWithCanaries, pngWithCanaries } from '../../testing/canary-pictures.ts'
import { patchesOfAac, patchesOfJpeg, patchesOfPng } from './mp4-frames.ts'
import { patchesOfMpeg4, patchesOfNal, patchesOfObus } from './mp4-units.ts'
import { patchPiece, type Patch } from './overlay.ts'

const clean = (content: Buffer, patches: Iterable<Patch>): Buffer => patchPiece(content, 0, [...patches])

/** Bits as text, filled up to bytes. */
const bytesOf = (bits: string): Buffer =>
  Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
const bitsOf = (bytes: Buffer): string => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')

test('texts before the sound of AAC are blanked bit by bit, and nothing else is', () => {
  const [data, fill] = ['Wang Fang', 'Lavc of Wang Fang'].map((text) => Buffer.from(text))
  const sound = '001010110111011011101110111011101'
  const before = `10000000${data!.length.toString(2).padStart(8, '0')}`
  const middle = `1101111${(fill!.length - 14).toString(2).padStart(8, '0')}`
  const [dataBits, fillBits] = [bitsOf(data!), bitsOf(fill!)]
  // Kind 0 of fill elements: its first four bits.
  const frame = bytesOf(`${before}${dataBits}${middle}0000${fillBits.slice(4)}${sound}`)
  const blank = bytesOf(`${before}${'0'.repeat(dataBits.length)}${middle}${'0'.repeat(fillBits.length)}${sound}`)
  expect(clean(frame, patchesOfAac(frame, 0))).toEqual(blank)
})

test('a fill element that is about the sound stays', () => {
  const frame = bytesOf(`11001001101${'1'.repeat(28)}001${'1'.repeat(30)}`)
  expect([...patchesOfAac(frame, 0)]).toEqual([])
})

test('of the messages in H.264 those stay that a player uses', () => {
  const text = Buffer.from('Wang Fang')
  const named = (type: number, content: Buffer) => Buffer.concat([Buffer.of(type, content.length), content])
  const id = Buffer.alloc(16, 0xab)
  // Three zeros need a byte that keeps them from looking like a start code.
  const guarded = Buffer.from([0, 0, 3, 0])
  const unit = Buffer.concat([
    Buffer.of(6),
    named(1, Buffer.of(1, 2, 3)),
    Buffer.of(5, 16 + text.length + 3 + text.length),
    id,
    text,
    guarded,
    text,
    named(4, Buffer.from('b500314741393403c1ff', 'hex')),
    named(4, Buffer.concat([Buffer.from('b5ffff', 'hex'), text])),
    Buffer.of(0x80),
  ])
  const wanted = Buffer.concat([
    Buffer.of(6),
    named(1, Buffer.of(1, 2, 3)),
    Buffer.of(5, 16 + text.length + 3 + text.length),
    Buffer.alloc(16 + text.length, 0xff),
    guarded,
    Buffer.alloc(text.length, 0xff),
    named(4, Buffer.from('b500314741393403c1ff', 'hex')),
    named(4, Buffer.alloc(3 + text.length, 0xff)),
    Buffer.of(0x80),
  ])
  expect(clean(unit, patchesOfNal('avc', unit, 0))).toEqual(wanted)
})

test('units that no decoder knows are filled, settings and pictures stay', () => {
  const unit = (head: number): Buffer => Buffer.concat([Buffer.of(head, 1), Buffer.from('Wang Fang')])
  const isChanged = (format: 'avc' | 'hevc', head: number): boolean =>
    [...patchesOfNal(format, unit(head), 0)].length > 0
  expect([0x65, 0x67, 0x68, 0x09].map((head) => isChanged('avc', head))).toEqual([false, false, false, false])
  expect([0x0c, 0x1e, 0x00].map((head) => isChanged('avc', head))).toEqual([true, true, true])
  expect([32, 33, 34, 19, 62].map((type) => isChanged('hevc', type << 1))).toEqual([false, false, false, false, false])
  expect([38, 41, 50].map((type) => isChanged('hevc', type << 1))).toEqual([true, true, true])
})

test('metadata of AV1 is filled unless it is about brightness and colors', () => {
  const unit = (type: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.of((type << 3) | 2, content.length), content])
  const text = Buffer.from('Wang Fang')
  const sample = Buffer.concat([
    unit(1, Buffer.of(1, 2)),
    unit(5, Buffer.concat([Buffer.of(1), Buffer.of(0, 9)])),
    unit(5, Buffer.concat([Buffer.of(4), text])),
    unit(15, text),
    unit(6, text),
  ])
  const wanted = Buffer.concat([
    unit(1, Buffer.of(1, 2)),
    unit(5, Buffer.concat([Buffer.of(1), Buffer.of(0, 9)])),
    unit(5, Buffer.concat([Buffer.of(4), Buffer.alloc(text.length, 0x80)])),
    unit(15, Buffer.alloc(text.length, 0x80)),
    unit(6, text),
  ])
  expect(clean(sample, patchesOfObus(sample, 0))).toEqual(wanted)
})

test('notes in MPEG-4 are blanked, but not the encoder whose errors decoders know', () => {
  const note = (text: string): Buffer => Buffer.concat([Buffer.of(0, 0, 1, 0xb2), Buffer.from(text)])
  const rest = Buffer.concat([Buffer.of(0, 0, 1, 0xb6), Buffer.from('Wang Fang')])
  const sample = Buffer.concat([note('XviD0046'), note('Wang Fang'), rest])
  expect(clean(sample, patchesOfMpeg4(sample, 0))).toEqual(Buffer.concat([note('XviD0046'), note(' '.repeat(9)), rest]))
})

test('pictures that follow each other as a film keep their pixels, and name nobody', async () => {
  const canaries = new Canaries('frame')
  const jpeg = await jpegWithCanaries(canaries)
  const png = await pngWithCanaries(canaries)
  const cleanedJpeg = clean(jpeg, patchesOfJpeg(jpeg, 0))
  const cleanedPng = clean(png, patchesOfPng(png, 0))
  expect(canaries.in(cleanedPng)).toEqual([])
  expect(canaries.in(cleanedJpeg)).toEqual([])
  for (const [content, cleaned] of [
    [jpeg, cleanedJpeg],
    [png, cleanedPng],
  ] as const)
    expect(await sharp(cleaned).raw().toBuffer()).toEqual(await sharp(content).raw().toBuffer())
  const at = cleanedPng.indexOf('tEXt')
  const length = cleanedPng.readUInt32BE(at - 4)
  expect(cleanedPng.readUInt32BE(at + 4 + length)).toBe(crc32(cleanedPng.subarray(at, at + 4 + length)))
})
