import { boxesWithin } from '@lectern/contract/media/mp4-boxes.ts'
import type { Canaries } from './canaries.ts'
import { mediaSample } from './media-samples.ts'

interface Node {
  type: string
  /** Fields before the boxes within it, or all of its content. */
  content: Buffer
  children?: Node[]
}

const fieldBytes: Readonly<Record<string, number>> = { stsd: 8, dref: 8, avc1: 78 }
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'dinf', 'stsd', 'dref', 'avc1'])

const parse = (bytes: Buffer, start = 0, end = bytes.length): Node[] =>
  [...boxesWithin(bytes, 0, start, end)].map((box) => {
    if (!containers.has(box.type)) return { type: box.type, content: bytes.subarray(box.contentStart, box.end) }
    const childStart = box.contentStart + (fieldBytes[box.type] ?? 0)
    return {
      type: box.type,
      content: bytes.subarray(box.contentStart, childStart),
      children: parse(bytes, childStart, box.end),
    }
  })

const write = ({ type, content, children = [] }: Node): Buffer => {
  const inner = Buffer.concat([content, ...children.map(write)])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inner.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inner])
}

const all = (nodes: readonly Node[], type: string): Node[] =>
  nodes.flatMap((node) => [...(node.type === type ? [node] : []), ...all(node.children ?? [], type)])

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

/** A track of places beside the film, with one sample. */
const placesTrack = (canaries: Canaries, size: number): Node => ({
  type: 'trak',
  content: Buffer.alloc(0),
  children: [
    { type: 'tkhd', content: Buffer.alloc(84) },
    {
      type: 'mdia',
      content: Buffer.alloc(0),
      children: [
        { type: 'mdhd', content: Buffer.alloc(24) },
        {
          type: 'hdlr',
          content: Buffer.concat([
            numbers(0, 0),
            Buffer.from('meta'),
            numbers(0, 0, 0),
            Buffer.from(`${canaries.plant('name of a track of places')}\0`),
          ]),
        },
        {
          type: 'minf',
          content: Buffer.alloc(0),
          children: [
            {
              type: 'stbl',
              content: Buffer.alloc(0),
              children: [
                {
                  type: 'stsd',
                  content: Buffer.concat([
                    numbers(0, 1),
                    write({ type: 'mebx', content: Buffer.from(canaries.plant('description of a track of places')) }),
                  ]),
                },
                { type: 'stsc', content: numbers(0, 1, 1, 1, 1) },
                { type: 'stsz', content: numbers(0, 0, 1, size) },
                { type: 'stco', content: numbers(0, 1, 0) },
              ],
            },
          ],
        },
      ],
    },
  ],
})

const levels = ['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'stsd', 'avc1']
const strange = ['xyzw', 'uuid', 'free', 'udta', 'meta']

/** One of the sample films whose index is at the end, with canaries wherever a program could write. */
export const filmWithCanaries = async (name: string, canaries: Canaries): Promise<Buffer> => {
  const nodes = parse(await mediaSample(name))
  for (const level of levels)
    for (const [number, node] of all(nodes, level).entries())
      // Within a description of a track, a box of another type would be another description.
      for (const type of level === 'stsd' ? [] : strange)
        node.children!.push({ type, content: Buffer.from(canaries.plant(`${type} in ${level} ${number + 1}`)) })
  for (const [number, node] of all(nodes, 'hdlr').entries())
    node.content = Buffer.concat([
      node.content.subarray(0, 24),
      Buffer.from(canaries.plant(`name of handler ${number}`)),
    ])
  for (const node of all(nodes, 'avc1')) {
    const codec = canaries.plant('name of the codec')
    node.content.writeUInt8(codec.length, 42)
    node.content.write(codec, 43)
    const profile = Buffer.from(`prof${canaries.plant('color profile')}`)
    node.children!.push({ type: 'colr', content: profile })
  }
  for (const [number, node] of all(nodes, 'dref').entries()) {
    const path = Buffer.concat([
      numbers(1),
      Buffer.from(`C:\\Users\\${canaries.plant(`path ${number} of the content`)}`),
    ])
    node.children!.push({ type: 'alis', content: path })
    node.content.writeUInt32BE(2, 4)
  }
  for (const type of ['mvhd', 'tkhd', 'mdhd', 'stts', 'stsc', 'stsz', 'stco', 'elst'])
    for (const [number, node] of all(nodes, type).entries())
      node.content = Buffer.concat([node.content, Buffer.from(canaries.plant(`after the fields of ${type} ${number}`))])
  for (const type of ['xyzw', 'uuid', 'free', 'skip', 'meta', 'udta', 'prft', 'emsg'])
    nodes.push({ type, content: Buffer.from(canaries.plant(`${type} beside the index`)) })
  // Content that no track refers to which is shown.
  const sample = Buffer.from(canaries.plant('sample of a track of places'))
  const track = placesTrack(canaries, sample.length)
  nodes.find(({ type }) => type === 'moov')!.children!.push(track)
  const at = Buffer.concat(nodes.map(write)).length + 8
  all([track], 'stco')[0]!.content.writeUInt32BE(at, 8)
  nodes.push({ type: 'mdat', content: Buffer.concat([sample, Buffer.from(canaries.plant('content of no track'))]) })
  return Buffer.concat(nodes.map(write))
}
