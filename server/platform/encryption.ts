import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from './folder.ts'

/** Encrypts values with a key that is stored outside the database. */
export interface Encryption {
  /** `owner` is bound to the ciphertext: it cannot be decrypted for another one. */
  encrypt(owner: string, text: string): Promise<string>
  /** Undefined: it was encrypted with another key, for another owner, or was altered. */
  decrypt(owner: string, ciphertext: string): Promise<string | undefined>
  /** Creates the key if there is none yet. */
  prepare(): Promise<void>
  /** Identifies the key without revealing it; undefined: there is none yet. */
  keyId(): Promise<string | undefined>
}

/** Where the key comes from: the operator, or a file that the program creates. */
export interface KeySource {
  secretKey?: string | undefined
  dataDirectory: string
}

export const keyPath = ({ dataDirectory }: KeySource): string => join(dataDirectory, 'secret.key')

/** Ciphertexts start with this, their key's id and a dot; no other stored value does. */
export const ciphertextMark = 'enc1.'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

interface Key {
  id: string
  bytes: Buffer
}

const keyOf = (text: string): Key => {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'lectern encryption', 32))
  return { bytes, id: createHmac('sha256', bytes).update('key id').digest('base64url').slice(0, 12) }
}

const readKeyFile = async (path: string): Promise<string | undefined> => {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    if (text.length < 32) throw new Error(`${path} is damaged: put back the key from where you keep it`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Written to a temporary file and linked: of two processes that start at once, one creates the key, and nobody reads
 * half of it.
 */
const makeKeyFile = async (source: KeySource): Promise<void> => {
  await makePrivateFolder(source.dataDirectory)
  const path = keyPath(source)
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

export const keyIdOf = (ciphertext: string): string | undefined =>
  ciphertext.startsWith(ciphertextMark) ? ciphertext.slice(ciphertextMark.length).split('.')[0] : undefined

export const createEncryption = (source: KeySource): Encryption => {
  let cachedKey: Key | undefined
  const findKey = async (): Promise<Key | undefined> => {
    if (cachedKey) return cachedKey
    const text = source.secretKey ?? (await readKeyFile(keyPath(source)))
    cachedKey = text === undefined ? undefined : keyOf(text)
    return cachedKey
  }
  const requireKey = async (): Promise<Key> => {
    const key = await findKey()
    if (key) return key
    await makeKeyFile(source)
    return (await findKey())!
  }
  return {
    prepare: async () => void (await requireKey()),
    keyId: async () => (await findKey())?.id,
    encrypt: async (owner, text) => {
      const key = await requireKey()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key.bytes, nonce).setAAD(Buffer.from(owner))
      const content = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${ciphertextMark}${key.id}.${content.toString('base64url')}`
    },
    decrypt: async (owner, ciphertext) => {
      const key = await findKey()
      if (!key || keyIdOf(ciphertext) !== key.id) return undefined
      const content = Buffer.from(ciphertext.slice(ciphertextMark.length + key.id.length + 1), 'base64url')
      if (content.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, key.bytes, content.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(content.subarray(-tagBytes))
      try {
        const text = decipher.update(content.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
