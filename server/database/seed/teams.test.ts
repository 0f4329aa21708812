import { isDeepStrictEqual } from 'node:util'
import { enrolmentMoves, enrolmentStates, placeStates } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isComplete } from '../../features/accounts/service.ts'
import { createAuditChain, verifyAudit } from '../../features/audit/chain.ts'
import { audit } from '../../features/audit/tables.ts'
import { phaseOf, soonMilliseconds, standingOf } from '../../features/competition/phases/phases.ts'
import { activity, edition, extension, phase, seatCount } from '../../features/competition/tables.ts'
import { deadlineOf } from '../../features/competition/service.ts'
import { judgeAnswers } from '../../features/enrolments/answers/answers.ts'
import { remindTeams } from '../../features/enrolments/notices/reminders.ts'
import { snapshotOf } from '../../features/enrolments/service.ts'
import { enrolment, enrolmentEvent } from '../../features/enrolments/tables.ts'
import { notifyDecisions } from '../../features/enrolments/office/decision-notices.ts'
import { notice } from '../../features/notices/tables.ts'
import { loadSettings } from '../../features/settings/service.ts'
import { viewTeams, type TeamView } from '../../features/teams/service.ts'
import { invitation, team } from '../../features/teams/tables.ts'
import { features } from '../../features.ts'
import { loadInstallation, systemContext } from '../../installation.ts'
import type { Ctx } from '../../platform/context.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { and, eq, getTableColumns, sql } from '../../platform/database/drizzle.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { createDatabase } from '../../testing/database.ts'
import { temporaryStorage } from '../../testing/files.ts'
import { absentFolder } from '../../testing/program.ts'
import { fixedNow } from '../../testing/site.ts'
import { seedCompetition } from './competition.ts'
import { closingTime } from './dates.ts'
import { seedPeople } from './people.ts'
import { createSeedFiles } from './seed-files.ts'
import { seedTeams } from './teams.ts'

let connection: Connection
let ctx: Ctx
let teams: TeamView[]
let enrolments: (typeof enrolment.$inferSelect)[]

/** A moment of the day at which the day is another one where the contest takes place. */
const late = new Date(fixedNow.getTime() + 8 * 3_600_000)

beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
  const { db } = connection
  const people = await seedPeople(db, late, null)
  await seedCompetition(db, createSeedFiles(db, await temporaryStorage(), people[0]!.id, late), late)
  await seedTeams(db, people, late)
  const config = { publicUrl: undefined, routerBase: '/', port: 0, demo: true, smtpUrl: undefined, sms: undefined }
  const seedConfig = { ...config, dataDirectory: absentFolder() }
  const installation = await loadInstallation(
    seedConfig,
    db,
    await loadSettings(db, createEncryption(seedConfig)),
    features,
  )
  ctx = systemContext({ db, installation, clock: { now: () => late } })
  const ids = await db.select({ id: team.id }).from(team)
  teams = await viewTeams(
    ctx,
    ids.map(({ id }) => id),
  )
  enrolments = await db.select().from(enrolment)
})
afterAll(() => connection.close())

const counted = <Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> =>
  Object.fromEntries(
    [...new Set(keys)].toSorted().map((key) => [key, keys.filter((other) => other === key).length]),
  ) as never

const teamOf = (id: TeamId): TeamView => teams.find((view) => view.id === id)!

test('no organiser of the demo is in a team or invited to one: they can show everything', async () => {
  const { rows } = await connection.pool.query(`
    select username from account where access = 'admin' and (
      exists (select from team_member where account_id = account.id)
      or exists (select from invitation where account_id = account.id or contact in (email, phone))
    )`)
  expect(rows).toEqual([])
})

test('one activity is open, one closes soon, one is full, one is closed and one upcoming', async () => {
  const { db } = connection
  const rows = await db
    .select({
      id: activity.id,
      code: activity.code,
      capacity: activity.capacity,
      taken: sql<number>`coalesce(${seatCount.taken}, 0)`,
      waiting: sql<number>`coalesce(${seatCount.waiting}, 0)`,
    })
    .from(activity)
    .innerJoin(edition, and(eq(edition.id, activity.editionId), edition.current))
    .leftJoin(seatCount, eq(seatCount.activityId, activity.id))
  const phases = await db
    .select(getTableColumns(phase))
    .from(phase)
    .innerJoin(edition, and(eq(edition.id, phase.editionId), edition.current))
  const standings = rows.map(({ id, code, ...places }) => {
    const window = phaseOf(phases, id, 'enrolment')
    return [code, standingOf(window, late, places)]
  })
  expect(Object.fromEntries(standings)).toEqual({
    AI: 'closingSoon',
    FZ: 'closed',
    KC: 'open',
    TB: 'full',
    WK: 'upcoming',
  })
})

