import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { storedKeys } from '../features/files/service.ts'
import { ranMigrations } from '../platform/database/migrate.ts'
import type { BucketVersions } from '../platform/storage/bucket-versions.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { version } from '../version.ts'
import { leftOut, settle, tablesInOrder, target, type BackedUpTable } from './catalogue.ts'
import { fileName, headName, maxEntries, referencesName, rowsName, signatureName, sumsName, type Head } from './head.ts'
import { signatureOf } from './read-backup.ts'
import { listReferences, writeReferences } from './references.ts'
import { tarEnd, tarHead, tarPadding } from './tar.ts'

/** The approximate size of an entry with rows. */
const pieceBytes = 4 * 1024 ** 2

/** Bytes read ahead of writing. */
const bufferedBytes = 1024 ** 2

interface Source {
  pool: pg.Pool
  /** Absent: the database only. */
  storage: Storage | undefined
  /** The bucket of that storage: files stay in it, and are listed. Absent: they are copied. */
  versions?: BucketVersions | undefined
  now: Date
  /** Signs the archive. */
  key?: string | undefined
}

export interface BackupFacts {
  tables: number
  files: number
  /** Whether files are listed, and not copied. */
  isByReference: boolean
  /** Files in the database that are missing in the storage. */
  missing: string[]
  /** Size of the archive. */
  bytes: number
}

interface Archive {
  add(name: string, size: number, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** From here on nothing is compressed: pictures, videos and documents already are. */
  storeOnly(): Promise<void>
  end(): Promise<void>
}

const chunkBytes = 256 * 1024

/**
 * Writes concatenated gzip streams, which together are a valid one: the first compresses, the second does not.
 * (Changing the level within a stream has no effect.)
 */
const createPacker = (file: Writable) => {
  const begin = (level: number): { gzip: Gzip; done: Promise<void> } => {
    const gzip = createGzip({ level, chunkSize: chunkBytes })
    const done = pipeline(gzip, file, { end: false })
    // Reported to whoever awaits it.
    done.catch(() => undefined)
    return { gzip, done }
  }
  let current = begin(6)
  const endCurrent = async (): Promise<void> => {
    current.gzip.end()
    await current.done
  }
  return {
    write: async (piece: Buffer): Promise<void> => {
      if (!current.gzip.write(piece)) await Promise.race([once(current.gzip, 'drain'), current.done])
    },
    storeOnly: async (): Promise<void> => {
      await endCurrent()
      current = begin(0)
    },
    end: async (): Promise<void> => {
      await endCurrent()
      file.end()
    },
  }
}

/** Writes entries, then the checksums of all of them, and their signature if there is a key. */
const createArchive = (file: Writable, { now, key }: Source): Archive => {
  const sums: string[] = []
  const { write, storeOnly, end } = createPacker(file)
  const content = async (pieces: Parameters<Archive['add']>[2], hash: Hash): Promise<number> => {
    let bytes = 0
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      await write(piece)
    }
    return bytes
  }
  const add: Archive['add'] = async (name, size, pieces) => {
    if (sums.length >= maxEntries) throw new Error(`a backup has at most ${maxEntries} entries`)
    const hash = createHash('sha256')
    await write(tarHead(name, size, now))
    if ((await content(pieces, hash)) !== size) throw new Error(`${name} changed while it was read`)
    await write(tarPadding(size))
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return {
    add,
    storeOnly,
    end: async () => {
      const list = Buffer.from(sums.join(''))
      await add(sumsName, list.length, [list])
      if (key !== undefined) {
        const signature = signatureOf(list, key)
        await add(signatureName, signature.length, [signature])
      }
      await write(tarEnd())
      await end()
    },
  }
}

const newline = 0x0a

/** Each entry ends with a complete row, so that it can be read by itself. */
const addRows = async (archive: Archive, client: pg.PoolClient, table: BackedUpTable): Promise<void> => {
  let [buffered, size, piece] = [[] as Buffer[], 0, 0]
  const hold = (rows: Buffer): void => {
    if (rows.length > 0) buffered.push(rows)
    size += rows.length
  }
  const flush = async (): Promise<void> => {
    if (size > 0) await archive.add(rowsName(table.name, piece), size, buffered)
    ;[buffered, size, piece] = [[], 0, piece + 1]
  }
  const copied = client.query(copyTo(`copy ${target(table)} to stdout`, { highWaterMark: bufferedBytes }))
  for await (const rows of copied as AsyncIterable<Buffer>) {
    const end = rows.lastIndexOf(newline) + 1
    if (size + rows.length < pieceBytes || end === 0) hold(rows)
    else {
      hold(rows.subarray(0, end))
      await flush()
      hold(rows.subarray(end))
    }
  }
  await flush()
}

const headOf = async (
  client: pg.PoolClient,
  tables: readonly BackedUpTable[],
  { storage, versions, now }: Source,
): Promise<Head> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const migrations = [...(await ranMigrations(client))].map(([name, checksum]) => ({ name, checksum }))
  const files = storage !== undefined && (versions ? 'references' : true)
  return {
    format: 1,
    program: version,
    postgres: rows[0]!.version,
    createdAt: now.toISOString(),
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    files,
  }
}

