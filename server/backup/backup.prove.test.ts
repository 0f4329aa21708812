import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Command, CommandInput } from '../cli/command.ts'
import { commands } from '../cli/commands.ts'
import { readConfig } from '../config.ts'
import { seedCompetition } from '../database/seed/competition.ts'
import { seedPeople } from '../database/seed/people.ts'
import { createSeedFiles } from '../database/seed/seed-files.ts'
import { seedTeams } from '../database/seed/teams.ts'
import { createAuditChain, verifyAudit } from '../features/audit/chain.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { knownMigrations, migrate } from '../platform/database/migrate.ts'
import { createDiskStorage } from '../platform/storage/disk.ts'
import { createS3Storage } from '../platform/storage/s3.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { createDatabase, databaseUrl } from '../testing/database.ts'
import { addFile } from '../testing/files.ts'
import { startS3, type S3Server } from '../testing/s3.ts'
import { fixedNow } from '../testing/site.ts'
import { leftOut } from './catalogue.ts'
import { upgrade } from './backup-folder.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
let s3: S3Server
let url: string
let site: Connection
let storage: Storage
let archive: string
const opened: Connection[] = []

const open = (address: string): Connection => {
  const connection = connect(address, () => undefined)
  opened.push(connection)
  return connection
}

/** More than one piece of a stream. */
const film = randomBytes(1024 ** 2)
const keys: Record<string, Buffer> = {}

const put = async (purpose: 'attachment' | 'video' | 'avatar', content: Buffer): Promise<void> => {
  const sha256 = createHash('sha256').update(content).digest()
  const id = await addFile(site.db, { purpose, size: content.length, sha256, width: null, height: null })
  keys[`${purpose}/${id}`] = content
  await storage.put(`${purpose}/${id}`, content)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'))
  s3 = await startS3()
  url = await createDatabase()
  site = open(url)
  storage = createDiskStorage(join(folder, 'files'))
  const people = await seedPeople(site.db, fixedNow, 'the hash')
  await seedCompetition(site.db, createSeedFiles(site.db, storage, people[0]!.id, fixedNow), fixedNow)
  await seedTeams(site.db, people, fixedNow)
  await createAuditChain(site).run()
  await put('video', film)
  await put('attachment', Buffer.from('一页纸'))
  await put('avatar', Buffer.alloc(0))
  await site.pool.query(
    `insert into revision select gen_random_uuid(), 'page', 'odd', number, jsonb_build_object('text', repeat(md5(number::text), 200)), null, now()
     from generate_series(1, 700) as number`,
  )
  await site.pool.query(`insert into setting values ('demo', $1, now(), 3)`, [
    { odd: 'a\tb\\c\nd "e" \u2028 \\N ﷽ 👩🏽‍🏫', empty: '', none: null },
  ])
  await site.pool.query(
    `insert into session select gen_random_uuid(), '\\x00', id, true, now(), now(), now(), '', '' from account limit 1`,
  )
  await site.pool.query(
    `insert into outbox (id, channel, recipient, locale, letter, content, secret, state, due_at, expires_at, created_at)
     select gen_random_uuid(), 'mail', 'a@example.org', 'zh-CN', 'notice', '{}', secret, 'waiting', now(), now(), now()
     from (values (null), ('{"code":"123456"}'::jsonb)) as letters (secret)`,
  )
  archive = join(folder, 'site.tar.gz')
  await writeBackup({ pool: site.pool, storage, now: fixedNow }, archive)
})
afterAll(async () => {
  for (const connection of opened) await connection.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** An empty database whose owner has no special rights. */
const createOwned = async (): Promise<string> => {
  const name = `owned_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`create role ${name} login password 'chalk'`)
  await client.query(`create database ${name} owner ${name} template template0`)
  await client.end()
  const owned = new URL(databaseUrl(inject('postgresUrl'), name))
  owned.username = name
  owned.password = 'chalk'
  return owned.href
}

/** A digest of the rows of every table, independent of their order. */
const digests = async ({ pool }: Connection): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const found: [string, string][] = []
  for (const { name } of rows) {
    const { rows: digest } = await pool.query<{ all: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as all from "${name}" as t`,
    )
    found.push([name, digest[0]!.all])
  }
  return Object.fromEntries(found)
}

const without = (all: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

const filesIn = async (place: Storage): Promise<Record<string, string | undefined>> => {
  const found = await Promise.all(
    Object.keys(keys).map(async (key) => {
      const content = await place.read(key)
      return [
        key,
        content &&
          createHash('sha256')
            .update(await buffer(content))
            .digest('hex'),
      ] as const
    }),
  )
  return Object.fromEntries(found)
}

const restore = async (connection: Connection, place: Storage, path = archive) =>
  restoreBackup({ pool: connection.pool, storage: place }, path, await checkBackup(path))

/** Runs a command in this process. */
const portal = async (command: Command, args: string[], address: string, options: CommandInput['options'] = {}) => {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: address })
  const connection = connect(address, () => undefined)
  const openDatabase = async () => ({ url: address, connection, close: async () => undefined })
  try {
    const { ok, lines } = await command.run({ config, openDatabase, args, options })
    return [ok, lines.join(' ')] as const
  } finally {
    await connection.close()
  }
}

