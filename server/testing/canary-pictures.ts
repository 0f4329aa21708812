import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Canaries } from './canaries.ts'

const drawing = () => sharp({ create: { width: 16, height: 8, channels: 3, background: '#357' } })

const segment = (type: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, type, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG file with canaries in every kind of segment that a decoder does not need, and after its end. */
export const jpegWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const plain = await drawing().jpeg().toBuffer()
  const word = (place: string): Buffer => Buffer.from(canaries.plant(`JPEG: ${place}`))
  const named = (name: string, place: string): Buffer => Buffer.concat([Buffer.from(name, 'latin1'), word(place)])
  const small = Buffer.concat([
    Buffer.from('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\u0003\u0003', 'latin1'),
    word('small picture'),
  ])
  const camera = await drawing()
    .withExif({ IFD0: { Artist: canaries.plant('JPEG: artist'), Copyright: canaries.plant('JPEG: copyright') } })
    .jpeg()
    .toBuffer()
  const exif = camera.subarray(
    camera.indexOf('Exif') - 4,
    camera.indexOf('Exif') - 2 + camera.readUInt16BE(camera.indexOf('Exif') - 2),
  )
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe0, small),
    exif,
    segment(0xe0, named('JFXX\0', 'second small picture')),
    segment(0xe1, named('http://ns.adobe.com/xap/1.0/\0', 'XMP')),
    segment(0xe1, named('http://ns.adobe.com/xmp/extension/\0', 'long XMP')),
    segment(0xe2, named('MPF\0', 'further pictures')),
    ...Array.from({ length: 13 }, (_, at) => segment(0xe3 + at, named('Maker\0', `application segment ${at + 3}`))),
    segment(0xed, named('Photoshop 3.0\0', 'IPTC')),
    segment(0xfe, word('comment')),
    plain.subarray(2, -2),
    segment(0xfe, word('comment after the scan')),
    plain.subarray(-2),
    word('after the end'),
  ])
}

const chunk = (type: string, content: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), content, Buffer.alloc(4)])
  bytes.writeUInt32BE(content.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/** A PNG file with canaries in every kind of chunk that a decoder does not need, and after its end. */
export const pngWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const plain = await drawing().png().toBuffer()
  const word = (place: string): string => canaries.plant(`PNG: ${place}`)
  const text = (type: string): Buffer => chunk(type, Buffer.from(`Author\0${word(type)}`))
  return Buffer.concat([
    plain.subarray(0, 33),
    text('tEXt'),
    chunk('iTXt', Buffer.from(`${word('name of a text')}\0\0\0zh\0\0${word('text')}`)),
    chunk('zTXt', Buffer.from(`${word('name of a packed text')}\0\0`)),
    chunk('sPLT', Buffer.from(`${word('name of a palette')}\0\u0008`)),
    chunk('eXIf', Buffer.from(word('camera'))),
    chunk('tIME', Buffer.from(word('time'))),
    ...['prVt', 'caBX', 'dSIG', 'vpAg', 'orNT', 'mkBF', 'iDOT'].map(text),
    plain.subarray(33, -12),
    text('teSt'),
    plain.subarray(-12, -8),
    plain.subarray(-8),
    Buffer.from(word('after the end')),
  ])
}

const riffChunk = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}....`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WebP file with canaries in every kind of chunk that a decoder does not need, and after its end. */
export const webpWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const plain = await drawing()
    .withExif({ IFD0: { Artist: canaries.plant('WebP: artist') } })
    .webp()
    .toBuffer()
  const more = ['XMP ', 'ABCD', 'META', 'NOTE', 'MAKR', 'C2PA'].map((type) =>
    riffChunk(type, Buffer.from(canaries.plant(`WebP: ${type.trim()}`))),
  )
  const whole = Buffer.concat([plain, ...more])
  whole.writeUInt32LE(whole.length - 8, 4)
  return Buffer.concat([whole, Buffer.from(canaries.plant('WebP: after the end'))])
}
