import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eicar, startScanner, type TestScanner } from '../../testing/scanner.ts'
import { createClamd } from './clamd.ts'
import { ScannerAway } from './scanner.ts'

let double: TestScanner
beforeAll(async () => {
  double = await startScanner()
})
afterEach(() => {
  double.behaviour = {}
})
afterAll(() => double.close())

const pieces = async function* (...content: Buffer[]): AsyncGenerator<Buffer> {
  yield* content
}
const never = AbortSignal.any([])
const clamd = (options?: { silence: number }) => createClamd({ address: double.address, maxBytes: 26_214_400 }, options)
const scan = (content: AsyncIterable<Buffer>, options?: { silence: number }) => clamd(options).scan(content, never)

const awayWith = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => new Error('it was answered'),
    (reason: Error) => reason,
  )
  expect(error).toBeInstanceOf(ScannerAway)
  return error.message
}

test('content without malware is clean, and arrives as it is, however it is cut into pieces', async () => {
  const large = Buffer.alloc(3 * 1024 ** 2 + 17, 'lesson')
  expect(await scan(pieces(large, Buffer.from('.'), Buffer.alloc(0), large))).toEqual({ outcome: 'clean' })
  expect(double.streams.at(-1)!.equals(Buffer.concat([large, Buffer.from('.'), large]))).toBe(true)
})

test('malware is named as the scanner names it', async () => {
  expect(await scan(pieces(eicar))).toEqual({ outcome: 'infected', signature: 'Eicar-Test-Signature' })
  double.behaviour = { isSlow: true }
  expect(await scan(pieces(eicar))).toEqual({ outcome: 'infected', signature: 'Eicar-Test-Signature' })
})

test('the version names the program and its signatures', async () => {
  expect(await clamd().version()).toBe('ClamAV 1.4.6/27500/Thu Nov 19 08:00:00 2026')
})

test('content of which the scanner has read only a part is not clean', async () => {
  double.behaviour = { maxBytes: 1_000 }
  expect(await scan(pieces(Buffer.alloc(2_000)))).toEqual({ outcome: 'tooLarge' })
  for (const signature of ['Heuristics.Limits.Exceeded.MaxFileSize', 'Heuristics.Encrypted.Zip']) {
    double.behaviour = { reply: `stream: ${signature} FOUND\0` }
    expect(await scan(pieces(eicar))).toEqual({ outcome: 'unreadable' })
  }
})

describe('a scanner that gives no answer that can be used is away, and its content never clean', () => {
  test.for([
    ['garbage', Buffer.from([0xff, 0xfe, 0x00]), /^clamd answers: /],
    ['nothing', '', /^clamd has closed the connection without a reply$/],
    ['half a reply', 'stream: O', /^clamd has closed the connection without a reply$/],
    ['a reply without an end', 'stream: OK '.repeat(1_000), /^clamd sends a reply without an end$/],
    ['a reply about something else', '/tmp/file: OK\0', /^clamd answers: \/tmp\/file: OK$/],
    ['OK and more', 'stream: OK FOUND or not\0', /^clamd answers: /],
    ['an error', 'stream: Can’t allocate memory ERROR\0', /^clamd answers: /],
    ['an unknown command', 'UNKNOWN COMMAND\0', /^clamd answers: UNKNOWN COMMAND$/],
  ] as const)('%s', async ([, reply, message]) => {
    double.behaviour = { reply }
    expect(await awayWith(scan(pieces(Buffer.from('lesson'))))).toMatch(message)
  })

  test('one that never answers', async () => {
    double.behaviour = { isSilent: true }
    expect(await awayWith(scan(pieces(Buffer.from('lesson')), { silence: 50 }))).toBe('clamd: no answer in time')
  })

  test('one that never takes the content', async () => {
    const server = createServer((socket) => socket.pause()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const stuck = createClamd({ address: { host: '127.0.0.1', port }, maxBytes: 1 }, { silence: 50 })
    const endless = async function* (): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(1024 ** 2)
    }
    expect(await awayWith(stuck.scan(endless(), never))).toBe('clamd: no answer in time')
    server.close()
  })

  test('one that cuts the connection', async () => {
    double.behaviour = { cutsAfter: 1_000 }
    const content = Array.from({ length: 200 }, () => Buffer.alloc(1_000))
    expect(await awayWith(scan(pieces(...content)))).toMatch(/^clamd/)
  })

  test('none at all', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'lectern-clamd-')), 'nobody')
    const nobody = createClamd({ address: { path }, maxBytes: 1 })
    expect(await awayWith(nobody.version())).toMatch(/ENOENT/)
  })
})

test('whoever gives up ends the connection', async () => {
  double.behaviour = { isSilent: true }
  const controller = new AbortController()
  const asked = clamd().scan(pieces(Buffer.from('lesson')), controller.signal)
  controller.abort()
  expect(await awayWith(asked)).toMatch(/^clamd/)
})

test('what the storage fails with is passed on as it is', async () => {
  const failing = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('les')
    throw new Error('the disk is gone')
  }
  await expect(scan(failing())).rejects.toThrow('the disk is gone')
})
