import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MediaTooCostly } from './media-limits.ts'
import { checkPdfStreams } from './pdf-streams.ts'

const megabyte = 1024 * 1024
const streamOf = (data: Buffer, about = ''): Buffer =>
  Buffer.concat([Buffer.from(`1 0 obj <<${about}>>\nstream\n`), data, Buffer.from('\nendstream endobj\n')])
const repeated = (content: Buffer, times: number): Buffer => Buffer.concat(Array.from({ length: times }, () => content))

const zeros = deflateSync(Buffer.alloc(64 * megabyte))

test('streams that unpack to more than any honest document are refused before they are unpacked as a whole', async () => {
  await expect(checkPdfStreams(streamOf(zeros))).resolves.toBeUndefined()
  await expect(checkPdfStreams(repeated(streamOf(zeros), 9))).rejects.toThrow(MediaTooCostly)
})

test('a stream that is packed twice is refused much earlier', async () => {
  const twice = (megabytes: number) => streamOf(deflateSync(deflateSync(Buffer.alloc(megabytes * megabyte))))
  await expect(checkPdfStreams(twice(4))).resolves.toBeUndefined()
  await expect(checkPdfStreams(twice(16))).rejects.toThrow(MediaTooCostly)
})

test('pictures are not unpacked, and damage is for the library to judge', async () => {
  await expect(checkPdfStreams(repeated(streamOf(zeros, '/Subtype /Image'), 9))).resolves.toBeUndefined()
  await expect(checkPdfStreams(streamOf(zeros.subarray(0, 100)))).resolves.toBeUndefined()
})
