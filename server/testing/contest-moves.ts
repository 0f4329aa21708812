import {
  frozenStates,
  placeStates,
  type Decision,
  type EnrolmentState,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import { maxAdvisedTeams, type InvitedRole, type TeamRole } from '@lectern/contract/teams/team-values.ts'
import fc from 'fast-check'
import { isIn, type Limits } from './contest-invariants.ts'
import type { ContestRecord, RecordedEnrolment, Team } from './contest-record.ts'

/** An attempted action. Numbers choose among what exists at that moment. */
export type Move =
  | { does: 'create'; who: number }
  | { does: 'invite'; which: number; whom: number; role: InvitedRole; wrongActor: boolean }
  | { does: 'answer'; which: number; accept: boolean }
  | { does: 'join'; which: number; who: number; role: InvitedRole }
  | { does: 'leave' | 'remove'; which: number; wrongActor: boolean }
  | { does: 'handOver'; which: number; whom: number; asOrganiser: boolean }
  | { does: 'disband' | 'start'; which: number; wrongActor: boolean }
  | { does: 'submit' | 'withdraw' | 'revive'; which: number; wrongActor: boolean; twice: boolean }
  | { does: 'startAmendment' | 'discardAmendment' | 'write'; which: number; wrongActor: boolean }
  | { does: 'queue' | 'unqueue'; which: number; wrongActor: boolean }
  | { does: 'offer' }
  | { does: 'decide'; which: number; decision: Decision }
  | { does: 'extend'; which: number; hours: number }
  | { does: 'erase'; who: number }
  | { does: 'wait'; until: 'an hour' | 'the end' | 'the grace' | 'after the grace' | 'four days' }

const some = fc.nat(99)
const role = fc.constantFrom<InvitedRole>('member', 'member', 'advisor')
/** Somebody other than the right person tries it. */
const wrongActor = fc.nat(9).map((chance) => chance === 0)
const twice = fc.nat(4).map((chance) => chance === 0)
const does = <Name extends string>(...names: Name[]) => fc.constantFrom(...names)

/** Prints as it is written. */
const plain = <Values>(model: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> }): fc.Arbitrary<Values> =>
  fc.record(model, { noNullPrototype: true })

export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: plain({ does: does('create'), who: some }) },
  { weight: 5, arbitrary: plain({ does: does('invite'), which: some, whom: some, role, wrongActor }) },
  { weight: 6, arbitrary: plain({ does: does('answer'), which: some, accept: fc.nat(3).map((n) => n > 0) }) },
  { weight: 9, arbitrary: plain({ does: does('join'), which: some, who: some, role }) },
  { weight: 4, arbitrary: plain({ does: does('leave', 'remove'), which: some, wrongActor }) },
  { weight: 3, arbitrary: plain({ does: does('handOver'), which: some, whom: some, asOrganiser: fc.boolean() }) },
  { weight: 2, arbitrary: plain({ does: does('disband'), which: some, wrongActor }) },
  { weight: 8, arbitrary: plain({ does: does('start'), which: some, wrongActor }) },
  { weight: 14, arbitrary: plain({ does: does('submit'), which: some, wrongActor, twice }) },
  { weight: 6, arbitrary: plain({ does: does('withdraw', 'revive'), which: some, wrongActor, twice }) },
  { weight: 10, arbitrary: plain({ does: does('queue', 'queue', 'queue', 'unqueue'), which: some, wrongActor }) },
  { weight: 8, arbitrary: plain({ does: does('offer') }) },
  { weight: 12, arbitrary: plain({ does: does('startAmendment', 'write', 'write'), which: some, wrongActor }) },
  { weight: 2, arbitrary: plain({ does: does('discardAmendment'), which: some, wrongActor }) },
  {
    weight: 12,
    arbitrary: plain({
      does: does('decide'),
      which: some,
      decision: fc.constantFrom<Decision>('approved', 'returned', 'returned', 'rejected', 'submitted'),
    }),
  },
  { weight: 2, arbitrary: plain({ does: does('extend'), which: some, hours: fc.integer({ min: -24, max: 240 }) }) },
  { weight: 3, arbitrary: plain({ does: does('erase'), who: some }) },
  {
    weight: 4,
    arbitrary: plain({
      does: does('wait'),
      until: fc.constantFrom('an hour', 'an hour', 'an hour', 'the end', 'the grace', 'after the grace', 'four days'),
    }),
  },
)

/** Who acts, at what moment, and under which rules. */
export interface Situation {
  record: ContestRecord
  limits: Limits
  now: number
  phase: { opensAt: number; closesAt: number; graceMilliseconds: number }
  /** People with incomplete profiles. */
  unknown: ReadonlySet<string>
}

