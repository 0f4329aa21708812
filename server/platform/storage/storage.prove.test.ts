import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3, type S3Server } from '../../testing/s3.ts'
import { createDiskStorage } from './disk.ts'
import { createS3Storage } from './s3.ts'
import { UploadLost, StorageAway, type UploadState, type Storage } from './storage.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const kinds: [string, () => Promise<Storage>][] = [
  ['a folder', async () => createDiskStorage(await mkdtemp(join(tmpdir(), 'lectern-kinds-')))],
  ['a bucket', async () => createS3Storage(s3.config)],
]

const mebibyte = 1024 ** 2

/** Deterministic, incompressible bytes. */
const bytes = (length: number): Buffer => {
  const content = Buffer.alloc(length)
  for (let at = 0, state = 1; at < length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    content.writeUInt32LE(state, Math.min(at, length - 4))
  }
  return content
}

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

let count = 0
const newKey = (): string => {
  count += 1
  return `video/file-${count}`
}

describe.each(kinds)('files in %s', (_kind, open) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })

  const contentOf = async (key: string, range?: { start: number; end: number }): Promise<Buffer | undefined> => {
    const stream = await storage.read(key, range)
    return stream && buffer(stream)
  }

  it('are read as they were put, whole and in ranges', async () => {
    const key = newKey()
    await storage.put(key, Buffer.from('first'))
    await storage.put(key, Buffer.from('0123456789'))
    expect((await contentOf(key))?.toString()).toBe('0123456789')
    expect((await contentOf(key, { start: 3, end: 5 }))?.toString()).toBe('345')
    expect((await contentOf(key, { start: 9, end: 9 }))?.toString()).toBe('9')
    expect(await storage.sizeOf(key)).toBe(10)
  })

  it('are gone when they are removed, which may be done again', async () => {
    const key = newKey()
    await storage.put(key, Buffer.from('content'))
    await storage.remove(key)
    await storage.remove(key)
    expect([await contentOf(key), await storage.sizeOf(key)]).toEqual([undefined, undefined])
  })

  it.each(['../a', 'avatar//a', 'a.b', ''])('are never looked for under %j', async (key) => {
    await expect(async () => storage.read(key)).rejects.toThrow('is no key of a file')
    await expect(async () => storage.put(key, Buffer.from(''))).rejects.toThrow('is no key of a file')
  })

  /** Sends bytes like consecutive requests, each from the last commit. */
  const grow = (key: string) => {
    let state: { uploadState: UploadState; received: number } = { uploadState: {}, received: 0 }
    const commits: number[] = []
    const append = async (pieces: Iterable<Buffer> | AsyncIterable<Buffer>) => {
      const all = async function* () {
        yield* pieces
      }
      await storage.resumable.append(key, state, all(), async (received, uploadState) => {
        commits.push(received)
        // As stored in the database.
        state = { received, uploadState: JSON.parse(JSON.stringify(uploadState)) as UploadState }
      })
    }
    return {
      append,
      commits,
      get state() {
        return state
      },
      finish: () => storage.resumable.finish(key, state.uploadState),
    }
  }

  it('grow piece by piece, of any size, and are read when they are finished', async () => {
    const key = newKey()
    const content = bytes(21 * mebibyte + 12_345)
    const resumable = grow(key)
    const cuts = [0, 1, 1_000, 3 * mebibyte, 8 * mebibyte, 8 * mebibyte + 1, 20 * mebibyte, content.length]
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      expect(resumable.state.received).toBe(start)
      const sent = content.subarray(start, cuts[index + 1])
      await resumable.append([sent.subarray(0, 777), sent.subarray(777)])
    }
    expect(resumable.state.received).toBe(content.length)
    expect(await storage.sizeOf(key)).toBeUndefined()
    await resumable.finish()
    await resumable.finish()
    expect(digest((await contentOf(key))!)).toBe(digest(content))
  })

  it('are small too', async () => {
    const key = newKey()
    const resumable = grow(key)
    await resumable.append([Buffer.from('a')])
    await resumable.append([Buffer.from('b')])
    await resumable.finish()
    expect((await contentOf(key))?.toString()).toBe('ab')
  })

  it('keep what came before a cut, and go on from there', async () => {
    const key = newKey()
    const content = bytes(10 * mebibyte)
    const resumable = grow(key)
    const cut = async function* () {
      yield content.subarray(0, 4 * mebibyte)
      yield content.subarray(4 * mebibyte, 9 * mebibyte)
      throw new Error('the connection is gone')
    }
    await expect(resumable.append(cut())).rejects.toThrow('the connection is gone')
    expect(resumable.state.received).toBe(9 * mebibyte)
    await resumable.append([content.subarray(9 * mebibyte)])
    await resumable.finish()
    expect(digest((await contentOf(key))!)).toBe(digest(content))
  })

  it('forget what was stored but never committed', async () => {
    const key = newKey()
    const content = bytes(9 * mebibyte)
    const resumable = grow(key)
    await resumable.append([content.subarray(0, mebibyte)])
    const lost = storage.resumable.append(
      key,
      resumable.state,
      (async function* () {
        yield Buffer.alloc(8 * mebibyte, 'wrong')
      })(),
      () => Promise.reject(new Error('the database is gone')),
    )
    await expect(lost).rejects.toThrow('the database is gone')
    await resumable.append([content.subarray(mebibyte)])
    await resumable.finish()
    expect(digest((await contentOf(key))!)).toBe(digest(content))
  })

  it('are nowhere after they are given up', async () => {
    const key = newKey()
    const resumable = grow(key)
    await resumable.append([bytes(9 * mebibyte)])
    await storage.resumable.abandon(key, resumable.state.uploadState)
    await storage.resumable.abandon(key, resumable.state.uploadState)
    expect(await storage.sizeOf(key)).toBeUndefined()
    await expect(resumable.append([Buffer.from('more')])).rejects.toThrow(UploadLost)
  })

  it('have room', async () => {
    expect((await storage.space())?.usable ?? Infinity).toBeGreaterThan(0)
  })
})

