import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { randomSeed, repetitions } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offerSeats } from './features/enrolments/waiting/offers.ts'
import { notifyDecisions } from './features/enrolments/office/decision-notices.ts'
import { createActivity, createEdition, createKnownTeacher, createPhase, daysFromNoon } from './testing/contest.ts'
import { brokenBy, findBrokenInvariants, type Limits } from './testing/contest-invariants.ts'
import * as moves from './testing/contest-moves.ts'
import { inOrderOfAppearance, readRecord } from './testing/contest-record.ts'
import { deleteAccountOf } from './testing/deletion.ts'
import { givePassword } from './testing/owners.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { fixedNow, startSite, type Answer, type TestSite } from './testing/site.ts'
import { examineAfterEach } from './testing/examination.ts'

// Random scenarios of teams and enrolments, step by step over HTTP. After each step the invariants are checked on the
// whole record, and the response is compared with the rules. A failure prints the shortest scenario that reproduces
// it, and its seed.

const hour = 3_600_000
const graceMinutes = 10

let site: TestSite
let editionId: EditionId
let people: TestPerson[]
let unknown: TestPerson
let admin: TestPerson

beforeAll(async () => {
  site = await startSite({
    config: { trustProxy: ['127.0.0.1'] },
  })
  editionId = await createEdition(site)
  unknown = await createPerson(site)
  admin = await createPerson(site, { access: 'admin' })
  people = [unknown]
  for (let left = 7; left > 0; left -= 1) people.push(await createTeacher())
})
afterAll(() => site.close())
examineAfterEach(() => site)

const createTeacher = async (): Promise<TestPerson> => {
  const teacher = await createKnownTeacher(site)
  await givePassword(site, teacher)
  return teacher
}

let calls = 0
const call = (who: TestPerson, method: string, path: string, body?: unknown, key?: string): Promise<Answer> => {
  calls += 1
  const address = `10.9.${(calls >> 8) & 255}.${calls & 255}`
  return site.call(method, path, {
    headers: { ...who.headers, 'x-forwarded-for': address, ...(key !== undefined && { 'idempotency-key': key }) },
    ...(body !== undefined && { body }),
  })
}

/** Runs the jobs: decisions are announced, offers expire, seats are offered. */
const runJobs = async (): Promise<Pick<Answer, 'status' | 'text'>> => {
  await notifyDecisions(site.asProgram())
  await offerSeats(site.asProgram())
  return { status: 200, text: '' }
}

/** An attempt: the request, and whether the rules permit it. */
interface Attempt {
  expected: boolean
  send: () => Promise<Pick<Answer, 'status' | 'text'>>
  /** The request is sent twice at once, with one key. */
  twice?: boolean
  /** The user deletes their account: a new one replaces them. */
  isGoing?: TestPerson
}

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]
const personOf = (account: string | undefined): TestPerson | undefined => people.find(({ id }) => id === account)

/** The right person, unless their account is deleted; or, now and then, somebody else. */
const actor = (account: string | undefined, isAstray: boolean, number: number): TestPerson | undefined => {
  const others = people.filter(({ id }) => id !== account)
  return isAstray ? pick(others, number) : personOf(account)
}

const attemptOfTeam = (situation: moves.Situation, move: moves.Move): Attempt | undefined => {
  if (!('which' in move)) return undefined
  const team = pick(moves.aliveTeams(situation), move.which)
  if (!team) return undefined
  const path = `/api/teams/${team.id}`
  const captain = moves.captainOf(situation, team.id)
  switch (move.does) {
    case 'invite': {
      const [who, whom] = [actor(captain, move.wrongActor, move.whom), pick(people, move.whom)!]
      if (!who) return undefined
      return {
        expected: moves.mayInvite(situation, team.id, who.id, whom.id, move.role),
        send: () => call(who, 'POST', `${path}/invitations`, { to: whom.username, role: move.role }),
      }
    }
    case 'join': {
      const who = pick(people, move.who)!
      return {
        expected: moves.mayJoin(situation, team.id, who.id, move.role),
        send: () => call(who, 'POST', `/api/joining/${team.code}?role=${move.role}`),
      }
    }
    case 'handOver': {
      const whom = pick(people, move.whom)!
      const who = move.asOrganiser ? admin : personOf(captain)
      if (!who) return undefined
      const body = { uid: whom.id, ...(move.asOrganiser && { reason: 'Cannot be reached' }) }
      return {
        expected: moves.mayHandOver(situation, team.id, whom.id, move.asOrganiser),
        send: () => call(who, 'PUT', `${path}/captain`, body),
      }
    }
    case 'disband': {
      const who = actor(captain, move.wrongActor, move.which)
      if (!who) return undefined
      return {
        expected: moves.mayDisband(situation, team.id, who.id),
        send: () => call(who, 'DELETE', path, { name: team.name }),
      }
    }
    case 'start': {
      const who = actor(captain, move.wrongActor, move.which)
      if (!who) return undefined
      return {
        expected: moves.mayStart(situation, team.id, who.id),
        send: () => call(who, 'POST', '/api/enrolments', { teamId: team.id }),
      }
    }
    case 'extend': {
      const until = situation.phase.closesAt + move.hours * hour
      const body = { kind: 'enrolment', until: new Date(until).toISOString(), reason: 'Flood' }
      return {
        expected: moves.mayExtend(situation, team.id, until),
        send: () => call(admin, 'POST', `${path}/extensions`, body),
      }
    }
    default:
      return undefined
  }
}

