import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import { expect, test } from 'vitest'
import { pdfSample, slidesSample, zipOf } from '../../testing/document-samples.ts'
import { isUnpackedWholly } from './unpacked-sizes.ts'

const limit = 10_000
const isWhole = (content: Uint8Array, maxBytes = limit) => isUnpackedWholly(sourceIn(content), maxBytes)
const filesOf = (count: number, bytes: number) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, new Uint8Array(bytes)])))

test('an archive is read wholly if no file in it unpacks to more than the scanner reads, nor all of them to four times as much', async () => {
  expect(await isWhole(await filesOf(1, limit))).toBe(true)
  expect(await isWhole(await filesOf(1, limit + 1))).toBe(false)
  expect(await isWhole(await filesOf(4, limit))).toBe(true)
  expect(await isWhole(await filesOf(5, limit))).toBe(false)
  expect(await isWhole(await slidesSample(), 50_000_000)).toBe(true)
  expect(await isWhole(await slidesSample(), 100)).toBe(false)
})

test('an archive whose directory cannot be read may contain anything', async () => {
  const archive = Buffer.from(await filesOf(2, 10))
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const broken = (at: number, value: number) => {
    const copy = Buffer.from(archive)
    copy.writeUInt16LE(value, end + at)
    return copy
  }
  expect(await isWhole(broken(10, 3))).toBe(false)
  expect(await isWhole(broken(10, 65_535))).toBe(false)
  expect(await isWhole(broken(18, 65_535))).toBe(false)
  expect(await isWhole(broken(16, 1))).toBe(false)
  expect(await isWhole(Buffer.concat([archive, Buffer.alloc(10, 'x')]))).toBe(true)
})

test('other content is what it is', async () => {
  expect(await isWhole(await pdfSample(1))).toBe(true)
  expect(await isWhole(new Uint8Array(0))).toBe(true)
  expect(await isWhole(Buffer.from('PK\u0005\u0006'))).toBe(true)
})
