import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hostilePieces, repeatedPdf, slidesOf } from '../../testing/hostile-files.ts'
import { countedSource } from '../../testing/media-samples.ts'
import { encodePicture, readMedia } from './read-media.ts'

/** Files as large as they may be, honest ones and such that were made to exhaust their reader, at the limits of the program. */

const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const tooCostly = { fault: 'tooCostly', texts: [] }

test('a picture of the site with as many pixels as may be is made, whatever its format and however it is turned', async () => {
  const photo = sharp({ create: { width: 8_100, height: 6_100, channels: 3, background: '#357' } })
  const content = await photo.withMetadata({ orientation: 6 }).avif({ effort: 0, quality: 40 }).toBuffer()
  const square = await encodePicture(countedSource(content), { kind: 'square' })
  const { width, height } = await sharp(square).metadata()
  expect([width, height]).toEqual([256, 256])
})

test('a PDF that draws one stream a thousand times', async () => {
  expect(await readMedia(countedSource(repeatedPdf({ times: 1_000 })), 'application/pdf')).toEqual(tooCostly)
})

test.for(hostilePieces)('slides with three megabytes of %s', async (piece) => {
  const text = piece.repeat(Math.ceil(3_000_000 / piece.length))
  expect((await readMedia(countedSource(await slidesOf(text)), slides)).pages).toBe(1)
})

test('slides with more text than anybody wrote', async () => {
  const texts = Array.from({ length: 15 }, () => ' '.repeat(15_000_000))
  expect(await readMedia(countedSource(await slidesOf(...texts)), slides)).toEqual(tooCostly)
})