const attemptOfMember = (situation: moves.Situation, move: moves.Move): Attempt | undefined => {
  if (move.does !== 'leave' && move.does !== 'remove') return undefined
  const member = pick(situation.record.members, move.which)
  if (!member) return undefined
  const { team, account } = member
  const usual = move.does === 'leave' ? account : moves.captainOf(situation, team)
  const who = actor(usual, move.wrongActor, move.which)
  if (!who) return undefined
  return {
    expected: moves.mayGo(situation, team, who.id, account),
    send: () => call(who, 'DELETE', `/api/teams/${team}/members/${account}`),
  }
}

const attemptOfEnrolment = (situation: moves.Situation, move: moves.Move): Attempt | undefined => {
  if (!('which' in move)) return undefined
  const alive = moves.aliveTeams(situation).map(({ id }) => id)
  const found = pick(
    situation.record.enrolments.filter(({ team }) => alive.includes(team)),
    move.which,
  )
  if (!found) return undefined
  const { id, version, team, state, amendmentVersion } = found
  if (move.does === 'decide') {
    const body = { enrolments: [{ id, version }], decision: move.decision, reason: 'Because' }
    return {
      expected: moves.mayDecide(situation, found, move.decision),
      send: () => call(admin, 'POST', '/api/enrolments/decisions', body),
    }
  }
  if (move.does === 'queue' || move.does === 'unqueue') {
    const who = actor(moves.captainOf(situation, team), move.wrongActor, move.which)
    if (!who) return undefined
    const isJoining = move.does === 'queue'
    return {
      expected: (isJoining ? moves.mayQueue : moves.mayUnqueue)(situation, found, who.id),
      send: () => call(who, isJoining ? 'PUT' : 'DELETE', `/api/enrolments/${id}/waiting`),
    }
  }
  if (move.does === 'startAmendment' || move.does === 'discardAmendment') {
    const who = actor(moves.captainOf(situation, team), move.wrongActor, move.which)
    if (!who) return undefined
    const isStart = move.does === 'startAmendment'
    const may = isStart ? moves.mayStartAmendment : moves.mayDiscardAmendment
    const body = { version: isStart ? version : amendmentVersion }
    return {
      expected: may(situation, found, who.id),
      send: () => call(who, isStart ? 'POST' : 'DELETE', `/api/enrolments/${id}/amendment`, body),
    }
  }
  if (move.does === 'write') {
    const usual = pick(
      situation.record.members.filter((member) => member.team === team),
      move.which,
    )
    const who = actor(usual?.account, move.wrongActor, move.which)
    if (!who) return undefined
    const isBeside = state === 'submitted'
    const body = { version: isBeside ? amendmentVersion : version, answers: { title: `Text ${calls}` } }
    return {
      expected: moves.mayWrite(situation, found, who.id),
      send: () => call(who, 'PUT', `/api/enrolments/${id}/${isBeside ? 'amendment' : 'answers'}`, body),
    }
  }
  if (move.does !== 'submit' && move.does !== 'withdraw' && move.does !== 'revive') return undefined
  const who = actor(moves.captainOf(situation, team), move.wrongActor, move.which)
  if (!who) return undefined
  const path = { submit: 'submission', withdraw: 'withdrawal', revive: 'revival' }[move.does]
  const body = { version, ...(move.does === 'submit' && state === 'submitted' && { amendment: amendmentVersion }) }
  calls += 1
  const key = `the-key-of-call-${calls}`
  return {
    expected: moves.mayStep(situation, found, who.id, move.does),
    send: () => call(who, 'POST', `/api/enrolments/${id}/${path}`, body, key),
    twice: move.twice,
  }
}

const attemptOf = (situation: moves.Situation, move: moves.Move, activityId: ActivityId): Attempt | undefined => {
  if (move.does === 'create') {
    const who = pick(people, move.who)!
    const body = { activityId, name: 'Jiangzhou', slogan: '' }
    return { expected: moves.mayCreate(situation, who.id), send: () => call(who, 'POST', '/api/teams', body) }
  }
  if (move.does === 'offer') return { expected: true, send: runJobs }
  if (move.does === 'erase') {
    const who = pick(people, move.who)!
    return {
      expected: who !== unknown,
      send: () => deleteAccountOf({ call: (method, path, { body } = {}) => call(who, method, path, body) }, who),
      isGoing: who,
    }
  }
  if (move.does === 'answer') {
    const waiting = situation.record.invitations.filter(({ state }) => state === 'pending')
    const found = pick(waiting, move.which)
    if (!found) return undefined
    const { id, team, account, role } = found
    return {
      expected: !move.accept || moves.mayJoin(situation, team, account, role),
      send: () => call(personOf(account)!, 'POST', `/api/invitations/${id}/answer`, { accept: move.accept }),
    }
  }
  return attemptOfTeam(situation, move) ?? attemptOfMember(situation, move) ?? attemptOfEnrolment(situation, move)
}

