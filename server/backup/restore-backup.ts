import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { allStoredKeys, storedKeys } from '../features/files/service.ts'
import { knownMigrations, lookAfterMigrations, migrate, ranMigrations } from '../platform/database/migrate.ts'
import type { BucketVersions } from '../platform/storage/bucket-versions.ts'
import type { UploadState, Storage } from '../platform/storage/storage.ts'
import { leftOut, quoted, settle, tablesInOrder, target, type BackedUpTable } from './catalogue.ts'
import { keyOfFile, tableOf, type Head } from './head.ts'
import { readEntries, type Contents } from './read-backup.ts'
import { isThere, type LocatedReference } from './references.ts'
import { removeJournal, takeRestoreLock, writeJournal } from './restore-journal.ts'

interface Place {
  pool: pg.Pool
  storage: Storage
  /** Files of a backup that stay in their bucket, and where they are there. */
  bucket?: { versions: BucketVersions; located: readonly LocatedReference[] } | undefined
}

/** Why a backup cannot be restored here; one line for the operator. */
export class RestoreError extends Error {}

/** The archive must have the schema of this program or an older one, and not older than the database here. */
const checkMigrations = async (head: Head, ran: ReadonlyMap<string, string>): Promise<void> => {
  const migrations = await knownMigrations()
  for (const { name, checksum } of head.migrations) {
    if (!migrations.has(name))
      throw new RestoreError(
        `The backup has the migration ${name}, which this program does not know: use the newer program.`,
      )
    if (migrations.get(name) !== checksum)
      throw new RestoreError(`The backup has another migration ${name} than this program.`)
  }
  const newer = [...ran.keys()].find((name) => !head.migrations.some((one) => one.name === name))
  if (newer)
    throw new RestoreError(
      `The backup is older than this database, which has run ${newer}: restore into an empty database (another DATA_DIR or DATABASE_URL); what is missing runs there by itself.`,
    )
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && new Set(some).size === some.length && some.every((one) => others.includes(one))

/** An archive has exactly the tables and columns of its migrations. Otherwise it is damaged or malicious. */
const requireSameTables = ({ tables }: Head, all: readonly BackedUpTable[]): void => {
  const own = all.filter(({ name }) => !leftOut.includes(name))
  const names = tables.map(({ name }) => name)
  const ownNames = own.map(({ name }) => name)
  const foreign = names.find((name, index) => !ownNames.includes(name) || names.indexOf(name) !== index)
  if (foreign) throw new RestoreError(`The backup has the table ${foreign}, which does not belong there.`)
  const missing = ownNames.find((name) => !names.includes(name))
  if (missing) throw new RestoreError(`The backup lacks the table ${missing}.`)
  for (const { name, columns } of own)
    if (!isSame(columns, tables.find((table) => table.name === name)!.columns))
      throw new RestoreError(`The backup has other columns of the table ${name} than this program.`)
}

/** Refuses an archive with other tables or columns; changes nothing. */
export const checkTables = (pool: pg.Pool, head: Head): Promise<void> =>
  lookAfterMigrations(
    pool,
    head.migrations.map(({ name }) => name),
    async (client) => requireSameTables(head, await tablesInOrder(client)),
  )

// A pooler keeps connections of a site that was stopped; these have another name.
const hasOtherConnections = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name in ('lectern', 'lectern listener') and pid <> pg_backend_pid()`,
  )
  return rows[0]!.others > 0
}

/** PostgreSQL still lists the connections of a site that has just been stopped. */
const isRunning = async (client: pg.PoolClient): Promise<boolean> => {
  for (let attempt = 1; await hasOtherConnections(client); attempt += 1) {
    if (attempt === 10) return true
    await sleep(100)
  }
  return false
}

const holdsSomething = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from account) or exists (select from article) as found',
  )
  return rows[0]!.found
}

export interface Survey {
  /** The database has the site's tables. */
  isPrepared: boolean
  /** There are users or articles, which a restore would replace. */
  isFull: boolean
  isRunning: boolean
}

/** Inspects the target without changing anything; refuses what can never be restored there. */
export const survey = async (pool: pg.Pool, head: Head): Promise<Survey> => {
  const client = await pool.connect()
  try {
    const ran = await ranMigrations(client)
    await checkMigrations(head, ran)
    const isPrepared = ran.size > 0
    return { isPrepared, isFull: isPrepared && (await holdsSomething(client)), isRunning: await isRunning(client) }
  } finally {
    client.release()
  }
}

/** Files are staged first, then moved into place together. */
const createStage = (storage: Storage) => {
  const staged = new Map<string, UploadState>()
  const isNew = new Set<string>()
  return {
    add: async (key: string, content: AsyncIterable<Buffer>): Promise<void> => {
      staged.set(key, {})
      if ((await storage.sizeOf(key)) === undefined) isNew.add(key)
      await storage.resumable.append(key, { uploadState: {}, received: 0 }, content, async (_received, uploadState) => {
        staged.set(key, uploadState)
      })
    },
    /** For the journal. */
    state: () => ({ staged: Object.fromEntries(staged), added: [...isNew] }),
    putInPlace: async (): Promise<void> => {
      for (const [key, uploadState] of staged) {
        // Existing content of a bucket would be taken for the restored one.
        if (!isNew.has(key)) await storage.remove(key)
        await storage.resumable.finish(key, uploadState)
      }
    },
    undo: async (): Promise<void> => {
      for (const [key, uploadState] of staged) {
        await storage.resumable.abandon(key, uploadState).catch(() => undefined)
        if (isNew.has(key)) await storage.remove(key).catch(() => undefined)
      }
      await removeJournal(storage).catch(() => undefined)
    },
  }
}

/** The owner of tables may disable their triggers without being superuser; foreign keys are still checked. */
const setTriggers = async (client: pg.PoolClient, tables: readonly BackedUpTable[], on: boolean): Promise<void> => {
  for (const { address } of tables)
    await client.query(`alter table ${address} ${on ? 'enable' : 'disable'} trigger user`)
}

/** Sequences continue after the last number. */
const setCounters = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ address: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as address, column_name as column from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  )
  for (const { address, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 1), count(*) > 0) from ${address}`,
      [address, column],
    )
}

