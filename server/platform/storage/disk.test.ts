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
    // A folder stands where the file should go.
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
