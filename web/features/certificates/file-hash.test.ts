import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOfFile } from './file-hash.ts'

test('the hash of a file is that of its bytes', async () => {
  const bytes = Buffer.from([0, 1, 2, 250, 255])
  expect(await hashOfFile(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'))
})
