import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { readConfig } from '../config.ts'
import { seedPeople } from '../database/seed/people.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { createDiskStorage } from '../platform/storage/disk.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createDatabase } from '../testing/database.ts'
import { addFile } from '../testing/files.ts'
import { eventually, fixedNow } from '../testing/site.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { clearUpRestore } from './restore-journal.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
let archive: string
let site: Connection
const keys: string[] = []
const fileCount = 40

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-killed-'))
  const storage = createDiskStorage(join(folder, 'site'))
  site = connect(await createDatabase(), () => undefined)
  await seedPeople(site.db, fixedNow, 'the hash')
  for (let index = 0; index < fileCount; index += 1) {
    const content = Buffer.alloc(1_000_000, index)
    const id = await addFile(site.db, { purpose: 'attachment', size: content.length, width: null, height: null })
    keys.push(`attachment/${id}`)
    await storage.put(keys.at(-1)!, content)
  }
  archive = join(folder, 'site.tar.gz')
  await writeBackup({ pool: site.pool, storage, now: fixedNow }, archive)
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const filesIn = async (path: string): Promise<string[]> => {
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}

/** The same restore, given as a command. */
const restoreAgain = async (dataDirectory: string, url: string) => {
  const connection = connect(url, () => undefined)
  try {
    const { ok, lines } = await commands['restore']!.run({
      config: readConfig({ DATA_DIR: dataDirectory, DATABASE_URL: url }),
      openDatabase: async () => ({ url, connection, close: async () => undefined }),
      args: [archive],
      options: {},
    })
    return { ok, lines }
  } finally {
    await connection.close()
  }
}

const hasRows = async (url: string): Promise<boolean> => {
  const { pool, close } = connect(url, () => undefined)
  try {
    const { rows } = await pool.query<{ found: string | null }>(`select to_regclass('account') as found`)
    return rows[0]!.found !== null && (await pool.query('select from account')).rowCount! > 0
  } finally {
    await close()
  }
}

/** Kills a restore while it stages files. On a busy machine it may be done before that: then it is tried again. */
const killWhileItStages = async (): Promise<{ url: string; data: string }> => {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const url = await createDatabase('template0')
    const data = join(folder, `killed-${attempt}`)
    const child = spawn(process.execPath, ['server/cli.ts', 'restore', archive], {
      env: { ...process.env, DATA_DIR: data, DATABASE_URL: url },
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    // From the journal on there are files to clean up; it is removed last.
    const hasBegun = async () => (await filesIn(join(data, 'files/restore'))).includes('journal')
    while (child.exitCode === null && !(await hasBegun())) await sleep(5)
    child.kill('SIGKILL')
    await ended
    if ((await hasBegun()) && !(await hasRows(url))) return { url, data }
  }
  throw new Error('Every restore had committed before it could be killed')
}

describe('a restore that is killed', () => {
  test('while it writes files aside leaves none behind after the next one, which says so', async () => {
    const { url, data } = await killWhileItStages()
    expect((await filesIn(join(data, 'files'))).length).toBeGreaterThan(0)

    // PostgreSQL takes a moment to notice; an attempt that comes too soon may have cleaned up already, and has
    // reported it.
    const lines: string[] = []
    await eventually(async () => {
      const again = await restoreAgain(data, url)
      lines.push(...again.lines)
      expect(again.ok).toBe(true)
    })
    expect(lines.filter((line) => line.includes('was cut off'))).toEqual([
      'An earlier restore was cut off; what it left behind is gone.',
    ])
    expect((await filesIn(join(data, 'files'))).length).toBe(fileCount)
    expect(await filesIn(join(data, 'files/growing'))).toEqual([])
  })

  /** Ends like a killed process: the connection is cut, and nothing more is done. */
  const killAt = async (url: string, disk: Storage, at: 'placing' | 'committed') => {
    const target = connect(url, () => undefined)
    target.pool.on('connect', (client) => client.on('error', () => undefined))
    const reached = Promise.withResolvers<void>()
    const never = new Promise<never>(() => undefined)
    let placed = 0
    const storage: Storage = {
      ...disk,
      remove: async (key) => {
        if (at === 'committed' && key === 'restore/journal') {
          reached.resolve()
          await never
        }
        await disk.remove(key)
      },
      resumable: {
        ...disk.resumable,
        finish: async (key, uploadState) => {
          placed += 1
          if (at === 'placing' && placed > 5) {
            reached.resolve()
            await never
          }
          await disk.resumable.finish(key, uploadState)
        },
      },
    }
    void restoreBackup({ pool: target.pool, storage }, archive, await checkBackup(archive)).catch(() => undefined)
    await reached.promise
    await site.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [new URL(url).pathname.slice(1)],
    )
  }

  test('while it puts files in place leaves no file without a row', async () => {
    const url = await createDatabase()
    const disk = createDiskStorage(join(folder, 'placing'))
    await disk.put('attachment/of-nobody', Buffer.from('here before'))
    await killAt(url, disk, 'placing')
    const after = connect(url, () => undefined)
    expect(await clearUpRestore(after.pool, disk)).toBe(fileCount)
    expect(await clearUpRestore(after.pool, disk)).toBeUndefined()
    expect(await filesIn(join(folder, 'placing'))).toEqual(['of-nobody'])
    await after.close()
  })

  test('after it has committed keeps every file', async () => {
    const url = await createDatabase()
    const disk = createDiskStorage(join(folder, 'committed'))
    await killAt(url, disk, 'committed')
    const after = connect(url, () => undefined)
    expect(await clearUpRestore(after.pool, disk)).toBe(0)
    expect(await Promise.all(keys.map((key) => disk.sizeOf(key)))).toEqual(keys.map(() => 1_000_000))
    expect((await filesIn(join(folder, 'committed'))).length).toBe(fileCount)
    await after.close()
  })

  test('and is still under way is not disturbed', async () => {
    const url = await createDatabase()
    const disk = createDiskStorage(join(folder, 'busy'))
    await disk.put(
      'restore/journal',
      Buffer.from(JSON.stringify({ isPlacing: false, staged: {}, added: [], former: [] })),
    )
    const one = connect(url, () => undefined)
    const client = await one.pool.connect()
    await client.query('select pg_advisory_lock(7305002)')
    expect(await clearUpRestore(one.pool, disk)).toBe('busy')
    const outcome = await restoreAgain(join(folder, 'other'), url)
    expect(outcome.ok).toBe(false)
    client.release(true)
    await one.close()
  })
})
