import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listEnrolments } from '@lectern/contract/enrolments/enrolment-office.ts'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { fixedNow, startSite } from '../testing/site.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { invariants } from '../invariants.ts'
import { createAuditChain, verifyAudit } from '../features/audit/chain.ts'
import { verifyAwards } from '../features/certificates/verification/verify-awards.ts'
import { verifyLists } from '../features/results/verification/verify-lists.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { knownMigrations } from '../platform/database/migrate.ts'
import { brokenInvariants } from '../platform/invariants.ts'

// One archive of a small site for each version that was released, written by that version, and the sums of its migrations.
const folder = join(import.meta.dirname, 'released')
const versions = (await readdir(folder)).flatMap((name) => /^(.+)\.tar\.gz$/.exec(name)?.[1] ?? [])

const opened: Connection[] = []
const open = (url: string): Connection => {
  const connection = connect(url, () => undefined)
  opened.push(connection)
  return connection
}
afterAll(async () => {
  for (const connection of opened) await connection.close()
})

/** Everything that migrations make, in words. */
const shapeOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ made: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as made
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    order by 1
  `)
  return rows.map(({ made }) => made)
}

test('every released version has kept an archive and the sums of its migrations', async () => {
  const names = await readdir(folder)
  expect(versions).toContain('0-1-0')
  expect(names.toSorted()).toEqual(versions.flatMap((version) => [`${version}.json`, `${version}.tar.gz`]).toSorted())
})

test.each(versions)('a site of version %s is brought up to date, and works', async (version) => {
  const path = join(folder, `${version}.tar.gz`)
  const contents = await checkBackup(path)
  const sums = JSON.parse(await readFile(join(folder, `${version}.json`), 'utf8')) as Record<string, string>
  expect(Object.fromEntries(contents.head.migrations.map(({ name, checksum }) => [name, checksum]))).toEqual(sums)

  const url = await createDatabase('template0')
  const connection = open(url)
  const { pool, db } = connection
  const { ran } = await restoreBackup({ pool, storage: await temporaryStorage() }, path, contents)
  const all = [...(await knownMigrations()).keys()]
  expect([...Object.keys(sums), ...ran]).toEqual(all)
  expect(await shapeOf(pool)).toEqual(await shapeOf(open(await createDatabase()).pool))

  const site = await startSite({ databaseUrl: url, config: { demo: true } })
  site.clock.set(new Date(contents.head.createdAt))
  const login = await site.call('POST', '/api/account/login', {
    body: { identifier: 'admin', password: 'chalk-and-lectern-7' },
  })
  expect(login.status).toBe(200)
  const headers = {
    cookie: login.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
  const statuses = await Promise.all(
    ['/', '/News', '/EnrollFor', '/api/activities', '/api/news'].map(async (page) => (await site.get(page)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const contest = ['/api/enrolments', '/api/teams', '/api/works', '/api/rounds', '/api/cases', '/api/certificates']
  const listed = [...contest, '/api/users', '/api/dashboard', '/api/audit', '/api/outbox']
  const office = await Promise.all(listed.map(async (page) => [page, (await site.get(page, headers)).status]))
  expect(office).toEqual(listed.map((page) => [page, 200]))
  const enrolments = (await site.get('/api/enrolments', headers)).data(listEnrolments)
  const { rows } = await pool.query<{ total: number }>(
    `select count(*)::int as total from enrolment join edition on edition.id = enrolment.edition_id
     where is_listed and edition.current`,
  )
  expect([enrolments.total, rows[0]!.total > 0]).toEqual([rows[0]!.total, true])
  await site.close()

  await createAuditChain(connection).run()
  expect((await verifyAudit(db, fixedNow)).broken).toBeUndefined()
  expect(await brokenInvariants(pool, invariants)).toEqual([])
  // Results that an older version made are recomputed as it did.
  const lists = await pool.query<{ total: number }>('select count(*)::int as total from result_list')
  expect(await verifyLists(db)).toEqual({ count: lists.rows[0]!.total, broken: [] })
  expect((await verifyAwards(db)).broken).toEqual([])
})