const phase = {
  opensAt: daysFromNoon(-5).getTime(),
  closesAt: daysFromNoon(5).getTime(),
  graceMilliseconds: graceMinutes * 60_000,
}

const later = (now: number, until: Extract<moves.Move, { does: 'wait' }>['until']): number => {
  const end = phase.closesAt
  const moment = {
    'an hour': now + hour,
    'the end': end - 1,
    'the grace': end + phase.graceMilliseconds / 2,
    'after the grace': end + phase.graceMilliseconds,
    'four days': now + 96 * hour,
  }[until]
  return Math.max(now, Math.min(moment, daysFromNoon(9).getTime()))
}

/** A late submission is marked. */
const wrongMarks = (before: moves.Situation, after: moves.Situation): string[] =>
  after.record.enrolments.flatMap(({ id, team, state, submittedAt, inGrace }) => {
    const old = before.record.enrolments.find((found) => found.id === id)
    // A revoked decision, or an unchanged enrolment, is no new submission.
    if (state !== 'submitted' || !old || (old.state !== 'draft' && old.submittedAt === submittedAt)) return []
    const mark = moves.timing(before, team)
    const isRight = submittedAt === before.now && mark === (inGrace ? 'late' : 'in time')
    return isRight ? [] : [`submitted ${mark}, marked ${inGrace ? 'late' : 'in time'}`]
  })

const question: FormField = {
  id: 'title',
  type: 'text',
  label: { 'zh-CN': '题目', 'en-US': 'Title' },
  help: {},
  required: false,
  personal: false,
}

const live = async (limits: Limits, life: readonly moves.Move[]): Promise<void> => {
  site.clock.set(fixedNow)
  // The same people act in many scenarios at the same moment: rate limits are reset for each.
  await site.pool.query('delete from throttle')
  const activityId = await createActivity(site, editionId, { ...limits, waitingList: true, fields: [question] })
  await createPhase(site, editionId, { activityId, graceMinutes })
  const arrange = inOrderOfAppearance()
  const look = async (): Promise<moves.Situation> => ({
    record: arrange(await readRecord(site.pool, activityId)),
    limits,
    now: site.clock.now().getTime(),
    phase,
    unknown: new Set([unknown.id]),
  })
  let before = await look()
  for (const move of life) {
    if (move.does === 'wait') site.clock.set(new Date(later(before.now, move.until)))
    before.now = site.clock.now().getTime()
    const attempt = attemptOf(before, move, activityId)
    if (!attempt) continue
    const answers = await Promise.all(attempt.twice ? [attempt.send(), attempt.send()] : [attempt.send()])
    const after = await look()
    const step = { before: before.record, after: after.record }
    const isDone = answers.map(({ status }) => status === 200)
    const wrong = [
      ...findBrokenInvariants(after.record, limits),
      ...brokenBy(step),
      ...moves.passedOver(before, after.record),
      ...wrongMarks(before, after),
      ...(isDone.every((done) => done === attempt.expected) ? [] : [`answered ${answers[0].text.slice(0, 200)}`]),
      ...(answers.some(({ status }) => status >= 500) ? ['failed'] : []),
      ...(isDone[0] || JSON.stringify(step.before) === JSON.stringify(step.after) ? [] : ['refused, yet changed']),
    ]
    // As one line: the report shortens everything else.
    expect(JSON.stringify({ move, wrong })).toBe(JSON.stringify({ move, wrong: [] }))
    if (attempt.isGoing && isDone[0]) people[people.indexOf(attempt.isGoing)] = await createTeacher()
    before = after
  }
}

const limits: fc.Arbitrary<Limits> = fc.record({
  teamMin: fc.constantFrom(1, 1, 2),
  teamMax: fc.constantFrom(2, 3),
  advisorsMax: fc.constantFrom(1, 2),
  capacity: fc.constantFrom(1, 2, 3),
})

const seconds = repetitions(60, 25, 300)

test('whatever people and organisers do with teams and enrolments, the invariants of the contest hold', async ({
  annotate,
}) => {
  const scenarios = fc.array(moves.anyMove, { minLength: 1, maxLength: 70, size: 'max' })
  const outcome = await fc.check(fc.asyncProperty(limits, scenarios, live), {
    numRuns: repetitions(6, 2_000, 2_000),
    includeErrorInReport: true,
    plugins: [fc.interruptAfterTimeLimit(seconds * 1_000)],
    seed: randomSeed,
  })
  await annotate(`${outcome.numRuns} scenarios, seed ${outcome.seed}`)
  expect(outcome.failed ? fc.defaultReportMessage(outcome) : 'held').toBe('held')
}, 1_800_000)