describe('a backup', () => {
  test('is restored to another server, by whoever owns the database, with its files in a bucket; a backup of that comes back, and everything holds', async () => {
    const bucket = createS3Storage(s3.config)
    const copy = open(await createOwned())
    const { files, letters, ran } = await restore(copy, bucket)
    expect([letters, ran]).toEqual([1, []])
    expect(files).toBeGreaterThan(Object.keys(keys).length)
    const notKept = [...leftOut, 'outbox']
    expect(without(await digests(copy), notKept)).toEqual(without(await digests(site), notKept))
    expect(await filesIn(bucket)).toEqual(await filesIn(storage))

    const second = join(folder, 'second.tar.gz')
    await writeBackup({ pool: copy.pool, storage: bucket, now: fixedNow }, second)
    const back = open(await createDatabase())
    const disk = createDiskStorage(join(folder, 'back'))
    await restore(back, disk, second)
    expect(without(await digests(back), leftOut)).toEqual(without(await digests(copy), leftOut))
    expect(await filesIn(disk)).toEqual(await filesIn(storage))
    expect(await readdir(join(folder, 'back/growing/video'))).toEqual([])

    expect((await verifyAudit(back.db, fixedNow)).broken).toBeUndefined()
    // Triggers are enabled again, and sequences continue.
    await expect(back.pool.query('delete from audit')).rejects.toThrow('audit is append-only')
    const { rows } = await back.pool.query<{ next: boolean }>(
      `select nextval(pg_get_serial_sequence('enrolment_event', 'position')) > max(position) as next from enrolment_event`,
    )
    expect(rows).toEqual([{ next: true }])
    const states = await back.pool.query('select state, last_error, secret from outbox order by state')
    expect(states.rows).toEqual([
      { state: 'expired', last_error: null, secret: null },
      { state: 'failed', last_error: 'restored from a backup', secret: null },
    ])
  })

  test.skipIf(process.platform === 'win32')('is an archive that other programs read', async () => {
    const place = await mkdtemp(join(folder, 'plain-'))
    execFileSync('tar', ['xmzf', archive, '-C', place])
    expect((await readdir(place)).toSorted()).toEqual(['SHA256SUMS', 'files', 'lectern.json', 'tables'])
    const [line] = (await readFile(join(place, 'SHA256SUMS'), 'utf8')).split('\n')
    const sum = createHash('sha256').update(await readFile(join(place, 'lectern.json')))
    expect(line).toBe(`${sum.digest('hex')}  lectern.json`)
    const pieces = await readdir(join(place, 'tables/revision'))
    expect(pieces.length).toBeGreaterThan(1)
    // Each piece contains complete rows and can be read by itself.
    for (const piece of pieces)
      expect((await readFile(join(place, 'tables/revision', piece), 'utf8')).endsWith('\n')).toBe(true)
  })

  test('of an older program goes into a blank database, which is then brought up to date', async () => {
    const known = [...(await knownMigrations()).keys()]
    const older = open(await createDatabase('template0'))
    await migrate(older.pool, known.slice(0, 3))
    await older.pool.query(`insert into secret values ('old', '\\x0102')`)
    const path = join(folder, 'older.tar.gz')
    await writeBackup({ pool: older.pool, storage: undefined, now: fixedNow }, path)
    const target = open(await createDatabase('template0'))
    expect((await restore(target, storage, path)).ran).toEqual(known.slice(3))
    const { rows } = await target.pool.query('select name, value from secret')
    expect(rows).toEqual([{ name: 'old', value: Buffer.from([1, 2]) }])
    expect(await portal(commands['restore']!, [path], await createDatabase())).toEqual([
      false,
      expect.stringContaining(`older than this database, which has run ${known[3]}`),
    ])
  })

  test('tells which files were not there', async () => {
    const facts = await writeBackup(
      { pool: site.pool, storage: createDiskStorage(join(folder, 'nowhere')), now: fixedNow },
      join(folder, 'poor.tar.gz'),
    )
    expect([facts.files, facts.missing.length]).toEqual([0, 3 + 5])
  })

  test('that fails leaves nothing behind', async () => {
    const broken: Storage = { ...storage, read: async () => Promise.reject(new Error('no disk')) }
    const path = join(folder, 'new/broken.tar.gz')
    await expect(writeBackup({ pool: site.pool, storage: broken, now: fixedNow }, path)).rejects.toThrow('no disk')
    expect(await readdir(join(folder, 'new'))).toEqual([])
  })
})

