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
const containers = new Set('moov trak mdia minf stbl edts dinf stsd dref avc1 moof traf'.split(' '))

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

const word = (canaries: Canaries, place: string): Buffer => Buffer.from(canaries.plant(place))

export interface TestTrack {
  /** Such as `sbtl` for subtitles. */
  kind: string
  name: string
  description: Buffer
  sample: Buffer
  /** Of sound that is not compressed, which has one size for all of them. */
  moments?: number
}

/** A track with one sample, whose place is not known yet. */
const trackNode = ({ kind, name, description, sample, moments }: TestTrack, number = 0): Node => {
  const head = Buffer.alloc(84)
  head.writeUInt32BE(number, 12)
  const handler = Buffer.concat([numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0), Buffer.from(`${name}\0`)])
  const tables = [
    { type: 'stsd', content: Buffer.concat([numbers(0, 1), description]) },
    { type: 'stsc', content: numbers(0, 1, 1, moments ?? 1, 1) },
    { type: 'stsz', content: moments ? numbers(0, 1, moments) : numbers(0, 0, 1, sample.length) },
    { type: 'stco', content: numbers(0, 1, 0) },
  ]
  const inner = (type: string, children: Node[]): Node => ({ type, content: Buffer.alloc(0), children })
  return inner('trak', [
    { type: 'tkhd', content: head },
    inner('mdia', [
      { type: 'mdhd', content: Buffer.alloc(24) },
      { type: 'hdlr', content: handler },
      inner('minf', [inner('stbl', tables)]),
    ]),
  ])
}

/** A track of places beside the film. */
const placesTrack = (canaries: Canaries, sample: Buffer): Node =>
  trackNode({
    kind: 'meta',
    name: canaries.plant('name of a track of places'),
    description: write({ type: 'mebx', content: word(canaries, 'description of a track of places') }),
    sample,
  })

/** Sound of two bytes for each moment. */
export const soundDescription = write({
  type: 'sowt',
  content: Buffer.concat([numbers(0, 1, 0, 0), Buffer.of(0, 1, 0, 16), numbers(0, 8000 * 2 ** 16)]),
})

/** How subtitles look, in numbers. */
export const subtitleDescription = write({ type: 'tx3g', content: Buffer.alloc(38) })

const filmHead: Node = { type: 'ftyp', content: Buffer.from('isom\0\0\0\0isom') }

/** A film of tracks with one sample each, in a fragment or with a whole index. `rest`: follows the samples. */
export const filmOfTracks = (tracks: readonly TestTrack[], { isFragmented = false, rest = '' } = {}): Buffer => {
  const nodes = tracks.map((track, at) => trackNode(track, at + 1))
  const index: Node = {
    type: 'moov',
    content: Buffer.alloc(0),
    children: [{ type: 'mvhd', content: Buffer.alloc(100) }, ...nodes],
  }
  const runOf = ({ sample }: TestTrack, at: number): Node => ({
    type: 'traf',
    content: Buffer.alloc(0),
    children: [
      { type: 'tfhd', content: numbers(0x2_0000, at + 1) },
      { type: 'trun', content: numbers(0x201, 1, 0, sample.length) },
    ],
  })
  const fragment: Node = { type: 'moof', content: Buffer.alloc(0), children: tracks.map(runOf) }
  const before = isFragmented ? [filmHead, index, fragment] : [filmHead, index]
  const start = Buffer.concat(before.map(write)).length + 8
  const base = isFragmented ? start - 8 - write(fragment).length : 0
  let at = start - base
  for (const [number, { sample }] of tracks.entries()) {
    if (isFragmented) all([fragment], 'trun')[number]!.content.writeUInt32BE(at, 8)
    else all([nodes[number]!], 'stco')[0]!.content.writeUInt32BE(at, 8)
    // The tables of a film in fragments are empty.
    if (isFragmented) for (const table of ['stsc', 'stsz', 'stco']) all([nodes[number]!], table)[0]!.content.fill(0)
    at += sample.length
  }
  const content = { type: 'mdat', content: Buffer.concat([...tracks.map(({ sample }) => sample), Buffer.from(rest)]) }
  return Buffer.concat([...before, content].map(write))
}