export const enrolmentOf = ({ record }: Situation, team: string): RecordedEnrolment | undefined =>
  record.enrolments.find((found) => found.team === team)

const stateOf = (situation: Situation, team: string): EnrolmentState | undefined => enrolmentOf(situation, team)?.state

export const roleOf = ({ record }: Situation, team: string, account: string): TeamRole | undefined =>
  record.members.find((member) => member.team === team && member.account === account)?.role

export const captainOf = ({ record }: Situation, team: string): string | undefined =>
  record.members.find((member) => member.team === team && member.role === 'captain')?.account

const closesAt = ({ record, phase }: Situation, team: string): number =>
  Math.max(phase.closesAt, record.extensions.findLast((found) => found.team === team)?.until ?? 0)

const isOpen = (situation: Situation, team: string): boolean => situation.now < closesAt(situation, team)

const isAnswerable = (situation: Situation, team: string): boolean => {
  const found = enrolmentOf(situation, team)
  return found?.state === 'returned' && found.resubmitBy !== null && situation.now < found.resubmitBy
}

/** Whether a submission at this moment is in time, late, or too late. */
export const timing = (situation: Situation, team: string): 'in time' | 'late' | 'too late' => {
  if (isOpen(situation, team) || isAnswerable(situation, team)) return 'in time'
  return situation.now < closesAt(situation, team) + situation.phase.graceMilliseconds ? 'late' : 'too late'
}

const isTime = (situation: Situation, team: string): boolean => timing(situation, team) === 'in time'
const isFrozen = (situation: Situation, team: string): boolean => isIn(frozenStates, stateOf(situation, team))
const peopleOf = ({ record }: Situation, team: string) => record.members.filter((member) => member.team === team)

const checkSeat = (situation: Situation, team: string, asRole: InvitedRole): boolean => {
  const same = peopleOf(situation, team).filter((member) => (member.role === 'advisor') === (asRole === 'advisor'))
  return same.length < (asRole === 'advisor' ? situation.limits.advisorsMax : situation.limits.teamMax)
}

const isFreeFor = ({ record }: Situation, account: string, asRole: TeamRole): boolean => {
  const engaged = record.members.filter((member) => member.account === account)
  return asRole === 'advisor'
    ? engaged.filter((member) => member.role === 'advisor').length < maxAdvisedTeams
    : engaged.every((member) => member.role === 'advisor')
}

const isFull = ({ record: { seatCount } }: Situation): boolean =>
  seatCount.capacity !== null && seatCount.taken + seatCount.waiting >= seatCount.capacity

/** A seat for a new team, or the one reserved for it. */
const hasSeatLeft = (situation: Situation, team: string): boolean => {
  const waits = situation.record.waiting.find((found) => found.team === team)
  if (!waits) return !isFull(situation)
  return waits.offeredUntil !== null && situation.now < Math.min(waits.offeredUntil, closesAt(situation, team))
}

/** A seat for a team that had one: none reserved for another team. */
const isLeft = ({ record: { seatCount } }: Situation): boolean =>
  seatCount.capacity === null || seatCount.taken + seatCount.offered < seatCount.capacity

const decidable: Partial<Record<EnrolmentState, readonly Decision[]>> = {
  submitted: ['approved', 'returned', 'rejected'],
  approved: ['submitted', 'returned'],
  rejected: ['submitted', 'returned'],
  returned: ['submitted'],
}

// Permissions, implemented independently of the program's policies.

export const mayCreate = (situation: Situation, who: string): boolean =>
  situation.now < situation.phase.closesAt && isFreeFor(situation, who, 'captain')

export const mayInvite = (situation: Situation, team: string, who: string, whom: string, as: InvitedRole): boolean =>
  captainOf(situation, team) === who &&
  isTime(situation, team) &&
  !isFrozen(situation, team) &&
  checkSeat(situation, team, as) &&
  roleOf(situation, team, whom) === undefined &&
  !situation.record.invitations.some(
    (found) => found.team === team && found.account === whom && found.state === 'pending',
  )

export const mayJoin = (situation: Situation, team: string, who: string, as: InvitedRole): boolean =>
  roleOf(situation, team, who) !== undefined ||
  (isTime(situation, team) &&
    !isFrozen(situation, team) &&
    isFreeFor(situation, who, as) &&
    checkSeat(situation, team, as))

export const mayGo = (situation: Situation, team: string, who: string, whom: string): boolean =>
  (who === whom || captainOf(situation, team) === who) &&
  captainOf(situation, team) !== whom &&
  !isFrozen(situation, team)

