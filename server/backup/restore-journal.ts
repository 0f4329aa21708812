import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { z } from 'zod'
import { allStoredKeys } from '../features/files/service.ts'
import { ranMigrations } from '../platform/database/migrate.ts'
import type { Storage } from '../platform/storage/storage.ts'

/**
 * A restore records what it does with files before it does it. If it is killed, rows are rolled back by PostgreSQL;
 * files are cleaned up with this journal, by the next restore or the next start.
 */
const journalKey = 'restore/journal'

const journalSchema = z.strictObject({
  /** False while files are staged: none is in place yet. */
  isPlacing: z.boolean(),
  staged: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Staged files that did not exist before. */
  added: z.array(z.string()),
  /** Files of the replaced site. */
  former: z.array(z.string()),
})
type Journal = z.infer<typeof journalSchema>

export const writeJournal = (storage: Storage, journal: Journal): Promise<void> =>
  storage.put(journalKey, Buffer.from(JSON.stringify(journal)))

export const removeJournal = (storage: Storage): Promise<void> => storage.remove(journalKey)

export const hasJournal = async (storage: Storage): Promise<boolean> => (await storage.sizeOf(journalKey)) !== undefined

/** Any constant, the same for every version of the program. */
const restoreLock = 7_305_002

/** Only one restore or clean-up runs at a time. Released with the connection. */
export const takeRestoreLock = async (client: pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [restoreLock])
  return rows[0]!.taken
}

/** Cleans up files to match the rows, which tell whether the killed restore had committed. */
const settleFiles = async (storage: Storage, journal: Journal, named: ReadonlySet<string>): Promise<number> => {
  const { isPlacing, staged, added, former } = journal
  const isAdded = new Set(added)
  const removed = new Set<string>()
  const removeKey = async (key: string): Promise<void> => {
    await storage.remove(key)
    removed.add(key)
  }
  for (const [key, uploadState] of Object.entries(staged)) {
    if (isPlacing && named.has(key)) {
      await storage.resumable.finish(key, uploadState)
      continue
    }
    await storage.resumable.abandon(key, uploadState)
    if (isPlacing && isAdded.has(key)) await removeKey(key)
  }
  for (const key of former) if (!named.has(key)) await removeKey(key)
  return removed.size
}

/**
 * Cleans up after a killed restore. Undefined: there was none; `busy`: one is running; else the number of removed
 * files.
 */
export const clearUpRestore = async (pool: pg.Pool, storage: Storage): Promise<number | 'busy' | undefined> => {
  const bytes = await storage.read(journalKey)
  if (!bytes) return undefined
  const journal = journalSchema.parse(JSON.parse(await text(bytes)))
  const client = await pool.connect()
  try {
    if (!(await takeRestoreLock(client))) return 'busy'
    const isPrepared = (await ranMigrations(client)).size > 0
    const removed = await settleFiles(storage, journal, new Set(isPrepared ? await allStoredKeys(client) : []))
    await removeJournal(storage)
    return removed
  } finally {
    client.release(true)
  }
}
