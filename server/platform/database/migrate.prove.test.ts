import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../../testing/database.ts'
import { connect, type Connection } from './connect.ts'
import { migrate, MigrationError, pendingMigrations } from './migrate.ts'

const files = (await readdir(join(import.meta.dirname, '../../database/migrations'))).toSorted()

let url: string
let connections: Connection[]

const open = (): Connection['pool'] => {
  const connection = connect(url, () => undefined)
  connections.push(connection)
  return connection.pool
}

beforeEach(async () => {
  connections = []
  url = await createDatabase('template0')
})
afterEach(async () => {
  for (const connection of connections) await connection.close()
})

const applied = async (pool: Connection['pool']): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

describe('migrating', () => {
  test('runs every file once, in order; a second time nothing', async () => {
    const pool = open()
    expect(await pendingMigrations(pool)).toEqual(files)
    expect(await migrate(pool)).toEqual(files)
    expect(await pendingMigrations(pool)).toEqual([])
    expect(await migrate(pool)).toEqual([])
    expect(await applied(pool)).toEqual(files)
  })

  test('by several programs at once runs every file once', async () => {
    const ran = await Promise.all([migrate(open()), migrate(open()), migrate(open())])
    expect(ran.flat().toSorted()).toEqual(files)
    expect(ran.filter((names) => names.length > 0).length).toBe(1)
  })

  test('waits while another program migrates, however long that takes', async () => {
    const pool = open()
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(7305001)')
    let isDone = false
    const migrating = migrate(open()).then((names) => {
      isDone = true
      return names
    })
    await pool.query(`select pg_sleep(0.2)`)
    expect([isDone, (await pool.query(`select to_regclass('article') as found`)).rows]).toEqual([
      false,
      [{ found: null }],
    ])
    holder.release(true)
    expect(await migrating).toEqual(files)
  })

  test('refuses a file that was changed after it ran', async () => {
    const pool = open()
    await migrate(pool)
    await pool.query(`update migration set checksum = 'other' where name = $1`, [files[0]])
    const refusal = new MigrationError(`The migration ${files[0]} was changed after it ran here`)
    await expect(migrate(pool)).rejects.toThrow(refusal)
    await expect(pendingMigrations(pool)).rejects.toThrow(refusal)
  })

  test('refuses a database that a newer program has migrated', async () => {
    const pool = open()
    await migrate(pool)
    await pool.query(`insert into migration (name, checksum) values ('9999-future.sql', 'x')`)
    await expect(migrate(pool)).rejects.toThrow(
      new MigrationError(
        'The database has the migration 9999-future.sql, which this program does not know: start the newer program',
      ),
    )
  })

  test('that fails leaves nothing half done and lets the next one try', async () => {
    const pool = open()
    // A table of the operator conflicts with the first file.
    await pool.query('create table article (mine int)')
    await expect(migrate(pool)).rejects.toThrow(
      new MigrationError(`The migration ${files[0]} failed: relation "article" already exists`),
    )
    expect(await applied(pool)).toEqual([])
    expect((await pool.query(`select to_regproc('search_terms') as found`)).rows).toEqual([{ found: null }])
    await pool.query('drop table article')
    expect(await migrate(pool)).toEqual(files)
  })

  test('by a user who may not create tables is refused in one line', async () => {
    const name = `reader_${Date.now()}`
    await open().query(`create role ${name} login password 'reader'`)
    const theirs = new URL(url)
    Object.assign(theirs, { username: name, password: 'reader' })
    const connection = connect(theirs.href, () => undefined)
    connections.push(connection)
    await expect(migrate(connection.pool)).rejects.toThrow(
      new MigrationError('The user of the database may not create tables and schemas in it.'),
    )
  })

  test('needs a database in UTF-8', async () => {
    const name = `latin_${Date.now()}`
    await open().query(`create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`)
    const latin = connect(url.replace(/test_\w+/, name), () => undefined)
    connections.push(latin)
    await expect(migrate(latin.pool)).rejects.toThrow(
      new MigrationError('The database must be encoded in UTF8; this one is LATIN1'),
    )
  })
})
