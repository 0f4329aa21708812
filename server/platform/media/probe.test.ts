import { describe, expect, test } from 'vitest'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { fragmentsOf, recordingSource } from '../../testing/recordings.ts'
import { findingsOf, isBlocking } from '@lectern/contract/works/file-findings.ts'
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
    ['high-422.mp4', { seconds: 1, width: 640, height: 360, videoCodec: 'avc', videoProfile: 'avc1.7a001f' }],
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

describe('a recording in fragments', () => {
  test.for([
    ['one minute of 720p', 60, 400_000],
    ['two hours of 720p', 7_200, 400_000],
    ['in fragments of 12 MB', 20, 12_000_000],
  ] as const)('is as long as its fragments: %s', async ([, seconds, bytes]) => {
    const source = recordingSource(await fragmentsOf({ seconds, bytes }))
    expect(await probeMedia(source)).toMatchObject({ facts: { seconds, width: 640, height: 360, videoCodec: 'avc' } })
    expect(source.reads).toBeLessThan(2_000)
  })

  test('whose end is missing is cut', async () => {
    const recording = await fragmentsOf({ seconds: 60, bytes: 400_000 })
    const source = recordingSource(recording)
    expect(await probeMedia({ ...source, size: source.size - 1_000 })).toEqual({ fault: 'cut' })
  })

  test('that does not say when its fragments are has no length, and a person decides', async () => {
    const { piece, ...recording } = await fragmentsOf({ seconds: 60, bytes: 400_000 })
    const nameless = (number: number) => Buffer.from(piece(number).toString('latin1').replace('tfdt', 'free'), 'latin1')
    const probed = await probeMedia(recordingSource({ ...recording, piece: nameless }))
    expect(probed).toMatchObject({ facts: { seconds: null, kbps: null, width: 640 } })
    const rules = { kind: 'video', maxBytes: 1e9, limits: { maxSeconds: 600, maxKbps: 100 }, types: [] } as const
    const findings = findingsOf(rules, { size: 1, type: 'video/mp4', media: probed })
    expect(findings).toEqual([{ code: 'unknownLength', values: {} }])
    expect(findings.some(isBlocking)).toBe(false)
  })

  test('that does not begin at zero is as long as it is', async () => {
    const { piece, ...recording } = await fragmentsOf({ seconds: 60, bytes: 400_000 })
    const later = recordingSource({ ...recording, piece: (number) => piece(number + 5_000) })
    expect(await probeMedia(later)).toMatchObject({ facts: { seconds: 60 } })
  })

  test('that is full of names of fragments costs little', async () => {
    const film = await mediaSample('fragments.mp4')
    const content = Buffer.concat([film, Buffer.from('\0\0\0\u0008moof'.repeat(200_000)), Buffer.from('moof')])
    expect(Object.keys(await probeMedia(countedSource(content)))).toEqual(['facts'])
  })
})

describe('a WebM as browsers record it', () => {
  test('is as long as its last cluster says', async () => {
    expect(await probe('recorded.webm')).toMatchObject({ facts: { seconds: 12, videoCodec: 'vp8' } })
  })

  test('for an hour', async () => {
    const film = await mediaSample('recorded.webm')
    const starts: number[] = []
    const id = Buffer.from('1f43b675', 'hex')
    for (let at = film.indexOf(id); at >= 0; at = film.indexOf(id, at + 4)) starts.push(at)
    // Its first cluster, with room for a time of two bytes and an element that players skip.
    const first = film.subarray(starts[0], starts[1])
    const blocks = first.subarray(first.indexOf(0xa3))
    const skipped = Buffer.alloc(300_000)
    skipped.write('ec10', 'hex')
    skipped.writeUIntBE(0x20_00_00 + skipped.length - 4, 1, 3)
    const piece = (number: number): Buffer => {
      const time = Buffer.from('e78400000000', 'hex')
      time.writeUInt32BE(number * 1_000, 2)
      return Buffer.concat([id, Buffer.from('01ffffffffffffff', 'hex'), time, skipped, blocks])
    }
    const source = recordingSource({ head: film.subarray(0, starts[0]), piece, count: 3_600 })
    const { facts } = (await probeMedia(source)) as { facts: { seconds: number; width: number } }
    expect([Math.floor(facts.seconds), facts.width]).toEqual([3_600, 320])
    expect(source.reads).toBeLessThan(30)
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
