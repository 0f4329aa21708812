import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { readConfig } from '../config.ts'
import { seedPeople } from '../database/seed/people.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { createDiskStorage } from '../platform/storage/disk.ts'
import { createDatabase } from '../testing/database.ts'
import { addFile } from '../testing/files.ts'
import { eventually, fixedNow } from '../testing/site.ts'
import { fileName, headName, rowsName, sumsName, type Head } from './head.ts'
import { readEntries } from './read-backup.ts'
import { tarEnd, tarHead, tarPadding } from './tar.ts'
import { writeBackup } from './write-backup.ts'

interface Entry {
  name: string
  content: Buffer
}

const key = 'the key of the archives of this test'
const named = randomUUID()
let folder: string
let archive: string
let site: Connection
let target: Connection
let targetUrl: string
let entries: Entry[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tampered-'))
  const storage = createDiskStorage(join(folder, 'files'))
  site = connect(await createDatabase(), () => undefined)
  await seedPeople(site.db, fixedNow, 'the hash')
  const id = await addFile(site.db, { purpose: 'attachment', size: 3, width: null, height: null })
  await storage.put(`attachment/${id}`, Buffer.from('one'))
  archive = join(folder, 'site.tar.gz')
  await writeBackup({ pool: site.pool, storage, now: fixedNow }, archive)
  targetUrl = await createDatabase()
  target = connect(targetUrl, () => undefined)
  entries = []
  for await (const { name, content } of readEntries(archive)) entries.push({ name, content: await buffer(content) })
})
afterAll(async () => {
  await site.close()
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

const tarOf = (all: readonly Entry[], bend: (head: Buffer, name: string) => Buffer = (head) => head): Buffer =>
  Buffer.concat([
    ...all.flatMap(({ name, content }) => [
      bend(tarHead(name, content.length, fixedNow), name),
      content,
      tarPadding(content.length),
    ]),
    tarEnd(),
  ])

/** With correct checksums: an attacker can compute those too. */
const withSums = (all: readonly Entry[]): Entry[] => {
  const kept = all.filter(({ name }) => name !== sumsName)
  const lines = kept.map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
  return [...kept, { name: sumsName, content: Buffer.from(lines.join('')) }]
}

const withHead = (change: (head: Head) => Head): Entry[] =>
  entries.map(({ name, content }) =>
    name === headName
      ? { name, content: Buffer.from(JSON.stringify(change(JSON.parse(content.toString()) as Head))) }
      : { name, content },
  )

const withEntry = (all: readonly Entry[], added: Entry): Entry[] => {
  const at = added.name.startsWith('tables/') ? 1 : all.length
  return all.toSpliced(at, 0, added)
}

/** PostgreSQL ends a process some time after its connection was closed; until then it counts as a running site. */
const untilUnused = (address: string): Promise<void> =>
  eventually(async () => {
    const { rows } = await site.pool.query<{ processes: number }>(
      `select count(*)::int as processes from pg_stat_activity where datname = $1 and application_name = 'lectern'`,
      [new URL(address).pathname.slice(1)],
    )
    expect(rows[0]!.processes).toBe(0)
  })

const restore = async (content: Buffer, { BACKUP_KEY = '', address = targetUrl, replace = true } = {}) => {
  await untilUnused(address)
  const path = join(folder, 'tampered.tar.gz')
  await writeFile(path, content)
  const config = readConfig({ DATA_DIR: join(folder, 'data'), DATABASE_URL: address, BACKUP_KEY })
  const connection = connect(address, () => undefined)
  try {
    const { ok, lines } = await commands['restore']!.run({
      config,
      openDatabase: async () => ({ url: address, connection, close: async () => undefined }),
      args: [path],
      options: { replace },
    })
    return [ok, lines.join('\n').replace(path, 'It')] as const
  } finally {
    await connection.close()
  }
}

/**
 * Tables, roles, functions and accounts: what a malicious archive would change first. Other test files create roles in
 * the same cluster meanwhile, whose names begin with `owned_` and `reader_`.
 */
const shapeOf = async ({ pool }: Connection): Promise<unknown> => {
  const { rows } = await pool.query(`
    select
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as relations,
      (select count(*) from pg_roles where rolname !~ '^(owned|reader)_') as roles,
      (select count(*) from pg_proc where pronamespace = 'pg_catalog'::regnamespace) as functions
  `)
  return rows[0]
}

const filesIn = async (path: string): Promise<string[]> => {
  const found = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => !one.isDirectory()).map(({ name }) => name)
}

/** What a restore said, and what there is afterwards. */
const outcomeOf = async (content: Buffer, options?: { BACKUP_KEY?: string }) => {
  // The running site would prevent a restore.
  await target.close()
  const outcome = await restore(content, options)
  target = connect(targetUrl, () => undefined)
  const { rows } = await target.pool.query<{ accounts: number }>('select count(*)::int as accounts from account')
  return { outcome, accounts: rows[0]!.accounts, files: await filesIn(join(folder, 'data')) }
}

const refused = (reason: string): Awaited<ReturnType<typeof outcomeOf>> => ({
  outcome: [false, reason],
  accounts: 0,
  files: [],
})

const table = (name: string, columns: string[]) => (head: Head) => ({
  ...head,
  tables: [{ name, columns }, ...head.tables.filter((one) => one.name !== name)],
})

describe('an archive is refused, in one line and with nothing changed, when it has', () => {
  test.each<[string, () => Entry[], string]>([
    [
      'a table of the system',
      () =>
        withEntry(withHead(table('pg_language', ['oid', 'lanname'])), {
          name: rowsName('pg_language', 0),
          content: Buffer.from('99999\tharm\n'),
        }),
      'The backup has the table pg_language, which does not belong there.',
    ],
    [
      'a table that this program does not have',
      () => withHead(table('widget', ['id'])),
      'The backup has the table widget, which does not belong there.',
    ],
    [
      'a table that backups leave out',
      () => withHead(table('session', ['id'])),
      'The backup has the table session, which does not belong there.',
    ],
    [
      'a table twice',
      () => withHead((head) => ({ ...head, tables: [...head.tables, head.tables[0]!] })),
      'The backup has the table audit, which does not belong there.',
    ],
    [
      'a table too few',
      () => withHead((head) => ({ ...head, tables: head.tables.filter(({ name }) => name !== 'banner') })),
      'The backup lacks the table banner.',
    ],
    [
      'a column that this program does not have',
      () =>
        withHead((head) =>
          table('account', [...head.tables.find(({ name }) => name === 'account')!.columns, 'x'])(head),
        ),
      'The backup has other columns of the table account than this program.',
    ],
    [
      'a column twice in place of another',
      () =>
        withHead((head) => {
          const { columns } = head.tables.find(({ name }) => name === 'account')!
          return table('account', [columns[0]!, ...columns.slice(0, -1)])(head)
        }),
      'The backup has other columns of the table account than this program.',
    ],
    [
      'a file that no row names',
      () => withEntry(entries, { name: fileName(`attachment/${named}`), content: Buffer.from('foreign') }),
      `The backup has the file attachment/${named}, which none of its rows names.`,
    ],
    [
      'rows that do not fit',
      () =>
        entries.map((entry) =>
          entry.name === rowsName('account', 0) ? { ...entry, content: Buffer.from('1\n') } : entry,
        ),
      'The database refuses the rows of the backup: invalid input syntax for type uuid: "1". Nothing was changed.',
    ],
    [
      'rows after its files',
      () => [...entries, { name: rowsName('notice', 7), content: Buffer.from('') }],
      'It cannot be used: "tables/notice/000007.copy" does not belong there. Nothing was changed.',
    ],
    ...['files/../../escape', '/etc/passwd', 'files/attachment//x', 'tables/../account/000000.copy', 'files/a.b'].map(
      (name): [string, () => Entry[], string] => [
        `the path ${name}`,
        () => withEntry(entries, { name, content: Buffer.from('x') }),
        `It cannot be used: "${name}" does not belong there. Nothing was changed.`,
      ],
    ),
  ])('%s', async (_what, change, reason) => {
    expect(await outcomeOf(gzipSync(tarOf(withSums(change()))))).toEqual(refused(reason))
  })

  test('a head or a list of sums without end', async () => {
    const padded = withHead((head) => ({ ...head, program: 'x'.repeat(2 * 1024 ** 2) }))
    expect(await outcomeOf(gzipSync(tarOf(withSums(padded))))).toEqual(
      refused('It cannot be used: lectern.json is too large. Nothing was changed.'),
    )
    const long = withSums(entries).map((entry) =>
      entry.name === sumsName ? { ...entry, content: Buffer.alloc(entries.length * 200, '\n') } : entry,
    )
    expect(await outcomeOf(gzipSync(tarOf(long)))).toEqual(
      refused('It cannot be used: SHA256SUMS is too large. Nothing was changed.'),
    )
  })

  test('links, folders or names in two parts', async () => {
    const bent = (at: number, value: string) =>
      gzipSync(
        tarOf(withSums(entries), (head, name) => {
          if (!name.startsWith('files/')) return head
          head.write(value, at)
          head.write('        ', 148)
          const sum = head.reduce((total, byte) => total + byte, 0)
          head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
          return head
        }),
      )
    const links = 'It cannot be used: it holds something else than files. Nothing was changed.'
    for (const kind of ['1', '2', '5', 'L', 'x']) expect(await outcomeOf(bent(156, kind))).toEqual(refused(links))
    expect(await outcomeOf(bent(345, '../..'))).toEqual(
      refused('It cannot be used: it is no archive of this kind. Nothing was changed.'),
    )
  })

  test('another archive, or anything else, behind its end', async () => {
    const whole = await readFile(archive)
    const reason = 'It cannot be used: something follows its end. Nothing was changed.'
    expect(await outcomeOf(Buffer.concat([whole, whole]))).toEqual(refused(reason))
    const plain = gunzipSync(whole)
    expect(await outcomeOf(gzipSync(Buffer.concat([plain, plain])))).toEqual(refused(reason))
    expect(await outcomeOf(Buffer.concat([whole, Buffer.alloc(512)]))).toEqual(refused(reason))
    expect(await outcomeOf(gzipSync(Buffer.concat([plain, Buffer.alloc(2 * 1024 ** 2)])))).toEqual(refused(reason))
    expect(await outcomeOf(Buffer.concat([whole, Buffer.from('and more')]))).toEqual(
      refused('It cannot be used: it is damaged, or no archive. Nothing was changed.'),
    )
  })
})

test('a blank database stays blank when an archive with a foreign table is refused', async () => {
  const address = await createDatabase('template0')
  const blank = connect(address, () => undefined)
  const before = await shapeOf(blank)
  await blank.close()
  const [ok] = await restore(gzipSync(tarOf(withSums(withHead(table('pg_proc', ['oid']))))), { address })
  const after = connect(address, () => undefined)
  expect([ok, await shapeOf(after)]).toEqual([false, before])
  await after.close()
})

describe('with BACKUP_KEY', () => {
  let signed: Buffer

  beforeAll(async () => {
    const path = join(folder, 'signed.tar.gz')
    await writeBackup({ pool: site.pool, storage: undefined, now: fixedNow, key }, path)
    signed = await readFile(path)
  })

  test('an archive that is not signed, or by somebody else, or was changed, is refused', async () => {
    const options = { BACKUP_KEY: key }
    expect(await outcomeOf(await readFile(archive), options)).toEqual(
      refused('It cannot be used: it is not signed, and BACKUP_KEY is set. Nothing was changed.'),
    )
    const other = 'It cannot be used: it was changed, or signed with another BACKUP_KEY. Nothing was changed.'
    expect(await outcomeOf(signed, { BACKUP_KEY: `${key}!` })).toEqual(refused(other))
    const path = join(folder, 'signed.tar.gz')
    const parts: Entry[] = []
    for await (const { name, content } of readEntries(path)) parts.push({ name, content: await buffer(content) })
    const signature = parts.pop()!
    const changed = parts.map((part) =>
      part.name === rowsName('account', 0)
        ? { ...part, content: Buffer.from(part.content.toString().replaceAll('zh-CN', 'en-US')) }
        : part,
    )
    expect(await outcomeOf(gzipSync(tarOf([...withSums(changed), signature])), options)).toEqual(refused(other))
  })

  test('an archive that is signed is restored, and without the key that is said', async () => {
    const owned = async (BACKUP_KEY: string) => {
      const [ok, outcome] = await restore(signed, { BACKUP_KEY, address: await createDatabase(), replace: false })
      return [ok, outcome.split('\n')[0]]
    }
    expect(await owned(key)).toEqual([true, expect.stringMatching(/It is signed with this BACKUP_KEY\.$/)])
    expect(await owned('')).toEqual([true, expect.stringMatching(/It is signed; set BACKUP_KEY to check by whom\.$/)])
  })
})
