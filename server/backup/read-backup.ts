import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { headName, headSchema, keyOfFile, sumsName, tableOf, type Head } from './head.ts'
import { ArchiveError, readTar, type TarEntry } from './tar.ts'

/** What is in an archive, all of it as it was written. */
export interface Contents {
  head: Head
  /** Keys with their sizes. */
  files: ReadonlyMap<string, number>
}

/** What goes wrong while an archive is unpacked is its own fault. */
const unpacked = async function* (path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const source = file.pipe(createGunzip())
  file.on('error', (error) => source.destroy(error))
  try {
    yield* source as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new ArchiveError('it ends too early', { cause: error })
    if (code?.startsWith('Z_')) throw new ArchiveError('it is damaged, or no archive', { cause: error })
    throw error
  } finally {
    file.destroy()
  }
}

/** The entries of an archive that has been looked through before. */
export const readEntries = (path: string): AsyncGenerator<TarEntry> => readTar(unpacked(path))

const readHead = async ({ name, content }: TarEntry): Promise<{ head: Head; sum: string }> => {
  if (name !== headName) throw new ArchiveError('it is no backup of Lectern')
  const written = await text(content)
  const sum = createHash('sha256').update(written).digest('hex')
  try {
    return { head: headSchema.parse(JSON.parse(written)), sum }
  } catch (error) {
    throw new ArchiveError('a newer program wrote it', { cause: error })
  }
}

const sumOf = async ({ content }: TarEntry): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}

const isExpected = (name: string, { tables, files }: Head): boolean => {
  const table = tableOf(name)
  if (table) return tables.some((one) => one.name === table)
  return files && keyOfFile(name) !== undefined
}

/** Reads all of an archive and compares every sum; nothing else happens before. */
export const checkBackup = async (path: string): Promise<Contents> => {
  // Told as what it is: a wrong name, or no right to read it.
  await (await open(path, 'r')).close()
  let head: Head | undefined
  let list: string | undefined
  const sums = new Map<string, string>()
  const files = new Map<string, number>()
  for await (const entry of readEntries(path)) {
    if (list !== undefined) throw new ArchiveError('something follows its end')
    if (!head) {
      const found = await readHead(entry)
      head = found.head
      sums.set(entry.name, found.sum)
    } else if (entry.name === sumsName) list = await text(entry.content)
    else {
      if (!isExpected(entry.name, head) || sums.has(entry.name))
        throw new ArchiveError(`${entry.name} does not belong there`)
      sums.set(entry.name, await sumOf(entry))
      const key = keyOfFile(entry.name)
      if (key) files.set(key, entry.size)
    }
  }
  if (!head || list === undefined) throw new ArchiveError('it ends too early')
  const expected = new Map(
    list
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  for (const name of new Set([...expected.keys(), ...sums.keys()]))
    if (expected.get(name) !== sums.get(name)) throw new ArchiveError(`${name} is damaged or missing`)
  return { head, files }
}