describe('a bucket that cannot be reached', () => {
  it('is told as such, and not as a database that is away', async () => {
    const storage = createS3Storage({ ...s3.config, endpoint: new URL('http://127.0.0.1:1') })
    const failure = await storage.put('a/b', Buffer.from('')).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StorageAway)
    expect((failure as Error).cause).toBeUndefined()
  })

  const limits = { answer: 300, write: 600_000, idle: 300, stall: 300 }

  it('is given up when it does not answer', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const storage = createS3Storage({ ...s3.config, endpoint }, { limits })
    try {
      await expect(storage.sizeOf('a/b')).rejects.toThrow(StorageAway)
      await expect(storage.read('a/b')).rejects.toThrow(StorageAway)
      await expect(storage.put('a/b', Buffer.from('x'))).rejects.toThrow(StorageAway)
      await expect(storage.remove('a/b')).rejects.toThrow(StorageAway)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })

  it('is given up when it stops in the middle of a file, but not while nobody reads on', async () => {
    const halting = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '20' }).write('0123456789')
    }).listen(0, '127.0.0.1')
    await once(halting, 'listening')
    const endpoint = new URL(`http://127.0.0.1:${(halting.address() as AddressInfo).port}`)
    try {
      const stream = (await createS3Storage({ ...s3.config, endpoint }, { limits }).read('a/b'))!
      await sleep(600)
      expect(stream.destroyed).toBe(false)
      await expect(buffer(stream)).rejects.toThrow(StorageAway)
    } finally {
      halting.closeAllConnections()
      halting.close()
    }
  })

  it('is told when the key is wrong', async () => {
    const storage = createS3Storage({ ...s3.config, accessKeyId: 'nobody' })
    await expect(storage.put('a/b', Buffer.from(''))).rejects.toThrow('the storage of files: ')
  })
})
