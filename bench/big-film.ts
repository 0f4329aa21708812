import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxesWithin, type Box } from '../contract/media/mp4-boxes.ts'
import { root } from './processes.ts'

const sampleCount = 135_000
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Left out: they would have to fit the samples. */
const dropped = new Set(['edts', 'ctts', 'stss', 'sdtp', 'sgpd', 'sbgp'])

const boxOf = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

const numbersOf = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const numbers = (...values: number[]): Buffer => numbersOf(values)

interface Layout {
  /** Where the pictures begin in the file. */
  dataStart: number
  sampleBytes: number
}

/** A moment of 90 minutes at 25 pictures a second, in the time scale of the sample film. */
const delta = 655

const tables = ({ dataStart, sampleBytes }: Layout): Record<string, () => Buffer> => {
  const indexes = Array.from({ length: sampleCount }, (_, index) => index)
  return {
    stts: () => boxOf('stts', numbers(0, 1, sampleCount, delta)),
    stsz: () => boxOf('stsz', numbers(0, 0, sampleCount), numbersOf(indexes.map(() => sampleBytes))),
    stsc: () => boxOf('stsc', numbers(0, 1, 1, 1, 1)),
    stco: () =>
      boxOf('stco', numbers(0, sampleCount), numbersOf(indexes.map((index) => dataStart + index * sampleBytes))),
  }
}

const rebuilt = (film: Buffer, box: Box, layout: Layout): Buffer => {
  const made = tables(layout)[box.type]
  if (made) return made()
  if (!containers.has(box.type)) return film.subarray(box.start, box.end)
  const children = [...boxesWithin(film, 0, box.contentStart, box.end)].filter(({ type }) => !dropped.has(type))
  return boxOf(box.type, ...children.map((child) => rebuilt(film, child, layout)))
}

/** Writes a film of 90 minutes with as many bytes as asked for. Its pictures are a hole in the file. */
export const writeBigFilm = async (path: string, size: number, index: 'first' | 'last'): Promise<void> => {
  const film = await readFile(join(root, 'server/testing/media/long.mp4'))
  const top = [...boxesWithin(film, 0, 0, film.length)]
  const start = film.subarray(0, top.find(({ type }) => type === 'ftyp')!.end)
  const moov = top.find(({ type }) => type === 'moov')!
  const length = rebuilt(film, moov, { dataStart: 0, sampleBytes: 1 }).length
  const dataStart = start.length + 8 + (index === 'first' ? length : 0)
  const dataBytes = size - start.length - 8 - length
  const made = rebuilt(film, moov, { dataStart, sampleBytes: Math.floor(dataBytes / sampleCount) })
  const head = numbers(dataBytes + 8, Buffer.from('mdat').readUInt32BE())
  const file = await open(path, 'w')
  try {
    await file.write(Buffer.concat(index === 'first' ? [start, made, head] : [start, head]), 0, undefined, 0)
    await file.truncate(size)
    if (index === 'last') await file.write(made, 0, undefined, size - length)
  } finally {
    await file.close()
  }
}
