import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { probeMedia } from '@lectern/contract/media/probe.ts'
import { describe, expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import {
  filmOfTracks,
  filmWithCanaries,
  recordingWithCanaries,
  soundDescription,
  subtitleDescription,
} from '../../testing/canary-films.ts'
import { shownContent } from '../../testing/film-content.ts'
import { filmOfBoxes } from '../../testing/hostile-files.ts'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { fragmentsOf, recordingSource } from '../../testing/recordings.ts'
import { findMetadata } from './mp4-metadata.ts'
import { overlay } from './overlay.ts'
import { findMetadata as findInTask } from './read-media.ts'

const inPieces = (content: Buffer, bytes: number): AsyncIterable<Buffer> =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / bytes) }, (_, index) =>
      content.subarray(index * bytes, (index + 1) * bytes),
    ),
  )

const clean = async (content: Buffer): Promise<Buffer> =>
  buffer(overlay(inPieces(content, 777), 0, (await findMetadata(countedSource(content))).patches))

describe.for(['lesson.mp4', 'index-last.mp4', 'lesson.mov', 'talk.m4a'])('%s as experts get it', (name) => {
  test('names nobody, and plays as before', async () => {
    const content = await mediaSample(name)
    expect(content.includes('王芳')).toBe(true)
    const cleaned = await clean(content)
    for (const word of ['王芳', '粉笔', '云泽', 'Lavf', 'Lavc', 'x264']) expect(cleaned.includes(word)).toBe(false)
    expect(cleaned.length).toBe(content.length)
    expect(await probeMedia(countedSource(cleaned))).toEqual(await probeMedia(countedSource(content)))
  })

  test('pictures and sound are the same bytes', async () => {
    const content = await mediaSample(name)
    expect(shownContent(await clean(content), content).equals(shownContent(content, content))).toBe(true)
  })

  test('any range of it is that range of the whole', async () => {
    const content = await mediaSample(name)
    const { patches } = await findMetadata(countedSource(content))
    const whole = await clean(content)
    for (let start = 0; start < content.length; start += 331) {
      const range = await buffer(overlay(inPieces(content.subarray(start, start + 500), 97), start, patches))
      expect(range).toEqual(whole.subarray(start, start + 500))
    }
  })
})

/** Without the mean rate, which includes what is not played. */
const factsOf = async (content: Buffer) => {
  const probed = await probeMedia(countedSource(content))
  return 'facts' in probed ? { ...probed.facts, kbps: 0 } : probed
}

describe.for(['index-last.mp4', 'lesson.mov', 'talk.m4a', 'hevc.mp4'])('what may not stay in %s', (name) => {
  test('is blanked wherever it is, and the film plays as before', async () => {
    const canaries = new Canaries('film')
    const content = await filmWithCanaries(name, canaries)
    expect(canaries.in(content)).toHaveLength(canaries.places.size)
    expect(canaries.places.size).toBeGreaterThan(40)
    const cleaned = await clean(content)
    expect(canaries.in(cleaned)).toEqual([])
    expect(await factsOf(cleaned)).toEqual(await factsOf(await mediaSample(name)))
    const plain = await mediaSample(name)
    expect(shownContent(cleaned, plain).equals(shownContent(plain, plain))).toBe(true)
  })
})

test('what may not stay in a recording in fragments is blanked, and it plays as before', async () => {
  const canaries = new Canaries('rec')
  const content = await recordingWithCanaries(canaries)
  expect(canaries.in(content)).toHaveLength(canaries.places.size)
  const cleaned = await clean(content)
  expect(canaries.in(cleaned)).toEqual([])
  expect(await factsOf(cleaned)).toEqual(await factsOf(await mediaSample('fragments.mp4')))
})

describe.for([false, true])('a film whose index is in fragments: %s', (isFragmented) => {
  const subtitles = (text: Buffer) => ({
    kind: 'sbtl',
    name: '',
    description: subtitleDescription,
    sample: Buffer.concat([Buffer.of(0, text.length), text]),
  })

  test.for(['utf8', 'utf16le', 'utf16be'] as const)(
    'is searched for names in its subtitles, in %s',
    async (encoding) => {
      const marked = Buffer.from('\ufeff王芳老师', encoding === 'utf8' ? 'utf8' : 'utf16le')
      const text = encoding === 'utf16be' ? marked.swap16() : marked
      const film = filmOfTracks([subtitles(text)], { isFragmented })
      const { texts } = await findMetadata(countedSource(film))
      expect(texts).toEqual([{ place: { kind: 'subtitles' }, text: '王芳老师' }])
      expect((await clean(film)).includes(text)).toBe(true)
    },
  )

  test('has nothing left of tracks that are not shown', async () => {
    const places = {
      kind: 'meta',
      name: 'Wang Fang',
      description: subtitleDescription,
      sample: Buffer.from('Wang Fang'),
    }
    const film = filmOfTracks([places, subtitles(Buffer.from('第一课'))], { isFragmented })
    const cleaned = await clean(film)
    expect([cleaned.includes('Wang Fang'), cleaned.includes('第一课')]).toEqual([false, true])
  })
})

test('what follows sound that is not compressed is no part of it', async () => {
  const sample = Buffer.alloc(200, 7)
  const sound = { kind: 'soun', name: '', description: soundDescription, sample, moments: 100 }
  const cleaned = await clean(filmOfTracks([sound], { rest: 'Wang Fang' }))
  expect([cleaned.includes('Wang Fang'), cleaned.includes(sample)]).toEqual([false, true])
})

describe('two hours in fragments of half a second', () => {
  const pieces = 14_400
  const named = Buffer.concat([Buffer.from('\0\0\0\u0018udta', 'latin1'), Buffer.from('Wang Fang\0\0\0\0\0\0\0')])

  const film = async (added: Buffer) => {
    const { piece, ...recording } = await fragmentsOf({ seconds: pieces, bytes: 8_192 })
    return recordingSource({ ...recording, piece: (number) => Buffer.concat([piece(number), added]) })
  }

  test('have a clean copy, and each fragment is read once', async () => {
    const source = await film(Buffer.alloc(0))
    const { patches } = (await findInTask(source, 'video/mp4', { isTrusted: true }))!
    expect(patches.every(({ start }) => start < 2_000)).toBe(true)
    // Its samples are read in larger blocks.
    expect(source.reads).toBeLessThan(pieces + 20 + source.size / 1_000_000)
  })

  test('name nobody, however often they do', async () => {
    const source = await film(named)
    const { patches } = (await findInTask(source, 'video/mp4', { isTrusted: true }))!
    const last = await source.read(source.size - 10_000, source.size)
    expect(Buffer.from(last).includes('Wang Fang')).toBe(true)
    const cleaned = await buffer(overlay(inPieces(Buffer.from(last), 777), source.size - 10_000, patches))
    expect(cleaned.includes('Wang Fang')).toBe(false)
    expect(patches.filter(({ start, text }) => start > 2_000 && text === 'free')).toHaveLength(pieces)
  })
})

test('a film of nothing but boxes is not walked through to its end', async () => {
  const source = countedSource(filmOfBoxes(200_000))
  await expect(findMetadata(source)).rejects.toThrow('too many parts')
})

test('a film with a track whose format is unknown has no clean copy', async () => {
  const content = await mediaSample('lesson.mov')
  content.write('qqqq', content.indexOf('avc1'))
  await expect(findMetadata(countedSource(content))).rejects.toThrow('qqqq')
})
