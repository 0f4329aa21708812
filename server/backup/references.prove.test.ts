import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Connection } from '../platform/database/connect.ts'
import { createS3Storage } from '../platform/storage/s3.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { startBucket, type TestBucket } from '../testing/bucket/bucket.ts'
import { runPortal } from '../testing/command.ts'
import { createDatabase } from '../testing/database.ts'
import { addFile } from '../testing/files.ts'
import { createPerson } from '../testing/people.ts'
import { fixedNow } from '../testing/site.ts'

let folder: string
let bucket: TestBucket
let url: string
let connection: Connection
let storage: Storage
/** A film whose hash the database knows, and a picture of it that the program has made. */
let film: { key: string; content: Buffer }
let cover: { key: string; content: Buffer }
let archives = 0

const environmentOf = (databaseUrl: string) => {
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket.config
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: endpoint.origin,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
    SECRET_KEY: 'k'.repeat(32),
  }
}

const portal = async (words: string[], databaseUrl = url, others: Record<string, string> = {}) => {
  const { ok, lines } = await runPortal(words, { ...environmentOf(databaseUrl), ...others })
  return [ok, lines.join(' ')] as const
}

const backUp = async (...options: string[]) => {
  archives += 1
  const path = join(folder, `site-${archives}.tar.gz`)
  return { path, said: await portal(['backup', '--by-reference', '--to', path, ...options]) }
}

