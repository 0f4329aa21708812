import { Uint8ArrayWriter } from '@zip.js/zip.js'
import { cleanableTypes } from '@lectern/contract/works/work-values.ts'
import { expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { filmWithCanaries, recordingWithCanaries } from '../../testing/canary-films.ts'
import { jpegWithCanaries, pngWithCanaries, webpWithCanaries } from '../../testing/canary-pictures.ts'
import { slidesWithCanaries } from '../../testing/canary-slides.ts'
import { countedSource } from '../../testing/media-samples.ts'
import type { Metadata } from './documents.ts'
import { performMediaTask } from './media-tasks.ts'
import { patchPiece } from './overlay.ts'
import { openZip } from './zip-source.ts'

type Create = (canaries: Canaries) => Promise<Buffer>

const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** For each type a file with canaries wherever somebody or a program could be named, and none in what is shown. */
const samples: readonly (readonly [type: string, create: Create])[] = [
  [slides, slidesWithCanaries],
  ['image/jpeg', jpegWithCanaries],
  ['image/png', pngWithCanaries],
  ['image/webp', webpWithCanaries],
  ['video/mp4', (canaries) => filmWithCanaries('index-last.mp4', canaries)],
  ['video/mp4', (canaries) => filmWithCanaries('hevc.mp4', canaries)],
  ['video/mp4', recordingWithCanaries],
  ['video/quicktime', (canaries) => filmWithCanaries('lesson.mov', canaries)],
  ['audio/mp4', (canaries) => filmWithCanaries('talk.m4a', canaries)],
]

/** Types whose canaries are planted by tests of their own. */
const elsewhere = ['application/pdf']

/** What experts get of a file. */
const copyOf = async (type: string, content: Buffer): Promise<Uint8Array> => {
  const source = countedSource(content)
  const kind = /^(?:video|audio)\//.test(type) ? 'findMetadata' : 'clean'
  const result = await performMediaTask({ kind, type, size: content.length }, source)
  return kind === 'clean' ? (result as Uint8Array) : patchPiece(content, 0, (result as Metadata).patches)
}

/** Every byte of a file, with those of the archives in it. */
const unpackedBytes = async (content: Uint8Array): Promise<Buffer> => {
  if (content[0] !== 0x50 || content[1] !== 0x4b) return Buffer.from(content)
  const pieces: Uint8Array[] = [content]
  for (const entry of await openZip(countedSource(content)))
    pieces.push(Buffer.from(entry.filename), await unpackedBytes(await entry.getData(new Uint8ArrayWriter())))
  return Buffer.concat(pieces)
}

test('there are canaries for every type that a blind activity accepts', () => {
  expect(new Set([...samples.map(([type]) => type), ...elsewhere])).toEqual(cleanableTypes)
})

test('of hundreds of canaries none reaches an expert', async () => {
  let planted = 0
  for (const [type, create] of samples) {
    const canaries = new Canaries('all')
    const content = await create(canaries)
    const places = [...canaries.places.values()]
    expect(canaries.in(await unpackedBytes(content))).toEqual(places)
    expect([type, canaries.in(await unpackedBytes(await copyOf(type, content)))]).toEqual([type, []])
    planted += places.length
  }
  expect(planted).toBeGreaterThan(650)
})
