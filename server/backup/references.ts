import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { storedFiles } from '../features/files/service.ts'
import type { BucketVersions, ObjectVersion } from '../platform/storage/bucket-versions.ts'
import { ArchiveError } from './tar.ts'

/** A file that stays in its bucket, as an archive names it. */
const referenceSchema = z.strictObject({
  key: z.string().regex(/^[\w-]+(\/[\w-]+)*$/),
  size: z.int().nonnegative(),
  etag: z.string(),
  /** Absent: the bucket kept no versions when the backup was made. */
  version: z.string().optional(),
  /** Absent: a large copy that the program has made itself and can make again. */
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
})
export type Reference = z.infer<typeof referenceSchema>

/** Copies up to this size are read for their hash. */
const mostHashedBytes = 16 * 1024 ** 2
const maxAtOnce = 16
/** Whole files are read fewer at once: each should have its share of the line. */
const maxReadAtOnce = 4
const maxReads = 3

/** The bucket stopped answering. */
export class BucketAway extends Error {}

/** Does something with each item, several at once, and keeps their order. */
const inParallel = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atOnce = maxAtOnce,
): Promise<Result[]> => {
  const results: Result[] = []
  const rest = items.entries()
  const run = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return results
}

/** A connection that ends in the middle of a large file is no reason to begin the whole restore again. */
const hashOf = async (versions: BucketVersions, key: string, version: string | undefined): Promise<string> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      const hash = createHash('sha256')
      for await (const piece of await versions.read(key, version)) hash.update(piece as Buffer)
      return hash.digest('hex')
    } catch (error) {
      if (attempt === maxReads)
        throw new BucketAway(`${key} cannot be read: ${(error as Error).message}`, { cause: error })
    }
}

/** The files that the rows of this snapshot name. */
export const listReferences = async (client: Pick<pg.PoolClient, 'query'>, versions: BucketVersions) => {
  const files = await storedFiles(client)
  const references = await inParallel(files, async ({ key, sha256 }): Promise<Reference | undefined> => {
    const object = await versions.find(key)
    if (!object) return undefined
    if (sha256) return { key, ...object, sha256: sha256.toString('hex') }
    return object.size > mostHashedBytes
      ? { key, ...object }
      : { key, ...object, sha256: await hashOf(versions, key, object.version) }
  })
  return {
    references: references.filter((one) => one !== undefined),
    missing: files.filter((_, index) => !references[index]).map(({ key }) => key),
  }
}

/** The entries of an archive with references: lines of JSON, in pieces of bounded size. */
export const writeReferences = function* (references: readonly Reference[], pieceBytes: number): Generator<Buffer> {
  let [lines, size] = [[] as string[], 0]
  for (const reference of references) {
    const line = `${JSON.stringify(reference)}\n`
    lines.push(line)
    size += line.length
    if (size < pieceBytes) continue
    yield Buffer.from(lines.join(''))
    ;[lines, size] = [[], 0]
  }
  if (size > 0) yield Buffer.from(lines.join(''))
}

export const readReferences = (content: Buffer): Reference[] =>
  content
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      try {
        return referenceSchema.parse(JSON.parse(line))
      } catch (error) {
        throw new ArchiveError('its list of files is damaged', { cause: error })
      }
    })

const isSame = (object: ObjectVersion | undefined, { size, etag }: Reference): object is ObjectVersion =>
  object?.size === size && object.etag === etag

/** Where the content of a reference is: in its place, or only in a version that the bucket has kept. */
type Location = { kind: 'inPlace' } | { kind: 'version'; version: string } | { kind: 'missing' | 'changed' }

const locate = async (versions: BucketVersions, reference: Reference): Promise<Location> => {
  const { key, version } = reference
  const current = await versions.find(key)
  if (isSame(current, reference)) return { kind: 'inPlace' }
  if (version !== undefined && isSame(await versions.find(key, version), reference)) return { kind: 'version', version }
  return { kind: current ? 'changed' : 'missing' }
}

export interface LocatedReference {
  reference: Reference
  location: Location
}

export const isThere = ({ location }: LocatedReference): boolean =>
  location.kind === 'inPlace' || location.kind === 'version'

interface Check {
  /** Reads every file and compares its hash, not only its size and ETag. */
  isWhole: boolean
}

/** Looks for every file of an archive in the bucket; changes nothing. */
export const locateReferences = (
  versions: BucketVersions,
  references: Iterable<Reference>,
  { isWhole }: Check,
): Promise<LocatedReference[]> =>
  inParallel(
    [...references],
    async (reference) => {
      const location = await locate(versions, reference)
      const file = { reference, location }
      if (!isWhole || !isThere(file) || reference.sha256 === undefined) return file
      const version = location.kind === 'version' ? location.version : undefined
      const isIntact = (await hashOf(versions, reference.key, version)) === reference.sha256
      return isIntact ? file : { reference, location: { kind: 'changed' } }
    },
    isWhole ? maxReadAtOnce : maxAtOnce,
  )