const contentOf = async (key: string): Promise<Buffer | undefined> => {
  const bytes = await storage.read(key)
  return bytes && buffer(bytes)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-references-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

beforeEach(async () => {
  bucket = await startBucket()
  bucket.keepVersions()
  storage = createS3Storage(bucket.config)
  url = await createDatabase()
  connection = connect(url, () => undefined)
  await createPerson({ db: connection.db, clock: { now: () => fixedNow, set: () => undefined } })
  const content = randomBytes(3 * 1024 ** 2)
  const sha256 = createHash('sha256').update(content).digest()
  const values = { purpose: 'work', size: content.length, sha256, width: null, height: null, coverSize: 9 } as const
  const id = await addFile(connection.db, values)
  film = { key: `work/${id}`, content }
  cover = { key: `work/${id}-cover`, content: Buffer.from('a picture') }
  for (const file of [film, cover]) await storage.put(file.key, file.content)
  return async () => {
    await connection.close()
    await bucket.close()
  }
})

test('a backup by reference has no bytes of the files, and is restored beside them without moving any', async () => {
  const { path, said } = await backUp()
  expect(said).toEqual([true, expect.stringContaining('2 files by reference')])
  expect((await stat(path)).size).toBeLessThan(film.content.length / 4)
  const other = await createDatabase('template0')
  bucket.requests.length = 0
  expect(await portal(['restore', path], other)).toEqual([
    true,
    expect.stringContaining('The bucket has all of its files, compared by size, ETag and SHA-256.'),
  ])
  expect(
    bucket.requests.filter(({ method, key }) => method !== 'HEAD' && method !== 'GET' && key.includes(film.key)),
  ).toEqual([])
  expect([await contentOf(film.key), await contentOf(cover.key)]).toEqual([film.content, cover.content])
})

test('a file that was deleted in the bucket after the backup comes back from its version', async () => {
  const { path } = await backUp()
  await storage.remove(film.key)
  await bucket.replace(`contest/${cover.key}`, Buffer.from('something else'))
  const other = await createDatabase('template0')
  expect(await portal(['restore', path], other)).toEqual([
    true,
    expect.stringContaining('2 of them were deleted or replaced, and come back from kept versions.'),
  ])
  expect([await contentOf(film.key), await contentOf(cover.key)]).toEqual([film.content, cover.content])
  expect(await storage.sizeOf('restore/journal')).toBe(undefined)
})

test('without versions a deleted and a replaced file are named, and nothing is restored', async () => {
  const plain = await startBucket()
  const before = bucket
  bucket = plain
  try {
    storage = createS3Storage(plain.config)
    for (const file of [film, cover]) await storage.put(file.key, file.content)
    const { path, said } = await backUp()
    expect(said).toEqual([true, expect.stringContaining('The bucket keeps no versions')])
    await storage.remove(film.key)
    await plain.replace(`contest/${cover.key}`, Buffer.from('a picturf'))
    const other = await createDatabase('template0')
    const refused = `1 files are not in the bucket: ${film.key}. 1 files are others in the bucket: ${cover.key}. Nothing was changed.`
    expect(await portal(['restore', path], other)).toEqual([false, expect.stringContaining(refused)])
    expect(await portal(['restore', path, '--dry-run'], other)).toEqual([false, expect.stringContaining(refused)])
  } finally {
    await plain.close()
    bucket = before
  }
})

test('content that is not what its hash says is found, unless only sizes and ETags are compared', async () => {
  // The database expects something else than what was put there: as if the bucket had mixed up its objects.
  await connection.pool.query(`update file set sha256 = decode(repeat('ab', 32), 'hex')`)
  const { path } = await backUp()
  const other = await createDatabase('template0')
  expect(await portal(['restore', path], other)).toEqual([
    false,
    expect.stringContaining(`1 files are others in the bucket: ${film.key}. Nothing was changed.`),
  ])
  expect(await portal(['restore', path, '--skip-content'], other)).toEqual([
    true,
    expect.stringContaining('compared by size and ETag.'),
  ])
})

/** Names another key in the list of an archive; its sums fit if `isFitting`. */
const renameInList = async (path: string, key: string, other: string, { isFitting }: { isFitting: boolean }) => {
  const bytes = gunzipSync(await readFile(path))
  const head = bytes.indexOf('references/000000.jsonl')
  const size = Number.parseInt(bytes.toString('latin1', head + 124, head + 135), 8)
  const list = bytes.subarray(head + 512, head + 512 + size)
  const sum = () => createHash('sha256').update(list).digest('hex')
  const before = sum()
  list.write(other, list.indexOf(key))
  if (isFitting) bytes.write(sum(), bytes.indexOf(before))
  await writeFile(path, gzipSync(bytes))
}

test('a list that was changed is refused, also with fitting sums: no row names another file', async () => {
  const foreign = `${cover.key.slice(0, -1)}x`
  await storage.put(foreign, cover.content)
  const other = await createDatabase('template0')
  const { path } = await backUp()
  await renameInList(path, cover.key, foreign, { isFitting: false })
  expect(await portal(['restore', path], other)).toEqual([
    false,
    expect.stringContaining('references/000000.jsonl is damaged or missing'),
  ])
  const { path: fitting } = await backUp()
  await renameInList(fitting, cover.key, foreign, { isFitting: true })
  // Without versions the foreign object would be taken for the listed one.
  expect(await portal(['restore', fitting], other)).toEqual([
    false,
    `The backup has the file ${foreign}, which none of its rows names.`,
  ])
})

test('a file that is interrupted while it is compared is read again, three times at most', async () => {
  const { path } = await backUp()
  const other = await createDatabase('template0')
  bucket.interruptReads(2)
  expect(await portal(['restore', path, '--dry-run'], other)).toEqual([true, expect.stringContaining('SHA-256')])
  bucket.interruptReads(20)
  expect(await portal(['restore', path, '--dry-run'], other)).toEqual([
    false,
    expect.stringMatching(/^The bucket stopped answering: .* cannot be read: .* Nothing was changed\.$/),
  ])
})

test('files on a disk are copied, and an archive by reference says what it needs', async () => {
  const noBucket = {
    S3_ENDPOINT: '',
    S3_BUCKET: '',
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    S3_PREFIX: '',
  }
  const to = join(folder, 'disk.tar.gz')
  expect(await portal(['backup', '--by-reference', '--to', to], url, noBucket)).toEqual([
    false,
    '--by-reference is for files in a bucket (S3_ENDPOINT); those in DATA_DIR are copied.',
  ])
  const { path } = await backUp()
  expect(await portal(['restore', path], await createDatabase('template0'), noBucket)).toEqual([
    false,
    expect.stringContaining('Its files are in a bucket: set S3_ENDPOINT and the other variables of it.'),
  ])
})

test('the doctor says whether the bucket keeps versions', async () => {
  const [, told] = await portal(['doctor'])
  expect(told).toContain('versions in the bucket: kept: backups can be made by reference')
})
