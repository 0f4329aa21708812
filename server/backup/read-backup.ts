import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import {
  headName,
  headSchema,
  isReferences,
  keyOfFile,
  maxEntries,
  maxHeadBytes,
  signatureName,
  sumsName,
  tableOf,
} from './head.ts'
import type { Head } from './head.ts'
import { readReferences, type Reference } from './references.ts'
import { ArchiveError, readTar, type TarEntry } from './tar.ts'

/** The verified contents of an archive. */
export interface Contents {
  head: Head
  /** Keys with their sizes. */
  files: ReadonlyMap<string, number>
  /** Files that are not in the archive but in a bucket, by key. */
  references: ReadonlyMap<string, Reference>
  signature: 'none' | 'verified' | 'unverified'
}

/** Decompression errors mean that the archive is damaged. */
const unpacked = async function* (path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  const file = createReadStream(path)
  const source = file.pipe(createGunzip({ chunkSize: 256 * 1024 }))
  file.on('error', (error) => source.destroy(error))
  try {
    yield* source as AsyncIterable<Buffer>
    // The decompressor stops silently before uncompressed bytes.
    if (source.bytesWritten !== size) throw new ArchiveError('something follows its end')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new ArchiveError('it ends too early', { cause: error })
    if (code?.startsWith('Z_')) throw new ArchiveError('it is damaged, or no archive', { cause: error })
    throw error
  } finally {
    file.destroy()
  }
}

/** The entries of a verified archive. */
export const readEntries = (path: string): AsyncGenerator<TarEntry> => readTar(unpacked(path))

/** Reads an entry into memory. */
const readBounded = async ({ name, size, content }: TarEntry, maxBytes: number): Promise<Buffer> => {
  if (size > maxBytes) throw new ArchiveError(`${name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

const parseHead = (content: Buffer): Head => {
  let head: unknown
  try {
    head = JSON.parse(content.toString())
  } catch (error) {
    throw new ArchiveError('it is no backup of Lectern', { cause: error })
  }
  const { data, error } = headSchema.safeParse(head)
  if (!data) throw new ArchiveError('a newer program wrote it', { cause: error })
  return data
}

/** A list of files that stay in a bucket; each at most once. */
const takeReferences = async (entry: TarEntry, references: Map<string, Reference>): Promise<string> => {
  const content = await readBounded(entry, maxReferenceBytes)
  for (const reference of readReferences(content)) {
    if (references.has(reference.key)) throw new ArchiveError(`${reference.key} is listed twice`)
    if (references.size >= maxEntries) throw new ArchiveError('it has too many entries')
    references.set(reference.key, reference)
  }
  return sha256(content)
}

const sumOf = async ({ content }: TarEntry): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}

/** Rows come first, then files, which the rows refer to. */
const isExpected = (name: string, { tables, files }: Head, hasFiles: boolean): boolean => {
  const table = tableOf(name)
  if (table) return !hasFiles && tables.some((one) => one.name === table)
  if (files === 'references') return isReferences(name)
  return files && keyOfFile(name) !== undefined
}

const compareSums = (list: Buffer, sums: ReadonlyMap<string, string>): void => {
  const lines = list.toString().split('\n').filter(Boolean)
  const expected = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const name of new Set([...expected.keys(), ...sums.keys()]))
    if (expected.get(name) !== sums.get(name)) throw new ArchiveError(`${name} is damaged or missing`)
}

export const signatureOf = (list: Buffer, key: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(list).digest('hex'))

const checkSignature = (
  list: Buffer,
  signature: Buffer | undefined,
  key: string | undefined,
): Contents['signature'] => {
  if (key === undefined) return signature ? 'unverified' : 'none'
  if (!signature) throw new ArchiveError('it is not signed, and BACKUP_KEY is set')
  const expected = signatureOf(list, key)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new ArchiveError('it was changed, or signed with another BACKUP_KEY')
  return 'verified'
}

/** A list may be a line longer than the pieces that are written. */
const maxReferenceBytes = 8 * 1024 ** 2
/** Checksum, two blanks, name, end of line. */
const maxLineBytes = 64 + 2 + 100 + 1
const signatureBytes = 64

/**
 * Reads a whole archive and verifies every checksum, and the signature if there is a key, before anything else
 * happens.
 */
export const checkBackup = async (path: string, key?: string): Promise<Contents> => {
  // A wrong name or an unreadable file is reported as such.
  await (await open(path, 'r')).close()
  let head: Head | undefined
  let list: Buffer | undefined
  let signature: Buffer | undefined
  const sums = new Map<string, string>()
  const files = new Map<string, number>()
  const references = new Map<string, Reference>()
  for await (const entry of readEntries(path)) {
    const { name, size } = entry
    if (!head) {
      if (name !== headName) throw new ArchiveError('it is no backup of Lectern')
      const content = await readBounded(entry, maxHeadBytes)
      head = parseHead(content)
      sums.set(name, sha256(content))
    } else if (list) {
      if (name !== signatureName || signature) throw new ArchiveError('something follows its end')
      signature = await readBounded(entry, signatureBytes)
    } else if (name === sumsName) list = await readBounded(entry, sums.size * maxLineBytes)
    else {
      if (!isExpected(name, head, files.size + references.size > 0) || sums.has(name))
        throw new ArchiveError(`${JSON.stringify(name)} does not belong there`)
      if (sums.size >= maxEntries) throw new ArchiveError('it has too many entries')
      sums.set(name, await (isReferences(name) ? takeReferences(entry, references) : sumOf(entry)))
      const file = keyOfFile(name)
      if (file) files.set(file, size)
    }
  }
  if (!head || !list) throw new ArchiveError('it ends too early')
  compareSums(list, sums)
  return { head, files, references, signature: checkSignature(list, signature, key) }
}
