import { rm } from 'node:fs/promises'
import type { Envelope } from '@lectern/contract/envelope.ts'
import type { AccountId, ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { repetitions } from '@lectern/contract/testing/repetitions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roundInvariants } from './features/rounds/invariants.ts'
import { sheetInvariants } from './features/scoring/invariants.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { brokenInvariants } from './platform/invariants.ts'
import { createEdition } from './testing/contest.ts'
import { createDatabase } from './testing/database.ts'
import { examineAfterEach } from './testing/examination.ts'
import { createManyPeople, headersOfPerson } from './testing/many-people.ts'
import { newFolder } from './testing/program.ts'
import { storeAcceptedWork } from './testing/accepted-works.ts'
import { storeAssignment, storeEntry, storeReviewer, storeRound, moveStoredRound } from './testing/rounds.ts'
import { fetchPatiently, startServer, stopServer, type RunningServer } from './testing/servers.ts'
import type { TestPerson } from './testing/people.ts'
import type { TestSite } from './testing/site.ts'
import { createWorkActivity } from './testing/works.ts'

// Two server processes on one database. Person 1 and 2 are organisers, those from 11 on experts, those from 101 on captains.

const [people, experts, works] = [repetitions(300, 600, 1_200), 8, 6]
const day = 86_400_000

let folder: string
let databaseUrl: string
let connection: Connection
let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let servers: RunningServer[] = []
const accounts = new Map<number, AccountId>()

beforeAll(async () => {
  folder = await newFolder()
  databaseUrl = await createDatabase()
  connection = connect(databaseUrl, () => undefined)
  // Fixtures only use the database.
  site = connection as unknown as TestSite
  await createManyPeople(connection.pool, people)
  const { rows } = await connection.pool.query<{ id: AccountId; number: number }>(
    `update account set access = case when n <= 2 then 'admin' when n between 11 and 100 then 'expert' else 'user' end
     from (select id, substr(username, 7)::integer as n from account) as numbered where numbered.id = account.id
     returning account.id, n as number`,
  )
  for (const { id, number } of rows) accounts.set(number, id)
  editionId = await createEdition(connection)
  activityId = await createWorkActivity(site, editionId)
  servers = await Promise.all([startServer(databaseUrl, folder), startServer(databaseUrl, folder)])
}, 120_000)
afterAll(async () => {
  for (const server of servers) await stopServer(server)
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})
examineAfterEach(() => connection)

interface Outcome {
  status: number
  /** `ok`, or the name of the failure. */
  said: string
  data: { version?: number; task?: string } & Record<string, unknown>
}

const call = async (server: number, person: number, method: string, path: string, body?: unknown): Promise<Outcome> => {
  const response = await fetchPatiently(servers[server]!.url + path, {
    method,
    headers: { ...headersOfPerson(person), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as Envelope<Outcome['data'] & { error: string }>
  return { status: response.status, said: response.ok ? 'ok' : data.error, data }
}

let captains = 100

/** An open round; the servers use the real clock. */
const startRound = async ({ isDealt = true, state = 'open' }: { isDealt?: boolean; state?: 'open' | 'draft' } = {}) => {
  const [opensAt, closesAt] = [new Date(Date.now() - day), new Date(Date.now() + day)]
  const round = await storeRound(site, { editionId, activityIds: [activityId], opensAt, closesAt })
  const reviewers = await Promise.all(
    Array.from({ length: experts }, (_, index) =>
      storeReviewer(site, round.id, accounts.get(11 + index)!, { institution: `第 ${index} 大学`, maxWorks: 6 }),
    ),
  )
  const entries: { id: string; code: string; workId: string }[] = []
  for (let index = 0; index < works; index += 1) {
    captains += 1
    const captain = { id: accounts.get(captains)! } as TestPerson
    const { workId } = await storeAcceptedWork(site, activityId, { captain })
    const entry = await storeEntry(site, round.id, workId)
    entries.push(entry)
    if (isDealt)
      for (const turn of [0, 1]) await storeAssignment(site, round.id, entry.id, reviewers[(index + turn) % experts]!)
  }
  if (state !== 'draft') await moveStoredRound(site, round.id, state)
  return { ...round, reviewers, entries }
}
type Round = Awaited<ReturnType<typeof startRound>>

const versionOf = async ({ id }: Round): Promise<number> => {
  const { rows } = await connection.pool.query<{ version: number }>(`select version from round where id = $1`, [id])
  return rows[0]!.version
}

const holdRules = async (): Promise<void> => {
  expect(await brokenInvariants(connection.pool, [...roundInvariants, ...sheetInvariants])).toEqual([])
}

const blank = { comment: '', remark: '', notes: [], places: {}, seconds: 0 }
const save = (server: number, expert: number, code: string, version: number) =>
  call(server, expert, 'PUT', `/api/review/works/${code}/sheet`, {
    ...blank,
    version,
    scores: { design: (version % 60) * 100 },
  })

const rounds = repetitions(2, 8, 20)

test('two plans at once: one of them is stored and published, once', async () => {
  for (let turn = 0; turn < Math.min(rounds, 5); turn += 1) {
    const round = await startRound({ isDealt: false, state: 'draft' })
    const path = `/api/rounds/${round.id}/plan`
    const started = await Promise.all(
      [0, 1].map((at) => call(at, at + 1, 'POST', path, { seed: `seed ${at}`, fields: [] })),
    )
    expect(started.map(({ said }) => said)).toEqual(['ok', 'ok'])
    let plan: { seed: string; madeAt: string } | null = null
    await expect
      .poll(
        async () => {
          const { data } = await call(0, 1, 'GET', path)
          plan = data['plan'] as typeof plan
          return data['task']
        },
        { timeout: 60_000 },
      )
      .toBeNull()
    const { seed, madeAt } = plan!
    const published = await Promise.all(
      [0, 1].map((at) => call(at, at + 1, 'POST', `${path}/publication`, { seed, madeAt })),
    )
    expect(published.map(({ said }) => said).toSorted()).toEqual(['ok', 'plan.stale'])
    const { rows } = await connection.pool.query<{ count: number }>(
      `select count(*)::integer as count from assignment where round_id = $1 and state = 'open' group by entry_id`,
      [round.id],
    )
    expect(rows.map(({ count }) => count)).toEqual(Array.from({ length: works }, () => 2))
    await holdRules()
  }
}, 180_000)

test('two organisers who give the same work to the same expert: one does, the other is told', async () => {
  for (let turn = 0; turn < rounds; turn += 1) {
    const round = await startRound()
    const path = `/api/rounds/${round.id}/works/${round.entries[0]!.id}/assignments`
    const body = { reviewer: round.reviewers[5]!, isThird: false }
    const given = await Promise.all([0, 1].map((at) => call(at, at + 1, 'POST', path, body)))
    expect(given.map(({ said }) => said).toSorted()).toEqual(['assignment.exists', 'ok'])
    await holdRules()
  }
}, 120_000)

test('a work that is given and an expert who is removed, or a conflict that is set, at the same time: nobody judges who must not', async () => {
  for (let turn = 0; turn < rounds; turn += 1) {
    const round = await startRound()
    const office = `/api/rounds/${round.id}`
    const [entry, reviewer] = [round.entries[0]!.id, round.reviewers[5]!]
    const outcomes = await Promise.all([
      call(0, 1, 'POST', `${office}/works/${entry}/assignments`, { reviewer, isThird: false }),
      turn % 2 === 0
        ? call(1, 2, 'POST', `${office}/conflicts`, { reviewer, entry, reason: 'They are friends' })
        : call(1, 2, 'POST', `${office}/reviewers/${reviewer}/replacement`, {
            by: null,
            keepSheets: true,
            reason: 'Ill',
          }),
      call(0, 16, 'POST', `/api/review/rounds/${round.code}/answer`, { accept: false, reason: 'No time' }),
    ])
    for (const { status } of outcomes) expect(status).toBeLessThan(500)
    await holdRules()
  }
}, 120_000)

test('a work that is taken out of the contest while it is given to an expert: it is out of the round, and nobody reads it', async () => {
  const round = await startRound()
  const { id, code, workId } = round.entries[0]!
  const { rows } = await connection.pool.query<{ version: number }>(`select version from work where id = $1`, [workId])
  const decided = [{ id: workId, version: rows[0]!.version }]
  const decision = { works: decided, decision: 'disqualified', reason: 'Copied' }
  const outcomes = await Promise.all([
    call(0, 1, 'POST', '/api/works/decisions', decision),
    call(1, 2, 'POST', `/api/rounds/${round.id}/works/${id}/assignments`, {
      reviewer: round.reviewers[5]!,
      isThird: false,
    }),
  ])
  expect(outcomes[0].said).toBe('ok')
  expect(['ok', 'entry.notAccepted']).toContain(outcomes[1].said)
  for (const expert of [11, 12, 16])
    expect((await call(1, expert, 'GET', `/api/review/works/${code}`)).status).not.toBe(200)
  await holdRules()
}, 60_000)

/** Experts save as fast as they can until they are refused or cut off; what was acknowledged, by expert. */
const saveOn = (round: Round, server: (expert: number) => number) => {
  let isOver = false
  const acknowledged = new Map<number, number>()
  const refusals = new Set<string>()
  const writing = Array.from({ length: experts - 2 }, async (_, index) => {
    const [expert, { code }] = [11 + index, round.entries[index]!]
    for (let version = 0; !isOver; version += 1) {
      const answer = await save(server(expert), expert, code, version).catch(() => undefined)
      if (answer?.said !== 'ok') {
        if (answer) refusals.add(answer.said)
        return
      }
      acknowledged.set(expert, answer.data.version!)
    }
  })
  return { acknowledged, refusals, end: () => (isOver = true), writing: Promise.all(writing) }
}

const storedVersions = async (round: Round): Promise<Map<number, { version: number; design: number }>> => {
  const { rows } = await connection.pool.query<{ expert: number; version: number; design: number }>(
    `select substr(username, 7)::integer as expert, sheet.version, (scores ->> 'design')::integer as design
     from sheet join assignment on assignment.id = assignment_id join reviewer on reviewer.id = reviewer_id join account on account.id = account_id
     where assignment.round_id = $1`,
    [round.id],
  )
  return new Map(rows.map(({ expert, ...row }) => [expert, row]))
}

test('what is acknowledged while another process closes the round is stored, and nothing is written after it', async () => {
  for (let turn = 0; turn < rounds; turn += 1) {
    const round = await startRound()
    const { acknowledged, refusals, writing } = saveOn(round, (expert) => expert % 2)
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBe(experts - 2)
    const closed = await call(turn % 2, 1, 'POST', `/api/rounds/${round.id}/steps`, {
      step: 'close',
      version: await versionOf(round),
    })
    expect(closed.said).toBe('ok')
    const atClosing = await storedVersions(round)
    await writing
    expect([...refusals]).toEqual(['round.ended'])
    const stored = await storedVersions(round)
    expect(stored).toEqual(atClosing)
    for (const [expert, version] of acknowledged) expect(stored.get(expert)!.version).toBe(version)
  }
}, 120_000)

test('kill -9 of a process while experts save loses nothing that was acknowledged, and the others go on', async () => {
  for (let turn = 0; turn < rounds; turn += 1) {
    const round = await startRound()
    const { acknowledged, end, writing } = saveOn(round, (expert) => expert % 2)
    await expect
      .poll(() => Math.min(...[11, 12, 13, 14, 15, 16].map((expert) => acknowledged.get(expert) ?? 0)), {
        timeout: 30_000,
      })
      .toBeGreaterThan(3)
    const { program } = servers[1]!
    program.child.kill('SIGKILL')
    await program.ended
    const seen = acknowledged.get(12)!
    await expect.poll(() => acknowledged.get(12)! > seen, { timeout: 30_000 }).toBe(true)
    end()
    await writing
    const stored = await storedVersions(round)
    for (const [expert, version] of acknowledged) {
      const found = stored.get(expert)!
      // A save that was committed and not acknowledged may be there, too.
      expect([version, version + 1]).toContain(found.version)
      expect(found.design).toBe(((found.version - 1) % 60) * 100)
    }
    servers[1] = await startServer(databaseUrl, folder)
    // The expert goes on where they were. A busy server may ask to try again.
    const { version } = stored.get(11)!
    const goOn = async () => (await save(1, 11, round.entries[0]!.code, version)).said
    await expect.poll(goOn, { timeout: 30_000 }).toBe('ok')
    await holdRules()
  }
}, 240_000)
