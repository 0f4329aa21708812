import { describe, expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { findMetadata } from './mp4-metadata.ts'
import { patchPiece } from './overlay.ts'

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([numbers(content.length + 8), Buffer.from(type, 'latin1'), content])
}

const fileType = box('ftyp', Buffer.from('isom\0\0\0\0'))
/** Where the content of the first sample begins. */
const contentStart = fileType.length + 8

const headBytes = { mvhd: 100, tkhd: 84, mdhd: 24 } as const
type Head = keyof typeof headBytes

interface Track {
  kind: string
  heads?: Partial<Record<Head, Buffer>>
  description: Buffer
  sample?: Buffer
}

const headBox = (type: Head, heads: Track['heads'] = {}): Buffer =>
  box(type, heads[type] ?? Buffer.alloc(headBytes[type]))

const trackBox = ({ kind, heads, description, sample = Buffer.alloc(4) }: Track): Buffer => {
  const table = box(
    'stbl',
    box('stsd', numbers(0, 1), description),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, 0, 1, sample.length)),
    box('stco', numbers(0, 1, contentStart)),
  )
  const handler = box('hdlr', numbers(0, 0), Buffer.from(kind), numbers(0, 0, 0))
  return box('trak', headBox('tkhd', heads), box('mdia', headBox('mdhd', heads), handler, box('minf', table)))
}

/** A film of one track, whose content comes first. `inIndex`: what else the index contains. */
const filmOf = (track: Track, inIndex: Buffer = Buffer.alloc(0), rest: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    fileType,
    box('mdat', track.sample ?? Buffer.alloc(4)),
    box('moov', headBox('mvhd', track.heads), trackBox(track), inIndex),
    rest,
  ])

const pictures = (vendor = '\0\0\0\0'): Track => {
  const fields = Buffer.alloc(78)
  fields.write(vendor, 12)
  return { kind: 'vide', description: box('avc1', fields, box('avcC', Buffer.alloc(8))) }
}

const cleaned = async (content: Buffer): Promise<Buffer> =>
  patchPiece(content, 0, (await findMetadata(countedSource(content))).patches)

/** Whether the word is in the film, and in the copy of it. */
const isIn = async (content: Buffer, word: string): Promise<boolean[]> => [
  content.includes(word),
  (await cleaned(content)).includes(word),
]
const onlyBefore = [true, false]

describe('of the index of a film experts get', () => {
  test.for([
    ['mvhd', 0, 100],
    ['mvhd', 1, 112],
    ['tkhd', 0, 84],
    ['tkhd', 1, 96],
    ['mdhd', 0, 24],
    ['mdhd', 1, 36],
  ] as const)('no time at which it was made: %s of version %i', async ([type, version, bytes]) => {
    const head = Buffer.alloc(bytes)
    head[0] = version
    head.write('Kanarie!', 4)
    if (version === 1) head.write('Kanarie!', 12)
    expect(await isIn(filmOf({ ...pictures(), heads: { [type]: head } }), 'Kanarie!')).toEqual(onlyBefore)
  })

  test('nothing that follows the last box within another one', async () => {
    expect(await isIn(filmOf(pictures(), Buffer.from('Kanarie')), 'Kanarie')).toEqual(onlyBefore)
  })

  test.for(['vide', 'soun'])('no maker of the program that encoded it: %s', async (kind) => {
    const fields = Buffer.alloc(28)
    fields.write('WANG', 12)
    const sound = { kind, description: box('mp4a', fields) }
    expect(await isIn(filmOf(kind === 'vide' ? pictures('WANG') : sound), 'WANG')).toEqual(onlyBefore)
  })

  test('no comment in the settings of a codec', async () => {
    const comment = Buffer.from('Artist=Kanarie')
    const blocks = Buffer.concat([
      numbers(0),
      Buffer.of(0, 0, 0, 34),
      Buffer.alloc(34, 7),
      Buffer.of(0x84, 0, 0, comment.length),
      comment,
    ])
    const content = filmOf({ kind: 'soun', description: box('fLaC', Buffer.alloc(28), box('dfLa', blocks)) })
    expect(await isIn(content, 'Kanarie')).toEqual(onlyBefore)
    // What a decoder needs stays, and the comment has become padding, still the last block.
    const copy = await cleaned(content)
    const at = copy.indexOf('dfLa') + 8
    expect([copy.subarray(at, at + 38), copy[at + 38]]).toEqual([blocks.subarray(4, 42), 0x81])
  })

  test.for([
    ['sbtl', () => box('tx3g', Buffer.alloc(38), box('ftab', Buffer.from('Kanarie')))],
    ['text', () => box('text', Buffer.alloc(51), Buffer.from('Kanarie'))],
    ['clcp', () => box('c608', Buffer.alloc(8), Buffer.from('Kanarie'))],
  ] as const)('no name of a font of subtitles: %s', async ([kind, description]) => {
    expect(await isIn(filmOf({ kind, description: description() }), 'Kanarie')).toEqual(onlyBefore)
  })
})

test('what subtitles say stays, and is searched for names', async () => {
  const sample = Buffer.from('\0\u0009Wang Fang')
  const content = filmOf({ kind: 'sbtl', description: box('tx3g', Buffer.alloc(38)), sample })
  const { texts } = await findMetadata(countedSource(content))
  expect(texts).toEqual([{ place: { kind: 'subtitles' }, text: 'Wang Fang' }])
  expect((await cleaned(content)).includes('Wang Fang')).toBe(true)
})

describe('of a recording in fragments', () => {
  test('nothing beside the pictures stays: in fragments, and in the list of them', async () => {
    const canaries = new Canaries('part')
    const strange = (place: string): Buffer => box('udta', Buffer.from(canaries.plant(place)))
    const fragment = box(
      'moof',
      box('mfhd', numbers(0, 1)),
      box('traf', box('tfhd', numbers(0, 1)), strange('track of a fragment')),
      strange('fragment'),
    )
    const list = box('mfra', box('mfro', numbers(0, 16)), strange('list of fragments'))
    const content = filmOf(pictures(), undefined, Buffer.concat([fragment, box('mdat', Buffer.alloc(4)), list]))
    expect(canaries.in(content)).toEqual([...canaries.places.values()])
    expect(canaries.in(await cleaned(content))).toEqual([])
  })

  test('no copy is made if a fragment may be of a track that is shown or of one that is not', async () => {
    const places = trackBox({ kind: 'meta', description: box('mebx', Buffer.alloc(8)) })
    const fragment = box('moof', box('mfhd', numbers(0, 1)), box('traf', box('tfhd', numbers(0, 0))))
    await expect(findMetadata(countedSource(filmOf(pictures(), places, fragment)))).rejects.toThrow('one number')
  })
})