const addFiles = async (archive: Archive, client: pg.PoolClient, storage: Storage) => {
  const missing: string[] = []
  let files = 0
  await archive.storeOnly()
  for (const key of await storedKeys(client)) {
    const size = await storage.sizeOf(key)
    const content = size === undefined ? undefined : await storage.read(key)
    if (!content) missing.push(key)
    else {
      await archive.add(fileName(key), size!, content as AsyncIterable<Buffer>)
      files += 1
    }
  }
  return { files, missing }
}

const addReferences = async (archive: Archive, client: pg.PoolClient, versions: BucketVersions) => {
  const { references, missing } = await listReferences(client, versions)
  let piece = 0
  for (const lines of writeReferences(references, pieceBytes)) {
    await archive.add(referencesName(piece), lines.length, [lines])
    piece += 1
  }
  return { files: references.length, missing }
}

/** All tables in one snapshot, and then the files that they refer to. */
const fill = async (file: Writable, source: Source): Promise<Omit<BackupFacts, 'bytes'>> => {
  const { pool, storage, versions } = source
  const client = await pool.connect()
  try {
    await settle(client)
    await client.query('begin isolation level repeatable read read only')
    const archive = createArchive(file, source)
    const tables = (await tablesInOrder(client)).filter(({ name }) => !leftOut.includes(name))
    const head = await headOf(client, tables, source)
    const text = Buffer.from(`${JSON.stringify(head, null, 2)}\n`)
    await archive.add(headName, text.length, [text])
    for (const table of tables) await addRows(archive, client, table)
    const added = await (versions
      ? addReferences(archive, client, versions)
      : storage
        ? addFiles(archive, client, storage)
        : { files: 0, missing: [] })
    await client.query('commit')
    await archive.end()
    return { tables: tables.length, isByReference: versions !== undefined, ...added }
  } finally {
    client.release(true)
  }
}

const makeSafe = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** Writes an archive to a temporary file and renames it when complete. Only a few megabytes are in memory. */
export const writeBackup = async (source: Source, path: string): Promise<BackupFacts> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.part`
  await rm(aside, { force: true })
  const file = createWriteStream(aside, { flags: 'wx', mode: 0o600, highWaterMark: 4 * chunkBytes })
  const completion = finished(file)
  // Reported below, once the other side has ended too.
  completion.catch(() => undefined)
  try {
    // A full disk ends both.
    const [facts] = await Promise.all([Promise.race([fill(file, source), completion.then(() => never)]), completion])
    await makeSafe(aside)
    await rename(aside, path)
    return { ...facts, bytes: (await stat(path)).size }
  } catch (error) {
    file.destroy()
    await completion.catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
}

const never = new Promise<never>(() => undefined)