const levels = ['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'stsd', 'avc1']
const strange = ['xyzw', 'uuid', 'free', 'udta', 'meta']

/** Boxes whose fields end before the box does. */
const fielded = 'mvhd tkhd mdhd vmhd smhd stts stsc stsz stco stss elst ctts avcC pasp btrt tfhd tfdt trun mfhd trex'

/** Boxes that players know, with a text in the place of numbers, or after them. */
const knownBoxes = (canaries: Canaries, number: number): Node[] => [
  { type: 'sdtp', content: Buffer.concat([numbers(0), word(canaries, `dependencies of samples ${number}`)]) },
  { type: 'subs', content: Buffer.concat([numbers(0), word(canaries, `parts of samples ${number}`)]) },
  {
    type: 'sgpd',
    content: Buffer.concat([
      numbers(0x100_0000),
      Buffer.from('roll'),
      numbers(2, 1),
      Buffer.of(255, 255),
      word(canaries, `group ${number}`),
    ]),
  },
  {
    type: 'sgpd',
    content: Buffer.concat([
      numbers(0x100_0000),
      Buffer.from('mine'),
      numbers(0, 1, 20),
      word(canaries, `group of a program ${number}`),
    ]),
  },
]

/** Writes over a text that an encoder has left in a sample or in the settings of a decoder. */
const overwriteText = (bytes: Buffer, text: string, canaries: Canaries, place: string): void => {
  const at = bytes.indexOf(text)
  if (at >= 0) bytes.write(canaries.plant(place), at)
}

/** One of the sample films whose index is at the end, with canaries wherever a program could write. */
export const filmWithCanaries = async (name: string, canaries: Canaries): Promise<Buffer> => {
  const nodes = parse(await mediaSample(name))
  for (const level of levels)
    for (const [number, node] of all(nodes, level).entries())
      // Within a description of a track, a box of another type would be another description.
      for (const type of level === 'stsd' ? [] : strange)
        node.children!.push({ type, content: word(canaries, `${type} in ${level} ${number + 1}`) })
  for (const [number, node] of all(nodes, 'stbl').entries()) node.children!.push(...knownBoxes(canaries, number))
  for (const [number, node] of all(nodes, 'hdlr').entries())
    node.content = Buffer.concat([node.content.subarray(0, 24), word(canaries, `name of handler ${number}`)])
  for (const node of all(nodes, 'avc1')) {
    const codec = canaries.plant('name of the codec')
    node.content.writeUInt8(codec.length, 42)
    node.content.write(codec, 43)
    node.content.write(canaries.plant('version and quality of the encoder'), 8)
    const profile = Buffer.from(`prof${canaries.plant('color profile')}`)
    node.children!.push({ type: 'colr', content: profile })
    const owner = { type: 'pinf', content: word(canaries, 'who has bought the film') }
    node.children!.push(owner, { type: 'glbl', content: word(canaries, 'settings of any decoder') })
  }
  for (const [number, node] of all(nodes, 'mp4a').entries())
    node.content = Buffer.concat([
      node.content,
      write({ type: 'btrt', content: Buffer.concat([Buffer.alloc(12), word(canaries, `rate of sound ${number}`)]) }),
    ])
  for (const [number, node] of all(nodes, 'dref').entries()) {
    const path = Buffer.concat([
      numbers(1),
      Buffer.from(`C:\\Users\\${canaries.plant(`path ${number} of the content`)}`),
    ])
    node.children!.push({ type: 'alis', content: path })
    node.content.writeUInt32BE(2, 4)
  }
  for (const type of fielded.split(' '))
    for (const [number, node] of all(nodes, type).entries())
      node.content = Buffer.concat([node.content, word(canaries, `after the fields of ${type} ${number}`)])
  for (const node of all(nodes, 'mvhd')) node.content.write(canaries.plant('free fields of the film'), 72)
  for (const type of ['xyzw', 'uuid', 'free', 'skip', 'meta', 'udta', 'prft', 'emsg', 'ssix'])
    nodes.push({ type, content: word(canaries, `${type} beside the index`) })
  nodes.push({
    type: 'sidx',
    content: Buffer.concat([Buffer.alloc(24), word(canaries, 'after the index of segments')]),
  })
  const brands = canaries.plant('names of formats').padEnd(16)
  nodes.push({ type: 'styp', content: Buffer.from(`isom\0\0\0\0${brands}`) })
  // Content that no track refers to which is shown.
  const sample = word(canaries, 'sample of a track of places')
  const track = placesTrack(canaries, sample)
  nodes.find(({ type }) => type === 'moov')!.children!.push(track)
  const at = Buffer.concat(nodes.map(write)).length + 8
  all([track], 'stco')[0]!.content.writeUInt32BE(at, 8)
  nodes.push({ type: 'mdat', content: Buffer.concat([sample, word(canaries, 'content of no track')]) })
  const film = Buffer.concat(nodes.map(write))
  overwriteText(film, 'x264 - core', canaries, 'settings of the encoder in a sample')
  overwriteText(film, 'x265 (build', canaries, 'settings of the encoder in those of the decoder')
  return film
}

/** A recording in fragments, whose last fragment has canaries. */
export const recordingWithCanaries = async (canaries: Canaries): Promise<Buffer> => {
  const nodes = parse(await mediaSample('fragments.mp4'))
  const last = nodes.findLastIndex(({ type }) => type === 'moof')
  const [fragment, content] = [nodes[last]!, nodes[last + 1]!]
  const before = write(fragment).length
  for (const type of 'mfhd tfhd tfdt trun'.split(' '))
    for (const node of all([fragment], type))
      node.content = Buffer.concat([node.content, word(canaries, `after the fields of ${type}`)])
  for (const level of ['moof', 'traf'])
    for (const node of all([fragment], level))
      for (const type of [...strange, 'sdtp', 'subs'])
        node.children!.push({ type, content: word(canaries, `${type} in ${level}`) })
  // The content follows the fragment, which has become longer.
  const run = all([fragment], 'trun')[0]!
  run.content.writeInt32BE(run.content.readInt32BE(8) + write(fragment).length - before, 8)
  content.content = Buffer.concat([content.content, word(canaries, 'content of no sample')])
  const film = Buffer.concat(nodes.map(write))
  overwriteText(film, 'x264 - core', canaries, 'settings of the encoder in a sample')
  return film
}
