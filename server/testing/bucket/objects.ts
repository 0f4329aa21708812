import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes in a file of their own. */
export interface Stored {
  path: string
  size: number
  /** Hexadecimal; of MD5. */
  etag: string
  /** Base64. */
  sha256: string
}

/** An object of one piece or of many, which stay where they are. */
export interface StoredObject {
  pieces: Stored[]
  size: number
  etag: string
}

/** What was put under a key, or that it was deleted. */
interface Version {
  id: string
  object: StoredObject | undefined
}

export interface PartsUpload {
  key: string
  /** Every part must come with its SHA-256; otherwise none may. */
  isHashed: boolean
  parts: Map<number, Stored>
}

/** The content of a bucket, in a folder. */
export const createObjects = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bucket-'))
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, PartsUpload>()
  const versions = new Map<string, Version[]>()
  let keepsVersions = false

  const store = async (body: Readable): Promise<Stored> => {
    const path = join(folder, randomUUID())
    const [md5, sha] = [createHash('md5'), createHash('sha256')]
    let size = 0
    await pipeline(
      body,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          md5.update(piece)
          sha.update(piece)
          size += piece.length
          yield piece
        }
      },
      createWriteStream(path),
    )
    return { path, size, etag: md5.digest('hex'), sha256: sha.digest('base64') }
  }

  const discard = async (pieces: Iterable<Stored>): Promise<void> => {
    for (const { path } of pieces) await rm(path, { force: true })
  }

  const read = ({ pieces }: StoredObject, start: number, end: number): Readable =>
    Readable.from(
      (async function* () {
        let offset = 0
        for (const { path, size } of pieces) {
          const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)]
          if (from <= to) yield* createReadStream(path, { start: from, end: to })
          offset += size
        }
      })(),
      { objectMode: false },
    )

  /** The content of the former version goes, unless versions are kept. */
  const change = async (key: string, object: StoredObject | undefined): Promise<void> => {
    const former = objects.get(key)
    if (object) objects.set(key, object)
    else objects.delete(key)
    if (keepsVersions) versions.set(key, [...(versions.get(key) ?? []), { id: randomUUID(), object }])
    else if (former) await discard(former.pieces)
  }

  return {
    objects,
    uploads,
    keepVersions: (): void => {
      keepsVersions = true
    },
    keepsVersions: () => keepsVersions,
    /** All of a key, the latest last. */
    versionsOf: (key: string): readonly Version[] => versions.get(key) ?? [],
    store,
    discard,
    read,
    put: async (key: string, pieces: Stored[]): Promise<StoredObject> => {
      const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
      const etag = pieces.length === 1 ? pieces[0]!.etag : `${pieces[0]!.etag}-${pieces.length}`
      const object = { pieces, size, etag }
      await change(key, object)
      return object
    },
    remove: (key: string): Promise<void> => change(key, undefined),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
