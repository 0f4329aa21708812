import { rm } from 'node:fs/promises'
import { everyTeam } from '@lectern/contract/announcements/announcement-values.ts'
import type { Announcement } from '@lectern/contract/announcements/announcements.ts'
import type { Envelope } from '@lectern/contract/envelope.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { createManyPeople, headersOfPerson } from '../../testing/many-people.ts'
import { createDatabase } from '../../testing/database.ts'
import { newFolder } from '../../testing/program.ts'
import { startServer, stopServer, type RunningServer } from '../../testing/servers.ts'

// Two server processes on one database, as behind a load balancer.

const people = 1_500

let folder: string
let connection: Connection
let databaseUrl: string
let servers: RunningServer[] = []

beforeAll(async () => {
  folder = await newFolder()
  databaseUrl = await createDatabase()
  connection = connect(databaseUrl, () => undefined)
  await createManyPeople(connection.pool, people)
  // The first two are organisers.
  await connection.pool.query(`update account set access = 'admin' where username in ('crowd-1', 'crowd-2')`)
  servers = await Promise.all([startServer(databaseUrl, folder), startServer(databaseUrl, folder)])
})
afterAll(async () => {
  for (const server of servers) await stopServer(server)
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const content = {
  audience: { ...everyTeam, to: 'user' },
  title: { 'en-US': 'For {name}' },
  body: { 'en-US': 'Hello' },
  link: null,
}

const post = async (server: RunningServer, organiser: number, path: string, body: unknown) => {
  const answer = await fetch(`${server.url}/api/announcements${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, ...headersOfPerson(organiser) },
    body: JSON.stringify(body),
  })
  const { data } = (await answer.json()) as Envelope<Announcement>
  return { status: answer.status, data }
}

/** All but the organisers and those whose access has ended. */
let recipients = people - 2

const seatCountOf = async (id: string) => {
  const { rows } = await connection.pool.query<Record<string, number>>(
    `select
       (select count(*)::int from notice where announcement_id = $1) as notices,
       (select count(distinct account_id)::int from notice where announcement_id = $1) as readers,
       (select count(*)::int from outbox where announcement_id = $1) as letters,
       (select count(distinct account_id)::int from outbox where announcement_id = $1) as addressees,
       (select told from announcement where id = $1) as told`,
    [id],
  )
  return rows[0]!
}

const everybodyOnce = () => ({
  notices: recipients,
  readers: recipients,
  letters: recipients,
  addressees: recipients,
  told: recipients,
})

const stateOf = async (id: string): Promise<string> =>
  (await connection.pool.query<{ state: string }>('select state from announcement where id = $1', [id])).rows[0]!.state

const patience = { timeout: 240_000 }
const longWait = { timeout: 90_000, interval: 50 }

test('two organisers who press the button at once on two servers send it once', patience, async () => {
  const [one, other] = servers as [RunningServer, RunningServer]
  const { data: draft } = await post(one, 1, '', content)
  const body = { version: draft.version, people: recipients }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => post(turn % 2 ? one : other, 1 + (turn % 2), `/${draft.id}/send`, body)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  await expect.poll(() => stateOf(draft.id), longWait).toBe('sent')
  expect(await seatCountOf(draft.id)).toEqual(everybodyOnce())
})

test('a server that is killed during delivery leaves nobody out and notifies nobody twice', patience, async () => {
  const [one, other] = servers as [RunningServer, RunningServer]
  const { data: draft } = await post(one, 1, '', content)
  // Slow enough to interfere halfway.
  await connection.pool.query(`create function slowly() returns trigger language plpgsql as
    'begin perform pg_sleep(0.3); return null; end'`)
  await connection.pool.query(
    'create trigger slowed after insert on outbox for each statement execute function slowly()',
  )
  expect((await post(one, 1, `/${draft.id}/send`, { version: draft.version, people: recipients })).status).toBe(200)
  await expect.poll(async () => (await seatCountOf(draft.id)).told, longWait).toBeGreaterThan(0)
  for (const { program } of [one, other]) {
    program.child.kill('SIGKILL')
    await program.ended
  }
  const halfway = (await seatCountOf(draft.id)).told!
  expect([halfway > 0, halfway < recipients, await stateOf(draft.id)]).toEqual([true, true, 'sending'])
  await connection.pool.query('drop trigger slowed on outbox')
  // Meanwhile two pending recipients lose their access.
  const { rows: waiting } = await connection.pool.query<{ account_id: string }>(
    `select account_id from announcement_recipient where announcement_id = $1 and state = 'waiting' order by account_id limit 2`,
    [draft.id],
  )
  const [disabled, deleted] = waiting
  await connection.pool.query(`update account set status = 'disabled' where id = $1`, [disabled!.account_id])
  await connection.pool.query(
    `update account set status = 'deleted', nickname = null, real_name = null, email = null, phone = null, province = null,
       city = null, school = null, department = null, title = null where id = $1`,
    [deleted!.account_id],
  )
  recipients -= 2
  servers = await Promise.all([startServer(databaseUrl, folder), startServer(databaseUrl, folder)])
  await expect.poll(() => stateOf(draft.id), longWait).toBe('sent')
  expect(await seatCountOf(draft.id)).toEqual(everybodyOnce())
  const { rows } = await connection.pool.query(
    'select from notice where announcement_id = $1 and account_id = any ($2::uuid[])',
    [draft.id, waiting.map(({ account_id: id }) => id)],
  )
  expect(rows.length).toBe(0)
})
