import type { Canaries } from './canaries.ts'
import { mediaSample } from './media-samples.ts'

const chunk = (name: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${name}....`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WAV file with canaries in its chunks, and behind the fields of those that may stay. */
export const waveWithCanaries = (canaries: Canaries): Buffer => {
  const word = (place: string): Buffer => Buffer.from(canaries.plant(`WAV: ${place}`))
  const format = Buffer.from([1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0, 0, 0])
  const inner = [
    Buffer.from('WAVE'),
    chunk('fmt ', Buffer.concat([format, word('after the format')])),
    chunk('fact', Buffer.concat([Buffer.of(32, 3, 0, 0), word('after the length')])),
    chunk('LIST', Buffer.concat([Buffer.from('INFOIART'), word('artist')])),
    chunk('bext', word('description of a broadcaster')),
    chunk('data', Buffer.alloc(800, 128)),
  ]
  return Buffer.concat([chunk('RIFF', Buffer.concat(inner)), word('after the end')])
}

/** An MP3 file with canaries in its tags, and in the frame that tells its length. */
export const mp3WithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const word = (place: string): string => canaries.plant(`MP3: ${place}`)
  const sample = await mediaSample('talk.mp3')
  const first = sample.indexOf('Info')
  sample.write(word('after the name of the encoder'), sample.indexOf('Lavc', first) + 24)
  const title = Buffer.from(`TALB....\0\0${word('album')}`)
  title.writeUInt32BE(title.length - 10, 4)
  const tag = Buffer.concat([Buffer.from('ID3\u0003\0\0\0\0\0'), Buffer.of(title.length), title])
  return Buffer.concat([tag, sample, Buffer.from(`TAG${word('name at the end')}`.padEnd(128, '\0'))])
}
