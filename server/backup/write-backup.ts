import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib'
import type pg from 'pg'
import { storedKeys } from '../features/files/service.ts'
import { copyOut } from '../platform/database/copy.ts'
import { ranMigrations } from '../platform/database/migrate.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { version } from '../version.ts'
import { leftOut, settle, tablesInOrder, target, type BackedUpTable } from './catalogue.ts'
import { fileName, headName, rowsName, sumsName, type Head } from './head.ts'
import { tarEnd, tarHead, tarPadding } from './tar.ts'

/** The rows of a table come in entries of about this size. */
const pieceBytes = 4 * 1024 ** 2

interface Source {
  pool: pg.Pool
  /** Absent: the database alone. */
  storage: Storage | undefined
  now: Date
}

export interface BackupFacts {
  tables: number
  files: number
  /** Files that the database knows and the storage does not have. */
  missing: string[]
  /** Of the archive. */
  bytes: number
}

interface Archive {
  add(name: string, size: number, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** From here on nothing is made smaller: files are compressed as they are. */
  storeOnly(): Promise<void>
  end(): Promise<void>
}

/** Writes entries one after the other, and the sums of all of them at the end. */
const createArchive = (out: Gzip, now: Date): Archive => {
  const sums: string[] = []
  const write = async (piece: Buffer): Promise<void> => {
    if (!out.write(piece)) await once(out, 'drain')
  }
  const content = async (pieces: Parameters<Archive['add']>[2], hash: Hash): Promise<number> => {
    let written = 0
    for await (const piece of pieces) {
      hash.update(piece)
      written += piece.length
      await write(piece)
    }
    return written
  }
  const add: Archive['add'] = async (name, size, pieces) => {
    const hash = createHash('sha256')
    await write(tarHead(name, size, now))
    if ((await content(pieces, hash)) !== size) throw new Error(`${name} changed while it was read`)
    await write(tarPadding(size))
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return {
    add,
    storeOnly: () =>
      new Promise((resolve, reject) => {
        const done = (error?: Error | null): void => (error ? reject(error) : resolve())
        // The types know it for one kind of stream only.
        ;(out as Gzip & ZlibParams).params(constants.Z_NO_COMPRESSION, constants.Z_DEFAULT_STRATEGY, done)
      }),
    end: async () => {
      const list = Buffer.from(sums.join(''))
      await add(sumsName, list.length, [list])
      await write(tarEnd())
      out.end()
    },
  }
}

const addRows = async (archive: Archive, client: pg.PoolClient, table: BackedUpTable): Promise<void> => {
  let [held, size, piece] = [[] as Buffer[], 0, 0]
  const flush = async (): Promise<void> => {
    if (size === 0) return
    await archive.add(rowsName(table.name, piece), size, held)
    ;[held, size, piece] = [[], 0, piece + 1]
  }
  for await (const rows of copyOut(client, `copy ${target(table)} to stdout`)) {
    held.push(rows as Buffer)
    size += (rows as Buffer).length
    if (size >= pieceBytes) await flush()
  }
  await flush()
}

const headOf = async (client: pg.PoolClient, { storage, now }: Source): Promise<Head> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const tables = (await tablesInOrder(client)).filter(({ name }) => !leftOut.includes(name))
  const migrations = [...(await ranMigrations(client))].map(([name, checksum]) => ({ name, checksum }))
  const files = storage !== undefined
  return {
    format: 1,
    program: version,
    postgres: rows[0]!.version,
    createdAt: now.toISOString(),
    migrations,
    tables,
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

/** All tables as they are at one moment, whatever is changed meanwhile, and then the files that they name. */
const fill = async (out: Gzip, source: Source): Promise<Omit<BackupFacts, 'bytes'>> => {
  const { pool, storage, now } = source
  const client = await pool.connect()
  try {
    await settle(client)
    await client.query('begin isolation level repeatable read read only')
    const archive = createArchive(out, now)
    const head = await headOf(client, source)
    const written = Buffer.from(`${JSON.stringify(head, null, 2)}\n`)
    await archive.add(headName, written.length, [written])
    for (const table of head.tables) await addRows(archive, client, table)
    const added = storage ? await addFiles(archive, client, storage) : { files: 0, missing: [] }
    await client.query('commit')
    await archive.end()
    return { tables: head.tables.length, ...added }
  } finally {
    client.release(true)
  }
}

const makeSafe = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}

/** Writes an archive aside and gives it its name when it is whole. Nothing of it is held in memory but a few megabytes. */
export const writeBackup = async (source: Source, path: string): Promise<BackupFacts> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.part`
  await rm(aside, { force: true })
  const stopping = new AbortController()
  const out = createGzip({ level: 6 })
  const written = pipeline(out, createWriteStream(aside, { flags: 'wx', mode: 0o600 }), { signal: stopping.signal })
  // Told below, once the other side has ended too.
  written.catch(() => undefined)
  try {
    // A disk that is full ends both.
    const [facts] = await Promise.all([Promise.race([fill(out, source), written.then(() => never)]), written])
    await makeSafe(aside)
    await rename(aside, path)
    return { ...facts, bytes: (await stat(path)).size }
  } catch (error) {
    stopping.abort()
    await written.catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
}

const never = new Promise<never>(() => undefined)
