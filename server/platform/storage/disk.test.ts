import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'))
  storage = createDiskStorage(join(folder, 'files'))
})

const contentOf = async (key: string): Promise<string | undefined> => {
  const stream = await storage.read(key)
  return stream && (await buffer(stream)).toString()
}

describe('files on disk', () => {
  it('are read as they were put, the last one put', async () => {
    await storage.put('avatar/a', Buffer.from('first'))
    await storage.put('avatar/a', Buffer.from('second'))
    await storage.put('avatar/b', Buffer.from('other'))
    expect([await contentOf('avatar/a'), await contentOf('avatar/b')]).toEqual(['second', 'other'])
    expect(await readdir(join(folder, 'files/avatar'))).toEqual(['a', 'b'])
  })

  it('are for the program alone', async () => {
    await storage.put('avatar/a', Buffer.from('content'))
    const modes = [await stat(join(folder, 'files/avatar')), await stat(join(folder, 'files/avatar/a'))]
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
  })

  it('are gone when they are removed, which may be done again', async () => {
    await storage.put('avatar/a', Buffer.from('content'))
    await storage.remove('avatar/a')
    await storage.remove('avatar/a')
    expect(await contentOf('avatar/a')).toBeUndefined()
    expect(await contentOf('never/there')).toBeUndefined()
  })

  it('leave nothing behind when they cannot be put', async () => {
    const path = join(folder, 'files/avatar')
    // A folder exists where the file should be written.
    await mkdir(join(path, 'a/b'), { recursive: true })
    await expect(storage.put('avatar/a', Buffer.from('content'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(await readdir(path)).toEqual(['a'])
  })

  it.each(['../a', 'avatar/../../a', '/etc/passwd', 'avatar//a', 'avatar/a.b', 'a\\b', 'a\0b', 'avatar/', ''])(
    'are never looked for under %j',
    async (key) => {
      await expect(storage.put(key, Buffer.from('content'))).rejects.toThrow('is no key of a file')
      await expect(storage.read(key)).rejects.toThrow('is no key of a file')
      await expect(async () => storage.remove(key)).rejects.toThrow('is no key of a file')
      expect(await readdir(folder)).toEqual([])
    },
  )
})

describe('a disk that becomes full', () => {
  /** Simulates a disk of this size, against which the real files are counted. */
  const capacity = 256 * 1024 ** 2 + 3_000_000
  const measure = async (path: string) => {
    const names = await readdir(path, { recursive: true, withFileTypes: true })
    const files = names.filter((one) => one.isFile())
    const sizes = await Promise.all(files.map(async (one) => (await stat(join(one.parentPath, one.name))).size))
    return { total: capacity, free: capacity - sizes.reduce((sum, size) => sum + size, 0) }
  }
  const pieces = async function* (count: number) {
    for (let index = 0; index < count; index += 1) yield Buffer.alloc(100_000, index)
  }

  it('stops what grows at the reserve, and keeps what has come', async () => {
    storage = createDiskStorage(join(folder, 'files'), measure)
    let received = 0
    const commit = async (now: number) => void (received = now)
    const failure = await storage.resumable
      .append('answer/a', { uploadState: {}, received: 0 }, pieces(60), commit)
      .catch((error: unknown) => error)
    expect((failure as NodeJS.ErrnoException).code).toBe('ENOSPC')
    expect(received).toBe(3_000_000)
    expect((await stat(join(folder, 'files/growing/answer/a'))).size).toBe(received)
    await expect(storage.put('avatar/a', Buffer.alloc(1))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await storage.space()).toMatchObject({ total: capacity, usable: 0 })
    await storage.resumable.abandon('answer/a', {})
    expect((await storage.space())?.usable).toBe(3_000_000)
  })
})
