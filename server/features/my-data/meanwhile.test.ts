import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam, type Team } from '@lectern/contract/teams/teams.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { eventually, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { teamMember } from '../teams/tables.ts'

// Requests of a user whose account is deleted while they run.

let site: TestSite
let activityId: ActivityId
let inviteCode: string
let teamId: Team['id']

beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site))
  const captain = await createPerson(site)
  const made = await site.call('POST', '/api/teams', {
    headers: captain.headers,
    body: { activityId, name: 'Harbour', slogan: '' },
  })
  const team = made.data(createTeam)
  teamId = team.id
  inviteCode = team.invite!.code
})
afterAll(() => site.close())

const waiting = async (): Promise<number> => {
  const { rows } = await site.pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waiting
}

const remove = ({ username, headers }: TestPerson): Promise<Answer> =>
  site.call('POST', '/api/account/deletion', { headers, body: { username, password: ownPassword } })

/** Blocks the request with a lock in the database, deletes the account meanwhile, and lets both continue. */
const deleteDuring = async (
  person: TestPerson,
  lock: string,
  values: unknown[],
  call: () => Promise<Answer>,
): Promise<{ called: Answer; removed: Answer }> => {
  const client = await site.pool.connect()
  try {
    await client.query('begin')
    await client.query(lock, values)
    const called = call()
    await eventually(async () => expect(await waiting()).toBe(1))
    let isRemoved = false
    const removed = remove(person).finally(() => (isRemoved = true))
    await eventually(async () => expect(isRemoved || (await waiting()) === 2).toBe(true))
    await client.query('commit')
    return { called: await called, removed: await removed }
  } finally {
    client.release(true)
  }
}

it('leaves a team that is being joined', async () => {
  const person = await createOwner(site)
  const lock = 'select from team where id = $1 for update'
  const { called, removed } = await deleteDuring(person, lock, [teamId], () =>
    site.call('POST', `/api/joining/${inviteCode}`, { headers: person.headers }),
  )
  expect([called.status, removed.status]).toEqual([200, 200])
  expect(await site.db.$count(teamMember, eq(teamMember.accountId, person.id))).toBe(0)
})

it('disbands a team that is being made', async () => {
  const person = await createOwner(site)
  // Creating a team reads the activity and locks the edition rules.
  const lock = 'lock table team in exclusive mode'
  const { called, removed } = await deleteDuring(person, lock, [], () =>
    site.call('POST', '/api/teams', { headers: person.headers, body: { activityId, name: 'Short', slogan: '' } }),
  )
  expect(removed.status).toBe(200)
  // Created and deleted again before it is shown, or created before.
  expect([200, 404]).toContain(called.status)
  const { rows } = await site.pool.query(`select disbanded_at is null as alive from team where name = 'Short'`)
  expect(rows).toEqual([{ alive: false }])
  expect(await site.db.$count(teamMember, eq(teamMember.accountId, person.id))).toBe(0)
})

it('does not meet a picture that is being set in a deadlock', async () => {
  const person = await createOwner(site)
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const client = await site.pool.connect()
  await client.query('begin')
  await client.query('select from account where id = $1 for update', [person.id])
  const removed = remove(person)
  await eventually(async () => expect(await waiting()).toBe(1))
  const pictured = fetch(`${site.url}/api/account/avatar`, {
    method: 'PUT',
    headers: { ...person.headers, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  await eventually(async () => expect(await waiting()).toBe(2))
  await client.query('commit')
  client.release(true)
  expect([(await removed).status, (await pictured).status]).toEqual([200, 404])
})

it('refuses to join or to make a team once it is under way', async () => {
  const person = await createOwner(site)
  const client = await site.pool.connect()
  await client.query('begin')
  // The first lock of a deletion.
  await client.query(`update account set status = 'deleted' where id = $1`, [person.id])
  const calls = Promise.all([
    site.call('POST', `/api/joining/${inviteCode}`, { headers: person.headers }),
    site.call('POST', '/api/teams', { headers: person.headers, body: { activityId, name: 'Never', slogan: '' } }),
  ])
  await eventually(async () => expect(await waiting()).toBe(2))
  await client.query('commit')
  client.release(true)
  expect((await calls).map(({ status }) => status)).toEqual([401, 401])
})