test('whatever the hour of the first start, what closes in two days closes soon', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = new Date(fixedNow.getTime() + hour * 3_600_000)
    const left = closingTime(2, now).getTime() - now.getTime()
    expect([hour, left > 0 && left <= soonMilliseconds]).toEqual([hour, true])
  }
})

test('teams are in every activity that has opened, their enrolments in every state, and one has not begun', () => {
  expect(counted(teams.map((view) => view.activity.code))).toEqual({ AI: 24, FZ: 18, KC: 24, TB: 4 })
  expect(Object.keys(counted(enrolments.map(({ state }) => state)))).toEqual(enrolmentStates.toSorted())
  expect(teams.length - enrolments.length).toBe(1)
})

test('teams are within their limits, and every profile in a submitted one is complete', () => {
  const wrong = teams.filter(({ members, activity: { teamMin, teamMax, advisorsMax } }) => {
    const advisors = members.filter(({ role }) => role === 'advisor').length
    const size = members.length - advisors
    return size < teamMin || size > teamMax || advisors > advisorsMax || members[0]!.role !== 'captain'
  })
  const people = enrolments.filter(({ number }) => number).flatMap(({ teamId }) => teamOf(teamId).members)
  expect([wrong, people.filter(({ account }) => !isComplete(account, ['mail', 'sms']))]).toEqual([[], []])
  expect(new Set(people.map(({ account }) => account.province)).size).toBeGreaterThan(20)
})

test('what was submitted is complete, and its snapshot is the team', () => {
  const submitted = enrolments.filter(({ submittedAt }) => submittedAt)
  const problems = submitted.flatMap(({ teamId, answers }) =>
    judgeAnswers(teamOf(teamId).activity.fields, answers, new Map(), 'en-US'),
  )
  expect(problems).toEqual([])
  expect(submitted.map(({ snapshot, school, province }) => [snapshot, school, province])).toEqual(
    submitted.map(({ teamId }) => {
      const view = teamOf(teamId)
      const captain = view.members[0]!.account
      return [snapshotOf(view), captain.school, captain.province]
    }),
  )
  const strangers = enrolments.flatMap(({ teamId, answers }) => {
    const known = teamOf(teamId).activity.fields.map(({ id }) => id)
    return Object.keys(answers).filter((id) => !known.includes(id))
  })
  expect(strangers).toEqual([])
})

test('numbers are given in the order of submission, without gaps, and the tallies agree', async () => {
  const seatCounts = await connection.db.select().from(seatCount)
  const firsts = await connection.db
    .select({ id: enrolmentEvent.enrolmentId, at: sql<string>`min(${enrolmentEvent.at})` })
    .from(enrolmentEvent)
    .where(sql`${enrolmentEvent.toState} = 'submitted'`)
    .groupBy(enrolmentEvent.enrolmentId)
  const firstOf = new Map(firsts.map(({ id, at }) => [id, at]))
  const expected = (activityId: ActivityId) => {
    const own = enrolments.filter((row) => row.activityId === activityId)
    const numbered = own
      .filter(({ number }) => number)
      .toSorted((a, b) => (firstOf.get(a.id)! < firstOf.get(b.id)! ? -1 : 1))
    const { code, edition: { year } = {} } = teams.find((view) => view.activityId === activityId)?.activity ?? {}
    const numbers = numbered.map((_, index) => `${year}-${code}-${String(index + 1).padStart(4, '0')}`)
    expect(numbered.map(({ number }) => number)).toEqual(numbers)
    const taken = own.filter(({ state }) => (placeStates as readonly string[]).includes(state)).length
    return { activityId, taken, lastNumber: numbered.length }
  }
  expect(seatCounts.map(({ activityId, taken, lastNumber }) => ({ activityId, taken, lastNumber }))).toEqual(
    seatCounts.map(({ activityId }) => expected(activityId)),
  )
})

