import { inject, expect, test } from 'vitest'
import { createDatabase, databaseUrl } from '../../testing/database.ts'
import { overTcp } from '../../testing/over-tcp.ts'
import { absentFolder } from '../../testing/program.ts'
import { readConfig } from '../../config.ts'
import { StartError } from './embedded.ts'
import { openDatabase } from './open.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const open = (url: string) =>
  openDatabase(readConfig({ DATABASE_URL: url, DATA_DIR: absentFolder() }), log, () => undefined)

test('a database of the operator is opened', async () => {
  const url = await createDatabase()
  const database = await open(url)
  expect(database.url).toBe(url)
  expect((await database.connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
})

const changed = (change: (url: URL) => void): string => {
  const url = new URL(overTcp(inject('postgresUrl')))
  change(url)
  return url.href
}

test.each([
  ['nothing listens there', () => changed((url) => (url.port = '1')), 'nothing listens at 127.0.0.1:1'],
  ['the password is wrong', () => changed((url) => (url.password = 'hunter2')), 'the user or the password is refused'],
  ['the user is unknown', () => changed((url) => (url.username = 'nobody')), 'the user or the password is refused'],
  [
    'there is no such database',
    () => databaseUrl(inject('postgresUrl'), 'missing'),
    'the database "missing" does not exist',
  ],
  ['the host is unknown', () => changed((url) => (url.hostname = 'nowhere.invalid')), 'the host nowhere.invalid'],
])('when %s, the reason is said in one line without the password', async (_what, urlOf, reason) => {
  const url = urlOf()
  const error: unknown = await open(url).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message.startsWith(`The database of DATABASE_URL cannot be used: ${reason}`)).toBe(true)
  expect(message).not.toContain('\n')
  expect(message).not.toContain(new URL(url).password)
})
