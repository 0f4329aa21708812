import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { startBucket, type TestBucket } from '../server/testing/bucket/bucket.ts'
import { grantTestRights } from '../server/testing/cluster-rights.ts'
import { fillEnrolments } from './enrolment-rows.ts'
import { endOnce, root, withFolder } from './processes.ts'
import type { Result } from './results.ts'

const setting = (name: string, usual: string): string => process.env[name] ?? usual

const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2
const fileBytes = gigabyte
const enrolments = Number(setting('DRILL_ENROLMENTS', '100000'))
const files = Number(setting('DRILL_GIGABYTES', '50'))
/** Files in a bucket that are listed, or files on the disk that are copied. */
const isByReference = setting('DRILL_WAY', 'reference') === 'reference'
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A file of zeros takes no room. */
const makeSparse = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  await file.truncate(fileBytes)
  await file.close()
}

/** Of that many zeros. */
const sumsOfZeros = (): { sha256: Buffer; etag: string } => {
  const [sha, md5] = [createHash('sha256'), createHash('md5')]
  const zeros = Buffer.alloc(16 * megabyte)
  for (let left = fileBytes; left > 0; left -= zeros.length) {
    sha.update(zeros)
    md5.update(zeros)
  }
  return { sha256: sha.digest(), etag: md5.digest('hex') }
}

/** Rows and content of films. */
const fillFiles = async (pool: pg.Pool, folder: string, bucket: TestBucket | undefined): Promise<void> => {
  const { sha256, etag } = sumsOfZeros()
  const place = join(folder, 'data', 'files', 'video')
  await mkdir(place, { recursive: true })
  for (let count = 0; count < files; count += 1) {
    const id = randomUUID()
    await pool.query(
      `insert into file (id, owner_id, purpose, name, type, size, sha256, state, created_at)
       values ($1, (select id from account limit 1), 'video', 'film.mp4', 'video/mp4', $2, $3, 'stored', now())`,
      [id, fileBytes, sha256],
    )
    const path = join(place, id)
    await makeSparse(path)
    const stored = { path, size: fileBytes, etag, sha256: sha256.toString('base64') }
    await bucket?.place(`${bucket.config.prefix}video/${id}`, stored)
  }
}

/** Runs a command of `portal` in a process of its own; returns its seconds and its memory at its most. */
const portal = async (words: string[], env: NodeJS.ProcessEnv): Promise<{ seconds: number; memory: number }> => {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/cli.ts', ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let memory = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    memory = Math.max(memory, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  }, 200)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(timer)
  if (code !== 0) throw new Error(`portal ${words[0]} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, memory }
}

const requireRoom = async (folder: string): Promise<void> => {
  if (isByReference) return
  const { bavail, bsize } = await statfs(folder)
  const needed = 2 * files * fileBytes + 4 * gigabyte
  if (bavail * bsize < needed)
    throw new Error(`an archive and its restored files need ${Math.ceil(needed / gigabyte)} GB of disk`)
}

const examine = async (url: string): Promise<{ all: string; bytes: string }> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ all: string; bytes: string }>(
    `select (select count(*) from enrolment) || ' enrolments, ' || (select md5(string_agg(md5(enrolment::text), '' order by id)) from enrolment)
       || ', ' || (select count(*) from file) || ' files' as all, pg_database_size(current_database()) as bytes`,
  )
  await client.end()
  return rows[0]!
}

/** A whole site is backed up and restored, as large as a national one. */
export const measureRestoreDrill = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    await requireRoom(folder)
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {} })
    const stopPostgres = endOnce(() => postgres.stop())
    const bucket = isByReference ? await startBucket() : undefined
    bucket?.keepVersions()
    try {
      await grantTestRights(postgres)
      const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
      await migrate(pool)
      await fillEnrolments(pool, enrolments)
      await fillFiles(pool, folder, bucket)
      await pool.query('create database restored')
      await pool.end()
      const target = new URL(postgres.url)
      target.pathname = '/restored'
      const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket?.config ?? {}
      const shared = {
        SECRET_KEY: 'd'.repeat(64),
        ...(bucket && {
          S3_ENDPOINT: endpoint!.href,
          S3_BUCKET: name,
          S3_REGION: region,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
          S3_PREFIX: prefix,
        }),
      }
      const archive = join(folder, 'site.tar.gz')
      const option = isByReference ? ['--by-reference'] : []
      const backup = await portal(['backup', '--to', archive, ...option], {
        ...shared,
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, 'data'),
      })
      const place = { ...shared, DATABASE_URL: target.href, DATA_DIR: join(folder, 'restored') }
      const quick = isByReference ? await portal(['restore', archive, '--skip-content', '--dry-run'], place) : undefined
      const restore = await portal(['restore', archive], place)
      const [before, after] = [await examine(postgres.url), await examine(target.href)]
      if (before.all !== after.all) throw new Error(`restored ${after.all} instead of ${before.all}`)
      const size = `${enrolments} enrolments and ${files} GB, ${isByReference ? 'by reference' : 'copied'}`
      const isSlow = isByReference ? ' with every hash compared' : ''
      return [
        { name: `backup of ${size}`, value: backup.seconds, unit: 's' },
        { name: 'memory of it, at its most', value: backup.memory, unit: 'MB' },
        { name: 'the database', value: Number(before.bytes) / megabyte, unit: 'MB' },
        { name: 'the archive', value: (await stat(archive)).size / megabyte, unit: 'MB' },
        ...(quick ? ([{ name: 'checking it by size and ETag only', value: quick.seconds, unit: 's' }] as const) : []),
        { name: `restore${isSlow}`, value: restore.seconds, unit: 's' },
        { name: 'memory of it, at its most', value: restore.memory, unit: 'MB' },
      ]
    } finally {
      await bucket?.close()
      await stopPostgres()
    }
  })