export const mayHandOver = (situation: Situation, team: string, whom: string, asOrganiser: boolean): boolean =>
  peopleOf(situation, team).some((person) => person.account === whom && person.role === 'member' && !person.isGone) &&
  (asOrganiser || !isFrozen(situation, team))

export const mayDisband = (situation: Situation, team: string, who: string): boolean =>
  captainOf(situation, team) === who && !isIn(placeStates, stateOf(situation, team))

export const mayStart = (situation: Situation, team: string, who: string): boolean => {
  const own = roleOf(situation, team, who)
  if (own === undefined) return false
  return enrolmentOf(situation, team) !== undefined || (own !== 'advisor' && isTime(situation, team))
}

const isWhole = (situation: Situation, team: string): boolean => {
  const people = peopleOf(situation, team)
  const size = people.filter((member) => member.role !== 'advisor').length
  const isKnown = people.every(({ account, isGone }) => !isGone && !situation.unknown.has(account))
  return size >= situation.limits.teamMin && isKnown
}

export const mayQueue = (situation: Situation, { team, state }: RecordedEnrolment, who: string): boolean => {
  if (captainOf(situation, team) !== who) return false
  const isWaiting = situation.record.waiting.some((found) => found.team === team)
  return isWaiting || (state === 'draft' && isTime(situation, team) && isWhole(situation, team) && isFull(situation))
}

export const mayUnqueue = (situation: Situation, { team }: RecordedEnrolment, who: string): boolean =>
  captainOf(situation, team) === who && situation.record.waiting.some((found) => found.team === team)

/** Seats are offered strictly in order: a team that could take one is not passed over. */
export const passedOver = (before: Situation, after: ContestRecord): string[] => {
  const isNew = ({ id, offeredUntil }: ContestRecord['waiting'][number]): boolean =>
    offeredUntil !== null && !before.record.waiting.some((old) => old.id === id && old.offeredUntil !== null)
  const last = after.waiting.findLastIndex(isNew)
  return after.waiting
    .slice(0, last < 0 ? 0 : last)
    .flatMap(({ team, offeredUntil }) =>
      offeredUntil === null && isOpen(before, team) ? ['a team was passed over'] : [],
    )
}

export const mayStep = (
  situation: Situation,
  { team, state, amendment }: RecordedEnrolment,
  who: string,
  step: 'submit' | 'withdraw' | 'revive',
): boolean => {
  if (captainOf(situation, team) !== who) return false
  if (step === 'withdraw') return ['draft', ...placeStates].includes(state) && isTime(situation, team)
  if (step === 'revive') return state === 'withdrawn' && isTime(situation, team)
  const isDue =
    state === 'returned' ||
    (state === 'submitted' && amendment !== null) ||
    (state === 'draft' && hasSeatLeft(situation, team))
  return isDue && isWhole(situation, team) && timing(situation, team) !== 'too late'
}

/** A submission can be amended until it is decided on. */
export const mayStartAmendment = (situation: Situation, { team, state }: RecordedEnrolment, who: string): boolean =>
  captainOf(situation, team) === who && state === 'submitted' && isTime(situation, team)

export const mayDiscardAmendment = (
  situation: Situation,
  { team, state, amendment }: RecordedEnrolment,
  who: string,
): boolean =>
  captainOf(situation, team) === who && amendment !== null && ['submitted', 'approved', 'rejected'].includes(state)

export const mayWrite = (situation: Situation, { team, state, amendment }: RecordedEnrolment, who: string): boolean => {
  const own = roleOf(situation, team, who)
  const isOpenToWrite = state === 'draft' || state === 'returned' || (state === 'submitted' && amendment !== null)
  return (own === 'captain' || own === 'member') && isOpenToWrite && timing(situation, team) !== 'too late'
}

/** Only the team itself submits what has changed since. */
const isAsSubmitted = (situation: Situation, { team, state, sent, isRevised }: RecordedEnrolment): boolean => {
  if (isIn(frozenStates, state)) return true
  const present = peopleOf(situation, team).map(
    ({ account, role: own }) => `${own.replace('captain', 'member')} ${account}`,
  )
  return !isRevised && present.toSorted().join() === (sent ?? []).toSorted().join()
}

export const mayDecide = (situation: Situation, enrolment: RecordedEnrolment, decision: Decision): boolean =>
  (decidable[enrolment.state] ?? []).includes(decision) &&
  (enrolment.state !== 'rejected' || isLeft(situation)) &&
  (decision !== 'submitted' || isAsSubmitted(situation, enrolment))

export const mayExtend = (situation: Situation, team: string, until: number): boolean =>
  until > situation.now && until > closesAt(situation, team)

export const aliveTeams = ({ record }: Situation): Team[] => record.teams.filter(({ isDisbanded }) => !isDisbanded)
