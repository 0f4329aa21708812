import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { canMountDisk, mountDisk, unmountDisk } from '../../testing/small-disk.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** So short that the database would be given up during each test, if these cases were not handled. */
const patienceMilliseconds = 500
const mebibyte = 1024 ** 2

let root: string
let running: EmbeddedPostgres | undefined
let lost: Error[]
let told: string[]

const start = async (directory: string): Promise<EmbeddedPostgres> => {
  const tell = (message: string): void => void told.push(message)
  running = await startEmbeddedPostgres({
    directory,
    log: { info: tell, warn: tell, error: tell },
    onLost: (error) => lost.push(error),
    settings: { fsync: 'off' },
    patienceMilliseconds,
  })
  return running
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-recovery-'))
  lost = []
  told = []
})

afterEach(async () => {
  await running?.stop()
  running = undefined
})

/** From postmaster.pid: the process, and whether it accepts connections. */
const postmaster = async (directory: string): Promise<{ pid: number; isReady: boolean }> => {
  const path = join(directory, 'postgres', 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
}

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let left = 600; ; left -= 1)
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
}

const isRunningAgain = () =>
  eventually(async () => {
    if (!told.includes('PostgreSQL runs again')) throw new Error(`not yet: ${told.at(-1)}`)
  })

const keep = (url: string) => query(url, 'create table kept as select generate_series(1, 1000) as n')
const kept = (url: string) => query(url, 'select count(*)::int from kept')

// On a separate file system, which only root can create.
describe.skipIf(!canMountDisk())('a disk that is full while PostgreSQL recovers', () => {
  beforeEach(() => mountDisk(root, 256 * mebibyte))
  afterEach(async () => {
    await running?.stop()
    unmountDisk(root)
    await rm(root, { recursive: true })
  })

  test('is waited for, and everything is there once it has room again', async () => {
    const directory = join(root, 'data')
    const { url } = await start(directory)
    await keep(url)

    const filler = join(root, 'filler')
    const file = await open(filler, 'w')
    const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'
    const fill = async (size: number): Promise<void> => {
      for (;;) await file.write(Buffer.alloc(size))
    }
    for (const size of [mebibyte, 4096, 1]) await fill(size).catch((error: unknown) => expect(isFull(error)).toBe(true))
    await file.close()

    process.kill((await postmaster(directory)).pid, 'SIGKILL')
    const full = /^No space is left on the disk/
    await eventually(async () => expect(told.filter((message) => full.test(message)).length).toBeGreaterThan(1))
    await sleep(2 * patienceMilliseconds)
    expect([told.includes('PostgreSQL runs again'), lost]).toEqual([false, []])

    await rm(filler)
    await isRunningAgain()
    expect([await kept(url), lost]).toEqual([[[1000]], []])
  })
})

// Processes cannot be stopped on Windows.
describe.skipIf(process.platform === 'win32')('a slow start', () => {
  afterEach(async () => {
    await running?.stop()
    await rm(root, { recursive: true })
  })

  test('is waited for, however long PostgreSQL says nothing', async () => {
    const directory = join(root, 'data')
    const { url } = await start(directory)
    await keep(url)
    const first = await postmaster(directory)
    process.kill(first.pid, 'SIGKILL')
    // The next one is stopped as soon as it exists, before it accepts connections.
    const { pid } = await (async () => {
      for (;;) {
        const next = await postmaster(directory)
        if (next.pid > 0 && next.pid !== first.pid) return next
        await sleep(1)
      }
    })()
    process.kill(pid, 'SIGSTOP')
    await sleep(4 * patienceMilliseconds)
    expect(lost).toEqual([])
    process.kill(pid, 'SIGCONT')
    await isRunningAgain()
    expect([await kept(url), (await postmaster(directory)).pid, lost]).toEqual([[[1000]], pid, []])
  })
})
