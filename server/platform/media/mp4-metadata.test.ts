import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { probeMedia } from '@lectern/contract/media/probe.ts'
import { describe, expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { filmWithCanaries } from '../../testing/canary-films.ts'
import { countedSource, mediaSample } from '../../testing/media-samples.ts'
import { findMetadata } from './mp4-metadata.ts'
import { overlay } from './overlay.ts'

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
    for (const word of ['王芳', '粉笔', '云泽', 'Lavf']) expect(cleaned.includes(word)).toBe(false)
    expect(cleaned.length).toBe(content.length)
    expect(await probeMedia(countedSource(cleaned))).toEqual(await probeMedia(countedSource(content)))
  })

  test('pictures and sound are the same bytes', async () => {
    const content = await mediaSample(name)
    const at = content.indexOf('mdat')
    const end = at - 4 + content.readUInt32BE(at - 4)
    expect((await clean(content)).subarray(at, end)).toEqual(content.subarray(at, end))
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

describe.for(['index-last.mp4', 'lesson.mov', 'talk.m4a'])('what may not stay in %s', (name) => {
  test('is blanked wherever it is, and the film plays as before', async () => {
    const canaries = new Canaries('film')
    const content = await filmWithCanaries(name, canaries)
    expect(canaries.in(content)).toHaveLength(canaries.places.size)
    expect(canaries.places.size).toBeGreaterThan(40)
    const cleaned = await clean(content)
    expect(canaries.in(cleaned)).toEqual([])
    expect(await factsOf(cleaned)).toEqual(await factsOf(await mediaSample(name)))
    const at = content.indexOf('mdat')
    const end = at - 4 + content.readUInt32BE(at - 4)
    expect(cleaned.subarray(at, end)).toEqual(content.subarray(at, end))
  })
})

test('a film with a track whose format is unknown has no clean copy', async () => {
  const content = await mediaSample('lesson.mov')
  content.write('qqqq', content.indexOf('avc1'))
  await expect(findMetadata(countedSource(content))).rejects.toThrow('qqqq')
})
