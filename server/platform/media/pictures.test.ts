import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Canaries } from '../../testing/canaries.ts'
import { jpegWithCanaries, pngWithCanaries, webpWithCanaries } from '../../testing/canary-pictures.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { stripGif } from './gif.ts'
import { cleanDocument } from './read-media.ts'
import { cleanPicture, cleanSlidePicture } from './pictures.ts'

const pictures = [
  ['image/jpeg', jpegWithCanaries],
  ['image/png', pngWithCanaries],
  ['image/webp', webpWithCanaries],
] as const

describe.for(pictures)('a clean copy of %s', ([type, create]) => {
  test('has the pixels and nothing else', async () => {
    const canaries = new Canaries('pic')
    const content = await create(canaries)
    expect(canaries.in(content)).toEqual([...canaries.places.values()])
    const cleaned = await cleanDocument(countedSource(content), type)
    expect(canaries.in(cleaned!)).toEqual([])
    const { width, height, exif, icc, xmp } = await sharp(cleaned).metadata()
    expect([width, height, exif, icc, xmp]).toEqual([16, 8, undefined, undefined, undefined])
  })
})

describe.for(pictures.slice(0, 2))('%s in slides', ([type, create]) => {
  test('keeps only the parts that may stay, and its pixels', async () => {
    const canaries = new Canaries('pic')
    const content = await create(canaries)
    const cleaned = await cleanSlidePicture(type, content)
    expect(canaries.in(cleaned!)).toEqual([])
    expect(await sharp(cleaned).raw().toBuffer()).toEqual(await sharp(content).raw().toBuffer())
  })

  test('with a color profile is shown in its colors without the profile', async () => {
    const format = type === 'image/jpeg' ? 'jpeg' : 'png'
    const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer()
    const cleaned = await cleanSlidePicture(type, content)
    expect((await sharp(cleaned).metadata()).icc).toBeUndefined()
    const [red, green] = await sharp(cleaned).raw().toBuffer()
    const [wanted, other] = await sharp(content).toColorspace('srgb').raw().toBuffer()
    expect(Math.abs(red! - wanted!) + Math.abs(green! - other!)).toBeLessThan(8)
  })
})

test('pictures that keep every pixel do so in the copy, moving ones too', async () => {
  const noise = (seed: number) =>
    sharp(Buffer.from(Array.from({ length: 3 * 64 }, (_, at) => (at * seed) % 256)), {
      raw: { width: 8, height: 8, channels: 3 },
    })
  const frames = await Promise.all([37, 91].map((seed) => noise(seed).png().toBuffer()))
  const still = await noise(37).webp({ lossless: true }).toBuffer()
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  for (const content of [still, moving, frames[0]!]) {
    const pixels = (picture: Uint8Array) => sharp(picture, { animated: true }).raw().toBuffer()
    expect(await pixels(await cleanPicture(content))).toEqual(await pixels(content))
  }
})

test('a film of pictures keeps all its frames', async () => {
  const pages = ['#c33', '#33c'].map((background) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const frames = await sharp(await Promise.all(pages), { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect((await sharp(await cleanPicture(frames), { animated: true }).metadata()).pages).toBe(2)
  const gif = await sharp(frames, { animated: true }).gif().toBuffer()
  const canaries = new Canaries('gif')
  const comment = Buffer.from(canaries.plant('comment'))
  const named = Buffer.concat([
    gif.subarray(0, 13 + 3 * 2 ** ((gif[10]! & 7) + 1) * (gif[10]! >> 7)),
    Buffer.from([0x21, 0xfe, comment.length]),
    comment,
    Buffer.from([0]),
    gif.subarray(13 + 3 * 2 ** ((gif[10]! & 7) + 1) * (gif[10]! >> 7)),
    Buffer.from(canaries.plant('after the end')),
  ])
  const cleaned = stripGif(named)!
  expect(canaries.in(cleaned)).toEqual([])
  expect((await sharp(cleaned, { animated: true }).metadata()).pages).toBe(2)
})