/**
 * Pending letters may have been sent since, and a test copy must not mail anybody. Those with codes are outdated; the
 * others can be sent from the office.
 */
const lockLetters = async (client: pg.PoolClient): Promise<number> => {
  await client.query(
    `update outbox set state = 'expired', secret = null where state = 'waiting' and secret is not null`,
  )
  const { rowCount } = await client.query(
    `update outbox set state = 'failed', last_error = 'restored from a backup' where state = 'waiting'`,
  )
  return rowCount ?? 0
}

/** What waits for them may have been sent since, and a test copy must not tell anybody of anything. */
const pauseWebhooks = async (client: pg.PoolClient): Promise<number> => {
  const { rowCount } = await client.query(
    'update webhook set paused_at = now() where paused_at is null and stopped_at is null',
  )
  return rowCount ?? 0
}

type Targets = ReadonlyMap<string, Pick<BackedUpTable, 'address' | 'columns'>>

/** The tables of this database, with their columns in the order of the archive. */
const targetsOf = ({ tables }: Head, all: readonly BackedUpTable[]): Targets =>
  new Map(
    tables.map(({ name, columns }) => [name, { address: all.find((one) => one.name === name)!.address, columns }]),
  )

/** Streams rows into a table. A refused row fails the next call. */
const copyInto = (client: pg.PoolClient, table: string) => {
  const stream = client.query(copyFrom(`copy ${table} from stdin`))
  let failure: Error | undefined
  const done = finished(stream).catch((error: Error) => {
    failure = error
  })
  return {
    /** Resolves when the connection can take the next piece. */
    write: async (piece: Buffer): Promise<void> => {
      if (!failure && !stream.write(piece)) await Promise.race([once(stream, 'drain'), done])
      if (failure) throw failure
    },
    end: async (): Promise<void> => {
      if (!failure) stream.end()
      await done
      if (failure) throw failure
    },
  }
}

