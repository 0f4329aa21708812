import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { drawingWithCanaries } from '../../testing/canary-drawings.ts'
import { mp3WithCanaries, waveWithCanaries } from '../../testing/canary-sounds.ts'
import { mediaSample } from '../../testing/media-samples.ts'
import { cleanMedia } from './slide-media.ts'

/** What stays of a picture or sound of slides, and that nothing of the canaries does. */
const expectClean = async (content: Buffer, canaries: Canaries): Promise<Buffer> => {
  expect(canaries.in(content)).toEqual([...canaries.places.values()])
  const copy = Buffer.from((await cleanMedia(content, false))!.content)
  expect(canaries.in(copy)).toEqual([])
  return copy
}

test('of a recording of sound only its frames stay', async () => {
  const canaries = new Canaries('mp3')
  const plain = Buffer.from((await cleanMedia(await mediaSample('talk.mp3'), false))!.content)
  const tag = Buffer.from(`TPE1${canaries.plant('tag before')}`)
  const head = Buffer.concat([Buffer.from('ID3\u0003\0\0\0\0\0'), Buffer.of(tag.length), tag])
  const tail = Buffer.concat([Buffer.from(`TAG${canaries.plant('tag after')}`), Buffer.alloc(100)])
  expect(await expectClean(Buffer.concat([head, plain, tail]), canaries)).toEqual(plain)
})

const emfRecord = (kind: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(kind)
  head.writeUInt32LE(content.length + 8, 4)
  return Buffer.concat([head, content])
}

test('of a drawing within the comments of another one what is drawn stays', async () => {
  const canaries = new Canaries('emf')
  const plusRecord = (kind: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(12)
    head.writeUInt16LE(kind)
    head.writeUInt32LE(12 + data.length, 4)
    head.writeUInt32LE(data.length, 8)
    return Buffer.concat([head, data])
  }
  const comment = Buffer.alloc(40)
  comment.write(canaries.plant('comment'))
  const line = plusRecord(0x400d, Buffer.from('line'))
  const drawing = Buffer.concat([Buffer.from('EMF+'), plusRecord(0x4003, comment), line])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(drawing.length)
  const fields = Buffer.alloc(92)
  fields.write(' EMF', 32)
  const end = Buffer.alloc(12)
  end.writeUInt32LE(20, 8)
  const records = [emfRecord(1, fields), emfRecord(70, Buffer.concat([size, drawing])), emfRecord(14, end)]
  const copy = await expectClean(Buffer.concat(records), canaries)
  expect(copy.includes(line)).toBe(true)
})

test('of a drawing in the format before only what is drawn stays', async () => {
  const canaries = new Canaries('wmf')
  const record = (kind: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(6)
    head.writeUInt32LE((6 + data.length) / 2)
    head.writeUInt16LE(kind, 4)
    return Buffer.concat([head, data])
  }
  const head = Buffer.alloc(18)
  head.writeUInt16LE(1)
  head.writeUInt16LE(9, 2)
  head.writeUInt16LE(0x300, 4)
  const escape = Buffer.alloc(32)
  escape.write(canaries.plant('escape'))
  const line = record(0x0213, Buffer.of(1, 2, 3, 4))
  const content = Buffer.concat([head, record(0x0626, escape), line, record(0, Buffer.alloc(0))])
  expect((await expectClean(content, canaries)).subarray(18)).toEqual(Buffer.concat([line, record(0, Buffer.alloc(0))]))
})

test('of a picture that moves what other programs have added goes', async () => {
  const canaries = new Canaries('gif')
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .gif()
    .toBuffer()
  const data = Buffer.from(canaries.plant('application'))
  const application = Buffer.concat([
    Buffer.of(0x21, 0xff, 11),
    Buffer.from('XMP DataXMP'),
    Buffer.of(data.length),
    data,
    Buffer.of(0),
  ])
  const at = 13 + 3 * 2 ** ((gif[10]! & 7) + 1) * (gif[10]! >> 7)
  const copy = await expectClean(Buffer.concat([gif.subarray(0, at), application, gif.subarray(at)]), canaries)
  expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(gif).raw().toBuffer())
})

test('a drawing keeps its pictures, and names nobody', async () => {
  const canaries = new Canaries('draw')
  const content = await drawingWithCanaries(canaries)
  expect(canaries.in(content)).toHaveLength(canaries.places.size)
  const cleaned = await cleanMedia(content, false)
  expect(cleaned?.extension).toBe('emf')
  const bytes = Buffer.from(cleaned!.content)
  expect(canaries.in(bytes)).toEqual([])
  expect([bytes.readUInt32LE(48), bytes.readUInt32LE(bytes.length - 20)]).toEqual([bytes.length, 14])
  // Both pictures are still there.
  expect([bytes.includes('IDAT'), bytes.includes(Buffer.of(0xff, 0xda))]).toEqual([true, true])
})

test('a drawing with a picture of a kind that cannot be cleaned is none', async () => {
  const content = await drawingWithCanaries(new Canaries('draw'))
  content.write('XXXX', content.indexOf('PNG') - 1)
  expect(await cleanMedia(content, false)).toBeUndefined()
})

test('a sound keeps what is heard, and the silence at its ends', async () => {
  const canaries = new Canaries('sound')
  const wave = await cleanMedia(waveWithCanaries(canaries), false)
  const mp3 = await cleanMedia(await mp3WithCanaries(canaries), false)
  expect(canaries.in(Buffer.concat([wave!.content, mp3!.content]))).toEqual([])
  expect(Buffer.from(wave!.content).includes(Buffer.alloc(800, 128))).toBe(true)
  const sample = await mediaSample('talk.mp3')
  const name = sample.indexOf('Lavc', sample.indexOf('Info'))
  const cleaned = Buffer.from(mp3!.content)
  const at = cleaned.indexOf('Lavc')
  expect(cleaned.subarray(at + 21, at + 24)).toEqual(sample.subarray(name + 21, name + 24))
  // All frames but the first, which is silent, are as they were.
  const sound = sample.subarray(name + 100, sample.lastIndexOf('TAG'))
  expect(cleaned.includes(sound)).toBe(true)
})
