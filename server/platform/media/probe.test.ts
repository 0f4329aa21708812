import { describe, expect, test } from 'vitest'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { readTopBoxes } from '@lectern/contract/media/mp4-boxes.ts'
import { probeMedia } from '@lectern/contract/media/probe.ts'

const probe = async (name: string) => probeMedia(countedSource(await mediaSample(name)))

describe('a film or recording tells without being played', () => {
  test.for([
    ['lesson.mp4', { seconds: 3, width: 640, height: 360, videoCodec: 'avc', audioCodec: 'aac' }],
    ['index-last.mp4', { seconds: 3, width: 640, height: 360, videoCodec: 'avc', audioCodec: 'aac' }],
    ['lesson.mov', { seconds: 3, width: 640, height: 360, videoCodec: 'avc', audioCodec: 'aac' }],
    ['lesson.webm', { seconds: 1, width: 640, height: 360, videoCodec: 'vp9', audioCodec: null }],
    ['hevc.mp4', { seconds: 2, width: 640, height: 360, videoCodec: 'hevc', audioCodec: null }],
    ['long.mp4', { seconds: 660, width: 640, height: 360, videoCodec: 'avc', audioCodec: null }],
    ['talk.m4a', { seconds: 4, width: null, height: null, videoCodec: null, audioCodec: 'aac' }],
  ] as const)('%s', async ([name, facts]) => {
    expect(await probe(name)).toMatchObject({ facts })
  })

  test('an index that promises more than there is makes it a cut file', async () => {
    expect(await probe('cut.mp4')).toEqual({ fault: 'cut' })
  })

  test.for(['lesson.mkv'])('%s is of a format that is not read', async (name) => {
    expect(await probe(name)).toEqual({ fault: 'unreadable' })
  })

  test('what is no film at all is unreadable, wherever it breaks off', async () => {
    const film = await mediaSample('lesson.mp4')
    for (const content of [Buffer.alloc(1), Buffer.alloc(4_096), Buffer.from('ftyp'.repeat(400)), film.subarray(0, 40)])
      expect(Object.keys(await probeMedia(countedSource(content)))).toEqual(['fault'])
  })
})

/** A recording whose last fragment comes so many times again, each far from the next. */
const manyFragments = async (count: number): Promise<Buffer> => {
  const film = await mediaSample('fragments.mp4')
  const { boxes } = await readTopBoxes(countedSource(film), 10)
  const last = boxes.findLast(({ type }) => type === 'moof')!
  const gap = Buffer.alloc(1_000_000)
  gap.writeUInt32BE(gap.length)
  gap.write('free', 4)
  const index = boxes.find(({ type }) => type === 'mfra')!
  const fragment = Buffer.concat([film.subarray(last.start, index.start), gap])
  return Buffer.concat([film.subarray(0, index.start), ...Array.from({ length: count }, () => fragment)])
}

describe('a recording in fragments', () => {
  test('is read while there are few of them', async () => {
    expect(await probeMedia(countedSource(await manyFragments(1)))).toHaveProperty('facts')
  })

  test('of which there are too many is not called damaged', async () => {
    expect(await probeMedia(countedSource(await manyFragments(60)))).toEqual({ fault: 'tooManyPieces' })
  })
})

describe('a hostile file costs a limited number of reads', () => {
  test('200,000 boxes in a row', async () => {
    const box = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])
    const head = (await mediaSample('lesson.mp4')).subarray(0, 32)
    const source = countedSource(Buffer.concat([head, ...Array.from({ length: 200_000 }, () => box)]))
    expect(await probeMedia(source)).toEqual({ fault: 'unreadable' })
    expect(source.reads).toBeLessThanOrEqual(16)
    expect(source.bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
  })

  test('a box that says it is larger than any disk', async () => {
    const head = Buffer.from([0, 0, 0, 1, ...Buffer.from('mdat'), 0x7f, 255, 255, 255, 255, 255, 255, 255])
    const film = await mediaSample('lesson.mp4')
    expect(await probeMedia(countedSource(Buffer.concat([film.subarray(0, 32), head])))).toEqual({ fault: 'cut' })
  })
})
