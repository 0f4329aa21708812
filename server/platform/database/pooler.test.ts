import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { examine } from '../../cli/doctor.ts'
import { readConfig } from '../../config.ts'
import { enqueueTask } from '../../features/tasks/service.ts'
import { addArticle } from '../../testing/articles.ts'
import { createDatabase } from '../../testing/database.ts'
import { lacksPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts'
import { overTcp } from '../../testing/over-tcp.ts'
import { absentFolder } from '../../testing/program.ts'
import { eventually, startSite } from '../../testing/site.ts'
import { secret } from '../tables.ts'
import { connect } from './connect.ts'
import { eq } from './drizzle.ts'
import { StartError } from './embedded.ts'
import { openDatabase, openOrJoinDatabase } from './open.ts'
import { preparedQuery, type Placeholders } from './prepared-queries.ts'

const warnings: string[] = []
const log = { info: () => undefined, warn: (line: string) => void warnings.push(line), error: () => undefined }

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
  warnings.length = 0
})
const closeLater = <T extends { close(): Promise<void> }>(opened: T): T => {
  closings.push(() => opened.close())
  return opened
}

const configOf = (pooled: string, direct?: string) =>
  readConfig({ DATABASE_URL: pooled, ...(direct && { DATABASE_DIRECT_URL: direct }), DATA_DIR: absentFolder() })
const open = async (pooled: string, direct?: string) =>
  closeLater(await openDatabase(configOf(pooled, direct), log, () => undefined))

/** Why the start is refused. What was opened instead is too large to be shown. */
const refusalOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'nothing was refused',
    (error: unknown) => {
      if (error instanceof StartError) return error.message
      throw error
    },
  )

const withParameters = (url: string, parameters: string): string => `${url}&${parameters}`

const limitsOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ statement: string; idle: string }>(
    `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  return [rows[0]!.statement, rows[0]!.idle]
}

const valueOf = preparedQuery((db, { name }: Placeholders<{ name: string }>) =>
  db.select({ value: secret.value }).from(secret).where(eq(secret.name, name)),
)

const noOther = 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL.'

describe('with a direct address', () => {
  test('the limits of the other one are settings of its role, and its statements have no names', async () => {
    const url = await createDatabase()
    const { connection, direct } = await open(withParameters(url, 'statement_timeout=4000'), url)
    expect([await limitsOf(connection.pool), await limitsOf(direct.pool)]).toEqual([
      ['4s', '30s'],
      ['15s', '30s'],
    ])
    const prepared = async (db: typeof connection): Promise<number> => {
      await db.db.transaction(async (transaction) => {
        await valueOf(transaction, { name: 'nobody' })
      })
      const { rows } = await db.pool.query<{ count: number }>('select count(*)::int from pg_prepared_statements')
      return rows[0]!.count
    }
    expect([await prepared(connection), await prepared(direct)]).toEqual([0, 1])
  })

  test('both must lead to the same database', async () => {
    expect(await refusalOf(open(await createDatabase(), await createDatabase()))).toBe(noOther)
  })

  test('the reason names the address that cannot be used', async () => {
    const url = await createDatabase()
    const closed = new URL(overTcp(url))
    closed.port = '1'
    expect([await refusalOf(open(closed.href, url)), await refusalOf(open(url, closed.href))]).toEqual([
      'The database of DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1.',
      'The database of DATABASE_DIRECT_URL cannot be used: nothing listens at 127.0.0.1:1.',
    ])
  })
})

describe.skipIf(lacksPgBouncer)('PgBouncer in transaction mode (needs pgbouncer)', () => {
  const startPooler = async (url: string, settings?: Parameters<typeof startPgBouncer>[1]) =>
    closeLater(await startPgBouncer(url, settings)).url

  test.for([false, true])('is noticed where a direct address is missing; it ignores limits: %s', async (isLenient) => {
    const url = await createDatabase()
    const pooled = await startPooler(url, { isLenient })
    const message =
      'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to an address of the same database without it.'
    expect(await refusalOf(open(pooled))).toBe(message)
    expect(await refusalOf(openOrJoinDatabase(configOf(pooled), log))).toBe(message)
    expect(await refusalOf(open(pooled, pooled))).toBe(
      'DATABASE_DIRECT_URL leads to a connection pooler: it must lead to PostgreSQL itself.',
    )
    expect(await refusalOf(open(pooled, await createDatabase()))).toBe(noOther)
  })

  test('keeps the limits of its address, also in sessions that are older than these', async () => {
    const url = await createDatabase()
    const pooled = await startPooler(url)
    const early = closeLater(connect(pooled, () => undefined, { isPooled: true }))
    await Promise.all([1, 2, 3].map(() => early.pool.query('select pg_sleep(0.1)')))
    expect(await limitsOf(early.pool)).toEqual(['0', '0'])
    const { connection } = await open(withParameters(pooled, 'statement_timeout=300'), url)
    const all = await Promise.all(Array.from({ length: 20 }, () => limitsOf(connection.pool)))
    expect(new Set(all.map(String))).toEqual(new Set(['300ms,30s']))
    await expect(connection.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  })

  test('answers every prepared statement, also those of several processes at once', async () => {
    const url = await createDatabase()
    const pooled = await startPooler(url)
    const processes = [await open(pooled, url), await open(pooled, url)]
    const names = Array.from({ length: 200 }, (_, number) => `many-${number}`)
    await processes[0]!.direct.db.insert(secret).values(names.map((name) => ({ name, value: Buffer.from(name) })))
    const rows = await Promise.all(
      names.map((name, number) => {
        const { db } = processes[number % 2]!.connection
        if (number % 3 === 0) return valueOf(db, { name })
        return db.transaction((outer) =>
          number % 3 === 1 ? valueOf(outer, { name }) : outer.transaction((inner) => valueOf(inner, { name })),
        )
      }),
    )
    expect(rows).toEqual(names.map((name) => [{ value: Buffer.from(name) }]))
  })

  test('a site behind it hears of changes and runs background tasks', async () => {
    const databaseUrl = await createDatabase()
    const pooledUrl = await startPooler(databaseUrl)
    const runs: string[] = []
    const site = closeLater(
      await startSite({
        databaseUrl,
        pooledUrl,
        withTasks: true,
        taskRunners: { inspect: async (_ctx, { id }) => void runs.push(id) },
      }),
    )
    const other = closeLater(await startSite({ databaseUrl, pooledUrl }))
    const titles = async (): Promise<boolean[]> =>
      Promise.all([site, other].map(async ({ get }) => (await get('/api/news')).text.includes('Behind a pooler')))
    expect(await titles()).toEqual([false, false])
    await addArticle(site.db, { title: { 'en-US': 'Behind a pooler' } })
    await eventually(async () => expect(await titles()).toEqual([true, true]))
    const id = await enqueueTask(other.asProgram(), { kind: 'inspect', input: {}, subject: 'lesson.pdf' })
    await eventually(() => expect(runs).toEqual([id]))
  })

  test('the doctor names both addresses, and changes nothing', async () => {
    const url = await createDatabase()
    const pooled = await startPooler(url)
    const config = configOf(pooled, url)
    const diagnose = async () => {
      const database = await openOrJoinDatabase(config, log)
      try {
        const checks = await examine({ config, openDatabase: () => Promise.resolve(database) })
        return ['database', 'pooler'].map((name) => checks.find((check) => check.name === name))
      } finally {
        await database.close()
      }
    }
    const hostOf = (address: string): string => new URL(address).host
    expect(await diagnose()).toEqual([
      {
        name: 'database',
        state: 'ok',
        detail: expect.stringMatching(new RegExp(`^PostgreSQL .+, DATABASE_DIRECT_URL \\(${hostOf(url)}\\)$`)),
      },
      {
        name: 'pooler',
        state: 'failed',
        detail: expect.stringMatching(
          /^The pooler of DATABASE_URL has connections without statement_timeout and idle_in_transaction_session_timeout\. /,
        ),
      },
    ])
    await open(pooled, url)
    expect((await diagnose())[1]).toEqual({
      name: 'pooler',
      state: 'ok',
      detail: `DATABASE_URL (${hostOf(pooled)}), the same database`,
    })
  })

  test('in session mode it needs no direct address, and ignored limits are reported', async () => {
    const pooled = await startPooler(await createDatabase(), { mode: 'session', isLenient: true })
    const { connection, direct } = await open(pooled)
    expect(connection).toBe(direct)
    expect(warnings).toEqual([
      'the pooler of DATABASE_URL ignores statement_timeout and idle_in_transaction_session_timeout',
    ])
  })
})