describe('the command', () => {
  test('writes an archive under a name of its own, or says what it would write, and writes over none', async () => {
    const path = join(folder, 'told.tar.gz')
    const dry = await portal(commands['backup']!, [], url, { to: path, 'dry-run': true })
    expect(dry).toEqual([true, `Would write the database and 8 files to ${path}.`])
    const [ok, told] = await portal(commands['backup']!, [], url, { 'database-only': true })
    expect([ok, told]).toEqual([
      true,
      expect.stringMatching(/backups\/lectern-\d{8}-\d{6}\.tar\.gz: \d+ tables, 0 files/),
    ])
    const again = await portal(commands['backup']!, [], url, { to: archive })
    expect(again).toEqual([false, `${archive} is there already: say another name.`])
  })
})

describe('a restore', () => {
  test('of an archive that is damaged, cut or foreign changes nothing', async () => {
    const whole = await readFile(archive)
    const bent = Buffer.from(whole)
    const middle = Math.floor(bent.length / 2)
    bent[middle] = bent[middle]! ^ 1
    const wrong: [string, Buffer, RegExp][] = [
      ['bent', bent, /damaged/],
      ['cut', whole.subarray(0, middle), /ends too early/],
      ['foreign', Buffer.from('not an archive'), /damaged, or no archive/],
    ]
    for (const [name, content, reason] of wrong) {
      const path = join(folder, `${name}.tar.gz`)
      await writeFile(path, content)
      await expect(checkBackup(path)).rejects.toThrow(reason)
    }
  })

  test('that fails half way leaves the place as it was', async () => {
    const target = open(await createDatabase())
    const before = await digests(target)
    const disk = createDiskStorage(join(folder, 'failing'))
    let count = 0
    const resumable: Storage['resumable'] = {
      ...disk.resumable,
      finish: async (key, uploadState) => {
        count += 1
        if (count > 2) throw new Error('the disk is gone')
        await disk.resumable.finish(key, uploadState)
      },
    }
    await expect(restore(target, { ...disk, resumable })).rejects.toThrow('the disk is gone')
    expect(await digests(target)).toEqual(before)
    expect(Object.values(await filesIn(disk)).filter(Boolean)).toEqual([])
  })

  test('replaces a site only with the option for it, and not while it runs', async () => {
    const address = await createDatabase()
    const running = connect(address, () => undefined)
    await running.pool.query(
      `insert into account (id, username, locale, access, status, created_at, updated_at)
       values (gen_random_uuid(), 'somebody', 'zh-CN', 'user', 'active', now(), now())`,
    )
    const whileRunning = await portal(commands['restore']!, [archive], address, { replace: true })
    await running.close()
    expect(whileRunning).toEqual([false, expect.stringContaining('stop it first')])
    const refused = await portal(commands['restore']!, [archive], address)
    expect(refused).toEqual([false, expect.stringContaining('--replace puts the backup in its place')])
    // A connection that ends while the command looks is none of a running site.
    const ending = connect(address, () => undefined)
    await ending.pool.query('select')
    const closed = sleep(300).then(() => ending.close())
    const dry = await portal(commands['restore']!, [archive], address, { replace: true, 'dry-run': true })
    await closed
    expect(dry).toEqual([true, expect.stringContaining('Would put it in place of the site that is here.')])
    const done = await portal(commands['restore']!, [archive], address, { replace: true })
    expect(done).toEqual([true, expect.stringContaining('that were waiting are held back')])
    const notKept = [...leftOut, 'outbox']
    expect(without(await digests(open(address)), notKept)).toEqual(without(await digests(site), notKept))
    const [, told] = await portal(commands['doctor']!, [], address)
    expect(told).toMatch(/✓ audit log: \d+ entries, as written/)
  })
})

test('an embedded site keeps its last five states before a migration', async () => {
  const dataDirectory = join(folder, 'embedded')
  await mkdir(join(dataDirectory, 'backups'), { recursive: true })
  for (const year of [2020, 2021, 2022, 2023, 2024])
    await writeFile(join(dataDirectory, `backups/before-${year}0101-000000.tar.gz`), '')
  const known = [...(await knownMigrations()).keys()]
  const { pool } = open(await createDatabase('template0'))
  const config = { dataDirectory, databaseUrl: undefined }
  expect(await upgrade(pool, config, fixedNow)).toEqual({ ran: known, backup: undefined })
  expect(await upgrade(pool, config, fixedNow)).toEqual({ ran: [], backup: undefined })
  const older = open(await createDatabase('template0'))
  await migrate(older.pool, known.slice(0, -1))
  const { ran, backup } = await upgrade(older.pool, config, fixedNow)
  expect([ran, (await checkBackup(backup!)).head.migrations.map(({ name }) => name)]).toEqual([
    known.slice(-1),
    known.slice(0, -1),
  ])
  const kept = await readdir(join(dataDirectory, 'backups'))
  expect([kept.length, kept.includes('before-20200101-000000.tar.gz')]).toEqual([5, false])
  const own = open(await createDatabase('template0'))
  await migrate(own.pool, known.slice(0, -1))
  expect((await upgrade(own.pool, { ...config, databaseUrl: 'postgres://elsewhere' }, fixedNow)).backup).toBeUndefined()
})
