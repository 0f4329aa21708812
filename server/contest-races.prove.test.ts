import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@lectern/contract/envelope.ts'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { repetitions } from '@lectern/contract/testing/repetitions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from './features/sign-in/passwords/passwords.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { createActivity, createEdition, createPhase } from './testing/contest.ts'
import { createManyPeople, createReadyTeams, headersOfPerson, someId, type Ready } from './testing/many-people.ts'
import { ownPassword } from './testing/owners.ts'
import { createDatabase } from './testing/database.ts'
import { examineAfterEach } from './testing/examination.ts'
import { newFolder } from './testing/program.ts'
import { fetchPatiently, startServer, stopServer, type RunningServer } from './testing/servers.ts'

// Two server processes on one database, as behind a load balancer: in-memory state must not matter.

/** Teams that want a place at the same time. */
const crowd = 200

/** 220 who stay, 60 who may delete their accounts, and others. */
const people = 290
const staying = 220
const day = 86_400_000

let folder: string
let connection: Connection
let databaseUrl: string
let editionId: EditionId
let servers: RunningServer[] = []

beforeAll(async () => {
  folder = await newFolder()
  databaseUrl = await createDatabase()
  connection = connect(databaseUrl, () => undefined)
  await createManyPeople(connection.pool, people)
  editionId = await createEdition(connection)
  servers = await Promise.all([startServer(databaseUrl, folder), startServer(databaseUrl, folder)])
})
afterAll(async () => {
  for (const server of servers) await stopServer(server)
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
examineAfterEach(() => connection)

const openActivity = async (values: Parameters<typeof createActivity>[2] = {}): Promise<ActivityId> => {
  const id = await createActivity(connection, editionId, values)
  // The servers use the real clock.
  const [opensAt, closesAt] = [new Date(Date.now() - day), new Date(Date.now() + 30 * day)]
  await createPhase(connection, editionId, { activityId: id, opensAt, closesAt })
  return id
}

interface Outcome<Data = unknown> {
  status: number
  /** `ok`, or the name of the failure. */
  said: string
  data: Data
}

/** Requests alternate between the servers. */
let turn = 0
const call = async <Data>(
  person: number,
  path: string,
  body: unknown,
  key?: string,
  method = 'POST',
): Promise<Outcome<Data>> => {
  turn += 1
  const { url } = servers[turn % servers.length]!
  const response = await fetchPatiently(url + path, {
    method,
    headers: {
      ...headersOfPerson(person),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as Envelope<Data & { error: string }>
  return { status: response.status, said: response.ok ? 'ok' : data.error, data }
}

const submit = ({ id, captain }: Ready, key?: string) =>
  call<Enrolment>(captain, `/api/enrolments/${id}/submission`, { version: 1 }, key)

const counted = (outcomes: Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { said } of outcomes) counts[said] = (counts[said] ?? 0) + 1
  return counts
}

const ask = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await connection.pool.query<Row>(statement, values)).rows

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** The state of an activity: seats, numbers, and for each submission its event, audit entry, notice and letter. */
const recordOf = async (activityId: ActivityId) => {
  const [seatCount] = await ask<{ taken: number; last: number }>(
    'select taken, last_number as last from tally where activity_id = $1',
    activityId,
  )
  const rows = await ask<{ sequence: number; traces: number[] }>(
    `select sequence, array[
       (select count(*) from enrolment_event where enrolment_id = enrolment.id),
       (select count(*) from audit where subject_id = enrolment.id::text and action = 'enrolment.submitted'),
       (select count(*) from notice where link like '%' || enrolment.id::text),
       (select count(*) from outbox where content->>'link' like '%' || enrolment.id::text)
     ]::integer[] as traces
     from enrolment where activity_id = $1 and state = 'submitted' order by sequence`,
    activityId,
  )
  return { ...seatCount, sequences: rows.map(({ sequence }) => sequence), traces: rows.map(({ traces }) => traces) }
}

/** This many submissions, each once and complete. */
const recordOfWhole = (count: number) => ({
  taken: count,
  last: count,
  sequences: upTo(count),
  traces: upTo(count).map(() => [1, 1, 1, 1]),
})

describe('places', () => {
  test.each(upTo(repetitions(1, 6, 20)))(`for ten go to ten of ${crowd} who come at once (round %i)`, async () => {
    const activityId = await openActivity({ capacity: 10 })
    const teams = await createReadyTeams(connection.pool, activityId, { count: crowd })
    const outcomes = await Promise.all(teams.map((team) => submit(team)))
    expect(counted(outcomes)).toEqual({ ok: 10, 'enrolment.full': crowd - 10 })
    expect(await recordOf(activityId)).toEqual(recordOfWhole(10))
  })
})

describe('a waiting list', () => {
  const wait = ({ id, captain }: Ready) => call(captain, `/api/enrolments/${id}/waiting`, undefined, undefined, 'PUT')
  const isOffered = async (activityId: ActivityId, count: number): Promise<boolean> =>
    (await ask('select from tally where activity_id = $1 and offered = $2', activityId, count)).length === 1

  test('keeps its order and its places while newcomers come at once', async () => {
    const activityId = await openActivity({ capacity: 10, waitingList: true })
    const holders = await createReadyTeams(connection.pool, activityId, { count: 10 })
    expect(counted(await Promise.all(holders.map((team) => submit(team))))).toEqual({ ok: 10 })
    const waiting = await createReadyTeams(connection.pool, activityId, { from: 11, count: 40 })
    expect(counted(await Promise.all([...waiting, ...waiting].map(wait)))).toEqual({ ok: 80 })
    const newcomers = await createReadyTeams(connection.pool, activityId, { from: 51, count: 60 })
    const leaving = holders.slice(0, 5)
    const outcomes = await Promise.all([
      ...newcomers.map((team) => submit(team)),
      ...leaving.map(({ id, captain }) => call(captain, `/api/enrolments/${id}/withdrawal`, { version: 2 })),
    ])
    expect(counted(outcomes)).toEqual({ ok: 5, 'enrolment.full': 60 })
    // The jobs of both processes offer seats.
    while (!(await isOffered(activityId, 5))) await sleep(200)
    const queue = await ask<{ id: string; isOffered: boolean }>(
      `select enrolment.id, offered_until is not null as "isOffered" from waiting join enrolment using (team_id)
       where waiting.activity_id = $1 order by turn`,
      activityId,
    )
    expect(queue.map((row) => row.isOffered)).toEqual(upTo(40).map((position) => position <= 5))
    const taken = await Promise.all([...waiting, ...newcomers].map((team) => submit(team)))
    expect(counted(taken)).toEqual({ ok: 5, 'waiting.notOffered': 35, 'enrolment.full': 60 })
    const [seatCount] = await ask('select taken, waiting, offered from tally where activity_id = $1', activityId)
    expect(seatCount).toEqual({ taken: 10, waiting: 35, offered: 0 })
  })
})

describe('changes to what was submitted', () => {
  const amendmentOf = ({ id }: Ready): string => `/api/enrolments/${id}/amendment`
  const submitAmended = ({ id, captain }: Ready, { version, amendment }: Enrolment) =>
    call<Enrolment>(captain, `/api/enrolments/${id}/submission`, { version, amendment: amendment!.version })

  /** Submitted, with an open amendment. */
  const createAmended = async (activityId: ActivityId, count: number) => {
    const teams = await createReadyTeams(connection.pool, activityId, { count })
    const sent = await Promise.all(teams.map((team) => submit(team)))
    const started = await Promise.all(
      teams.map((team, index) =>
        call<Enrolment>(team.captain, amendmentOf(team), { version: sent[index]!.data.version }),
      ),
    )
    return teams.map((team, index) => ({ team, enrolment: started[index]!.data }))
  }

  test('keep their places while many others come for them', async () => {
    const activityId = await openActivity({ capacity: 10 })
    const amended = await createAmended(activityId, 10)
    const others = await createReadyTeams(connection.pool, activityId, { from: 11, count: crowd - 10 })
    const outcomes = await Promise.all([
      ...others.map((team) => submit(team)),
      ...amended.map(({ team, enrolment }) => submitAmended(team, enrolment)),
    ])
    expect(counted(outcomes)).toEqual({ ok: 10, 'enrolment.full': crowd - 10 })
    expect(await recordOf(activityId)).toEqual({ ...recordOfWhole(10), traces: upTo(10).map(() => [2, 2, 2, 2]) })
  })

  test('are submitted once from two windows', async () => {
    const activityId = await openActivity()
    const amended = await createAmended(activityId, 20)
    const outcomes = await Promise.all(
      amended.flatMap(({ team, enrolment }) => [submitAmended(team, enrolment), submitAmended(team, enrolment)]),
    )
    expect(counted(outcomes)).toEqual({ ok: 20, 'resource.changed': 20 })
    expect(await recordOf(activityId)).toEqual({ ...recordOfWhole(20), traces: upTo(20).map(() => [2, 2, 2, 2]) })
  }, 30_000)

  test('are either submitted or decided on: whoever comes second is told', async () => {
    const activityId = await openActivity()
    const amended = await createAmended(activityId, 30)
    const organiser = people
    await connection.pool.query(`update account set access = 'admin' where username = $1`, [`crowd-${organiser}`])
    const decide = ({ id, version }: Enrolment) =>
      call(organiser, '/api/enrolments/decisions', { enrolments: [{ id, version }], decision: 'approved' })
    const outcomes = await Promise.all(
      amended.map(({ team, enrolment }) => Promise.all([submitAmended(team, enrolment), decide(enrolment)])),
    )
    await connection.pool.query(`update account set access = 'user' where username = $1`, [`crowd-${organiser}`])
    for (const pair of outcomes) expect(counted(pair)).toEqual({ ok: 1, 'resource.changed': 1 })
    const rows = await ask<{ state: string; count: number }>(
      'select state, count(*)::integer as count from enrolment where activity_id = $1 group by state',
      activityId,
    )
    const [submitted, decided] = [0, 1].map((which) => outcomes.filter((pair) => pair[which]!.said === 'ok').length)
    const found = new Map(rows.map(({ state, count }) => [state, count]))
    expect([found.get('submitted') ?? 0, found.get('approved') ?? 0]).toEqual([submitted, decided])
  }, 30_000)
})

describe('a seat', () => {
  const join = (person: number, { inviteCode }: Ready) => call(person, `/api/joining/${inviteCode}`, undefined)

  test('that is the last goes to one of two who join at once, in each of twenty teams', async () => {
    const activityId = await openActivity({ teamMax: 2 })
    const teams = await createReadyTeams(connection.pool, activityId, { count: 20 })
    const outcomes = await Promise.all(
      teams.flatMap((team) => [join(100 + team.captain, team), join(200 + team.captain, team)]),
    )
    expect(counted(outcomes)).toEqual({ ok: 20, 'team.full': 20 })
    const sizes = await ask<{ size: number }>(
      'select count(*)::integer as size from team_member where activity_id = $1 group by team_id',
      activityId,
    )
    expect(sizes.map(({ size }) => size)).toEqual(teams.map(() => 2))
  })

  test('is taken in one of two teams that somebody joins at once', async () => {
    const activityId = await openActivity({ teamMax: 30 })
    const teams = await createReadyTeams(connection.pool, activityId, { count: 2 })
    const joiners = upTo(20).map((number) => 100 + number)
    const outcomes = await Promise.all(joiners.flatMap((person) => teams.map((team) => join(person, team))))
    expect(counted(outcomes)).toEqual({ ok: 20, 'team.alreadyIn': 20 })
    const [seats] = await ask(
      `select count(*)::integer as seats, count(distinct account_id)::integer as people from team_member where activity_id = $1`,
      activityId,
    )
    expect(seats).toEqual({ seats: 22, people: 22 })
  })

  test('as an advisor is taken in five of eight teams that ask the same person', async () => {
    const activityId = await openActivity()
    const teams = await createReadyTeams(connection.pool, activityId, { count: 8 })
    const invitations = await ask<{ id: string }>(
      `insert into invitation (id, team_id, account_id, role, state, invited_by, created_at, expires_at)
       select ${someId}, team_id, (select id from account where username = 'crowd-99'), 'advisor', 'pending', account_id, now(), now() + interval '1 day'
       from team_member where activity_id = $1 returning id`,
      activityId,
    )
    const outcomes = await Promise.all(
      invitations.map(({ id }) => call(99, `/api/invitations/${id}/answer`, { accept: true })),
    )
    expect([teams.length, counted(outcomes)]).toEqual([8, { ok: 5, 'team.advisesEnough': 3 }])
  })
})

describe('an account that is deleted', () => {
  const rounds = repetitions(6, 24, 60)

  /** About as long as checking a password, so that requests collide in the database. */
  const somewhatLater = () => sleep(Math.random() * 250)

  test('while its owner joins and makes teams leaves nobody seated who is gone, and no team without a captain', async () => {
    const [joined, made] = [await openActivity({ teamMax: 30 }), await openActivity()]
    const teams = await createReadyTeams(connection.pool, joined, { count: 6 })
    const leavingMembers = upTo(rounds).map((number) => staying + number)
    await connection.pool.query(
      `insert into credential (account_id, password, password_changed_at)
       select id, $2, now() from account where username = any($1)`,
      [leavingMembers.map((number) => `crowd-${number}`), await hashPassword(ownPassword)],
    )
    const outcomes = await Promise.all(
      leavingMembers.flatMap((person) => [
        call(person, '/api/account/deletion', { username: `crowd-${person}`, password: ownPassword }),
        somewhatLater().then(() => call(person, `/api/joining/${teams[person % 6]!.inviteCode}`, undefined)),
        somewhatLater().then(() => call(person, '/api/teams', { activityId: made, name: 'Late', slogan: '' })),
      ]),
    )
    expect(outcomes.filter(({ status }) => status >= 500)).toEqual([])
    const gone = await ask(
      `select account.id from team_member join account on account.id = account_id
       where activity_id in ($1, $2) and account.status = 'deleted'`,
      joined,
      made,
    )
    const leaderless = await ask(
      `select id from team where activity_id in ($1, $2) and disbanded_at is null
         and not exists (select from team_member where team_id = team.id and role = 'captain')`,
      joined,
      made,
    )
    expect({ gone, leaderless }).toEqual({ gone: [], leaderless: [] })
  }, 60_000)
})

describe('a call', () => {
  test('that comes twenty times with one key is done once and answered alike', async () => {
    const activityId = await openActivity()
    const [team] = await createReadyTeams(connection.pool, activityId, { count: 1 })
    const outcomes = await Promise.all(upTo(20).map(() => submit(team!, 'the-key-of-a-double-click')))
    expect(outcomes).toEqual(upTo(20).map(() => outcomes[0]))
    expect([outcomes[0]!.said, outcomes[0]!.data.number]).toEqual(['ok', expect.stringMatching(/-0001$/)])
    expect(await recordOf(activityId)).toEqual(recordOfWhole(1))
  })

  test('that comes twenty times with different keys is done once', async () => {
    const activityId = await openActivity()
    const [team] = await createReadyTeams(connection.pool, activityId, { count: 1 })
    const outcomes = await Promise.all(upTo(20).map((number) => submit(team!, `another-key-${number}`)))
    expect(counted(outcomes)).toEqual({ ok: 1, 'resource.changed': 19 })
    expect(await recordOf(activityId)).toEqual(recordOfWhole(1))
  })
})

describe('the end of a phase that organisers bring forward while teams submit', () => {
  interface Submitted {
    id: string
    inGrace: boolean
  }

  /** These moments are hours away from the servers' clock, so that speed does not matter. */
  const endPhase = (activityId: ActivityId, hoursAgo: number) =>
    connection.pool.query(
      `update phase set closes_at = now() - $2 * interval '1 hour', grace_minutes = 60 where activity_id = $1`,
      [activityId, hoursAgo],
    )

  test('lets nobody in after it and its grace, by the clock of the server', async () => {
    const activityId = await openActivity()
    const teams = await createReadyTeams(connection.pool, activityId, { count: 60 })
    const [first, second, last] = [teams.slice(0, 20), teams.slice(20, 40), teams.slice(40)]
    // The others of each group are running while the end is moved: into the grace period, then beyond it.
    const inTime = first.map((team) => submit(team))
    await Promise.race(inTime)
    await endPhase(activityId, 0.5)
    const inGrace = second.map((team) => submit(team))
    await Promise.race(inGrace)
    await endPhase(activityId, 2)
    const tooLate = counted(await Promise.all(last.map((team) => submit(team))))
    const outcomes = await Promise.all([...inTime, ...inGrace])
    const taken = await ask<Submitted>(
      `select id, in_grace as "inGrace" from enrolment where activity_id = $1 and state = 'submitted'`,
      activityId,
    )
    const byGrace = (group: Ready[], isLate: boolean): number =>
      taken.filter(({ id, inGrace: late }) => late === isLate && group.some((team) => team.id === id)).length
    expect(tooLate).toEqual({ 'enrolment.closed': last.length })
    expect(outcomes.filter(({ said }) => said === 'ok').length).toBe(taken.length)
    expect(outcomes.filter(({ said }) => said !== 'ok' && said !== 'enrolment.closed')).toEqual([])
    // Late submissions are marked; the first of each group was stored before the next change.
    expect([byGrace(first, false) > 0, byGrace(second, true) > 0, byGrace(second, false)]).toEqual([true, true, 0])
    expect(await recordOf(activityId)).toEqual(recordOfWhole(taken.length))
  })
})

describe.runIf(process.platform !== 'win32')('a server that is killed in the middle of a flood', () => {
  test('loses nothing that was acknowledged and doubles nothing; started again, it goes on', async () => {
    const activityId = await openActivity()
    const teams = await createReadyTeams(connection.pool, activityId, { count: 60 })
    const acknowledged = new Map<string, string>()
    const cutOff: Ready[] = []
    const attempt = async (team: Ready): Promise<void> => {
      const { status, data } = await submit(team, `key-of-${team.id}`)
      if (status === 200) acknowledged.set(team.id, data.number!)
      else throw new Error(`answered ${status}`)
    }
    const [victim, witness] = servers as [RunningServer, RunningServer]
    const flood = Promise.all(teams.map((team) => attempt(team).catch(() => cutOff.push(team))))
    while (acknowledged.size < 10 && cutOff.length === 0) await sleep(1)
    victim.program.child.kill('SIGKILL')
    await Promise.all([flood, victim.program.ended])
    const kept = await ask<{ id: string; number: string }>(
      `select id, number from enrolment where activity_id = $1 and state = 'submitted'`,
      activityId,
    )
    const stored = new Map(kept.map(({ id, number }) => [id, number]))
    expect([...acknowledged].filter(([id, number]) => stored.get(id) !== number)).toEqual([])
    expect(cutOff.length).toBeGreaterThan(0)

    // Requests without a response are repeated: on the remaining server, and on the restarted one.
    servers = [witness, await startServer(databaseUrl, folder)]
    await Promise.all(cutOff.map(attempt))
    expect(acknowledged.size).toBe(teams.length)
    expect(await recordOf(activityId)).toEqual(recordOfWhole(teams.length))
  })
})