test('what has happened follows the map of states, in time and while it was time', async () => {
  const events = await connection.db.select().from(enrolmentEvent).orderBy(enrolmentEvent.position)
  const phases = await connection.db.select().from(phase)
  for (const row of enrolments) {
    const own = events.filter(({ enrolmentId }) => enrolmentId === row.id)
    const states = ['draft', ...own.map(({ toState }) => toState)]
    expect(states.at(-1)).toBe(row.state)
    expect(own.map(({ fromState }) => fromState)).toEqual(states.slice(0, -1))
    const outside = own.filter(
      ({ fromState, toState }) => !(enrolmentMoves[fromState!] as readonly string[]).includes(toState),
    )
    expect(outside).toEqual([])
    const moments = own.map(({ at }) => at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    const ofEdition = phases.filter(({ editionId }) => editionId === row.editionId)
    const { opensAt, closesAt, graceUntil } = deadlineOf(ofEdition, row.activityId, 'enrolment')!
    expect(row.createdAt >= opensAt && row.createdAt < closesAt).toBe(true)
    const first = own.find(({ toState }) => toState === 'submitted')
    if (first) expect([first.at < closesAt, first.at < graceUntil]).toEqual([!row.inGrace, true])
    expect(own.filter(({ at, notifyAt }) => at >= late || (notifyAt && notifyAt >= late))).toEqual([])
    expect(row.resubmitBy === null || row.resubmitBy > late).toBe(true)
    expect((row.state === 'returned') === (row.resubmitBy !== null)).toBe(true)
  }
  expect(enrolments.filter(({ inGrace }) => inGrace).length).toBe(1)
})

test('nobody joined a team before they had an account, nor a frozen team', () => {
  const early = teams.flatMap(({ members }) => members.filter(({ account, joinedAt }) => joinedAt < account.createdAt))
  const lateConnections = enrolments.flatMap(({ teamId, submittedAt }) =>
    teamOf(teamId).members.filter(({ joinedAt }) => submittedAt && joinedAt > submittedAt),
  )
  expect([early, lateConnections]).toEqual([[], []])
})

test('some are invited, and one team has been given more time', async () => {
  const invitations = await connection.db.select().from(invitation)
  expect(counted(invitations.map(({ state }) => state))).toEqual({ declined: 1, pending: 6 })
  expect(invitations.filter(({ expiresAt }) => expiresAt <= late)).toEqual([])
  const [more] = await connection.db.select().from(extension)
  expect(teamOf(more!.teamId).deadlines.enrolment).toMatchObject({ closesAt: more!.until, isExtended: true })
  expect(more!.until > late).toBe(true)
})

test('one team is changing what it has submitted, which is complete and differs', async () => {
  const amended = enrolments.filter(({ amendment }) => amendment !== null)
  expect(amended.map(({ state, amendmentVersion }) => [state, amendmentVersion])).toEqual([['submitted', 2]])
  const [{ activityId, amendment, answers, amendmentStartedAt, submittedAt }] = amended as [(typeof amended)[0]]
  const [{ fields }] = (await connection.db.select().from(activity).where(eq(activity.id, activityId))) as [
    typeof activity.$inferSelect,
  ]
  expect(judgeAnswers(fields, amendment!, new Map(), 'zh-TW')).toEqual([])
  expect(Object.keys(amendment!).filter((id) => !isDeepStrictEqual(amendment![id], answers[id]))).toEqual(['abstract'])
  expect(amendmentStartedAt! > submittedAt! && amendmentStartedAt! < late).toBe(true)
})

test('everybody concerned has been notified, so that the jobs of a new demo have nothing to send', async () => {
  const countNotices = () => connection.db.$count(notice)
  const before = await countNotices()
  await notifyDecisions(ctx)
  await remindTeams(ctx)
  expect(await countNotices()).toBe(before)
  const tooEarlyOrLate = await connection.db
    .select()
    .from(notice)
    .where(sql`${notice.createdAt} >= ${late}`)
  expect(tooEarlyOrLate).toEqual([])
})

test('the log tells how it came about, and its chain holds', async () => {
  await createAuditChain(connection).run()
  const actions = await connection.db.select({ action: audit.action }).from(audit)
  expect(await verifyAudit(connection.db, late)).toEqual({ entries: actions.length, broken: undefined })
  const { 'team.created': created, 'enrolment.created': begun, ...rest } = counted(actions.map(({ action }) => action))
  expect([created, begun, rest['extension.granted']]).toEqual([teams.length, enrolments.length, 1])
})

test('an activity that has not opened has no team', async () => {
  const [upcoming] = await connection.db
    .select()
    .from(activity)
    .where(sql`${activity.code} = 'WK'`)
  expect(teams.filter(({ activityId }) => activityId === upcoming!.id)).toEqual([])
})