const load = async (
  client: pg.PoolClient,
  path: string,
  targets: Targets,
  addFile: (key: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> => {
  let copy: (ReturnType<typeof copyInto> & { table: string }) | undefined
  let named: ReadonlySet<string> | undefined
  for await (const { name, content } of readEntries(path)) {
    const table = tableOf(name)
    if (copy && copy.table !== table) {
      await copy.end()
      copy = undefined
    }
    if (table) {
      copy ??= { ...copyInto(client, target(targets.get(table)!)), table }
      for await (const piece of content) await copy.write(piece)
    }
    const key = keyOfFile(name)
    if (!key) continue
    named ??= new Set(await storedKeys(client))
    if (!named.has(key)) throw new RestoreError(`The backup has the file ${key}, which none of its rows names.`)
    await addFile(key, content)
  }
  await copy?.end()
}

/** Puts versions that the bucket has kept back in their place; files that are in it stay untouched. */
const stageVersions = async (
  client: pg.PoolClient,
  { versions, located }: NonNullable<Place['bucket']>,
  addFile: (key: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> => {
  const named = new Set(await storedKeys(client))
  for (const { reference, location } of located) {
    const { key } = reference
    if (!named.has(key)) throw new RestoreError(`The backup has the file ${key}, which none of its rows names.`)
    if (location.kind === 'version') await addFile(key, await versions.read(key, location.version))
  }
}

export interface RestoreFacts {
  files: number
  /** Letters that will not be sent automatically. */
  letters: number
  /** Webhooks that send nothing until somebody lets them go on. */
  webhooks: number
  /** Migrations that ran after the restore. */
  ran: string[]
}

/** Database errors are reported in one line. */
const explain = (error: unknown): unknown =>
  error instanceof pg.DatabaseError
    ? new RestoreError(
        `The database refuses the rows of the backup${error.table ? ` (table ${error.table})` : ''}: ${error.message}. Nothing was changed.`,
        { cause: error },
      )
    : error

/** Replaces the site by a verified archive: rows in one transaction, files staged and then moved into place. */
export const restoreBackup = async (
  { pool, storage, bucket }: Place,
  path: string,
  { head, files, references }: Contents,
): Promise<RestoreFacts> => {
  const located = bucket?.located ?? []
  const present = new Set(located.filter(isThere).map(({ reference }) => reference.key))
  const lost = [...references.keys()].find((key) => !present.has(key))
  if (lost !== undefined) throw new RestoreError(`The file ${lost} is not in the bucket as the backup has it.`)
  await checkTables(pool, head)
  await migrate(
    pool,
    head.migrations.map(({ name }) => name),
  )
  const stage = createStage(storage)
  const client = await pool.connect()
  let letters = 0
  let webhooks = 0
  let former: string[] = []
  try {
    if (!(await takeRestoreLock(client))) throw new RestoreError('Another restore is under way here.')
    await settle(client)
    const versions = located.filter(({ location }) => location.kind === 'version').map(({ reference }) => reference.key)
    const announced = Object.fromEntries([...files.keys(), ...versions].map((key) => [key, {}]))
    if (files.size + versions.length > 0)
      await writeJournal(storage, { isPlacing: false, staged: announced, added: [], former: [] })
    await client.query('begin')
    const all = (await tablesInOrder(client)).filter(({ name }) => name !== 'migration')
    requireSameTables(head, all)
    if (head.files) former = await allStoredKeys(client)
    await setTriggers(client, all, false)
    await client.query(`truncate ${all.map(({ address }) => address).join(', ')}`)
    await load(client, path, targetsOf(head, all), stage.add)
    if (bucket) await stageVersions(client, bucket, stage.add)
    await setCounters(client)
    letters = await lockLetters(client)
    // Older backups have none.
    if (all.some(({ name }) => name === 'webhook')) webhooks = await pauseWebhooks(client)
    // Deferred constraints are checked here, before triggers are enabled again.
    await client.query('set constraints all immediate')
    await setTriggers(client, all, true)
    await client.query(`select pg_notify('content', ''), pg_notify('setting', '')`)
    if (head.files) await writeJournal(storage, { isPlacing: true, ...stage.state(), former })
    await stage.putInPlace()
    await client.query('commit')
  } catch (error) {
    client.release(true)
    await stage.undo()
    throw explain(error)
  }
  for (const key of former) if (!files.has(key) && !references.has(key)) await storage.remove(key)
  await removeJournal(storage)
  client.release(true)
  return { files: files.size + references.size, letters, webhooks, ran: await migrate(pool) }
}
