import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLineWriter } from './line-writer.ts'

const line = `${'x'.repeat(1_023)}\n`

test('lines are written until a megabyte of them waits to be read, and again when it was read', async () => {
  const lines: string[] = []
  let read = (): void => undefined
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      lines.push(chunk)
      read = done
    },
  })
  const { write } = createLineWriter(output)
  for (let count = 0; count < 3_000; count += 1) write(line)
  expect(output.writableLength).toBe(1024 * 1024)
  while (output.writableLength > 0) {
    read()
    await new Promise((resolve) => setImmediate(resolve))
  }
  write('last\n')
  expect([lines.length, lines.at(-1)]).toEqual([1_025, 'last\n'])
})

test('an output whose reader is gone is no error', async () => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
  const { write } = createLineWriter(output)
  write(line)
  await new Promise((resolve) => setImmediate(resolve))
  expect(() => write(line)).not.toThrow()
})
