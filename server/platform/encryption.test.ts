import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEncryption, keyPath } from './encryption.ts'

let dataDirectory: string
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-key-'))
})
afterEach(() => rm(dataDirectory, { recursive: true, force: true }))

test('a key is made when it is first needed, for its owner alone, and is the same ever after', async () => {
  const encryption = createEncryption({ dataDirectory })
  expect(await encryption.keyId()).toBeUndefined()
  expect(await readdir(dataDirectory)).toEqual([])
  const ciphertext = await encryption.encrypt('chen', '秘密')
  expect(await readdir(dataDirectory)).toEqual(['secret.key'])
  expect((await stat(keyPath({ dataDirectory }))).mode & 0o777).toBe(0o600)
  expect(await createEncryption({ dataDirectory }).decrypt('chen', ciphertext)).toBe('秘密')
})

test('processes that start at once agree on one key', async () => {
  const many = Array.from({ length: 8 }, () => createEncryption({ dataDirectory }))
  const ids = await Promise.all(
    many.map(async (encryption) => {
      await encryption.prepare()
      return encryption.keyId()
    }),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await readdir(dataDirectory)).toEqual(['secret.key'])
})

test('what was encrypted for one owner, with another key, or was changed, is not decrypted', async () => {
  const encryption = createEncryption({ dataDirectory, secretKey: 'a'.repeat(32) })
  const ciphertext = await encryption.encrypt('chen', 'secret')
  const [mark, id, content = ''] = ciphertext.split('.')
  const changed = [mark, id, `${content[0] === 'A' ? 'B' : 'A'}${content.slice(1)}`].join('.')
  expect([
    await encryption.decrypt('chen', ciphertext),
    await encryption.decrypt('wang', ciphertext),
    await encryption.decrypt('chen', changed),
    await encryption.decrypt('chen', [mark, id, 'short'].join('.')),
    await createEncryption({ dataDirectory, secretKey: 'b'.repeat(32) }).decrypt('chen', ciphertext),
  ]).toEqual(['secret', undefined, undefined, undefined, undefined])
})

test('a key file that was cut is named, and not replaced', async () => {
  const path = keyPath({ dataDirectory })
  await writeFile(path, 'half')
  await expect(createEncryption({ dataDirectory }).encrypt('chen', 'secret')).rejects.toThrow(`${path} is damaged`)
  expect(await readFile(path, 'utf8')).toBe('half')
})
