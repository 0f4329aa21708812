import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashParts } from './part-hash.ts'

const partBytes = 1_000

test('each part of a file is hashed, and the whole with the last one', async () => {
  const content = Buffer.alloc(2 * partBytes + 7, 'film')
  const next = hashParts(new Blob([content]), partBytes)
  const hashOf = (part: Buffer, form: 'base64' | 'hex') => createHash('sha256').update(part).digest(form)
  const parts = [0, 1, 2].map((index) => content.subarray(index * partBytes, (index + 1) * partBytes))
  expect([await next(), await next(), await next()]).toEqual([
    { number: 1, sha256: hashOf(parts[0]!, 'base64') },
    { number: 2, sha256: hashOf(parts[1]!, 'base64') },
    { number: 3, sha256: hashOf(parts[2]!, 'base64'), whole: hashOf(content, 'hex') },
  ])
})
