import {
  enrolmentMoves,
  frozenStates,
  placeStates,
  type EnrolmentState,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import { maxAdvisedTeams } from '@lectern/contract/teams/team-values.ts'
import type { ContestRecord, Member, RecordedEnrolment } from './contest-record.ts'

// Invariants after every step, implemented independently of the program.

export interface Limits {
  teamMin: number
  teamMax: number
  advisorsMax: number
  capacity: number
}

export const isIn = (states: readonly string[], state: EnrolmentState | undefined): boolean =>
  state !== undefined && states.includes(state)

const countBy = <Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}

const most = (counts: Map<string, number>): number => Math.max(0, ...counts.values())

const brokenLimits = ({ teams, members }: ContestRecord, { teamMax, advisorsMax }: Limits): string[] => {
  const [advisors, people] = [
    members.filter(({ role }) => role === 'advisor'),
    members.filter(({ role }) => role !== 'advisor'),
  ]
  const captains = countBy(
    members.filter(({ role }) => role === 'captain'),
    ({ team }) => team,
  )
  const ofTeam = ({ team }: Member): string => team
  const ofPerson = ({ account }: Member): string => account
  return [
    ...(most(countBy(people, ofTeam)) > teamMax ? ['a team is too large'] : []),
    ...(most(countBy(advisors, ofTeam)) > advisorsMax ? ['a team has too many advisors'] : []),
    ...(most(countBy(people, ofPerson)) > 1 ? ['somebody is in two teams'] : []),
    ...(most(countBy(advisors, ofPerson)) > maxAdvisedTeams ? ['somebody advises too many teams'] : []),
    ...(teams.some(({ id, isDisbanded }) => (captains.get(id) ?? 0) !== (isDisbanded ? 0 : 1))
      ? ['a team has not one captain']
      : []),
    ...(teams.some(({ id, isDisbanded }) => isDisbanded && members.some(({ team }) => team === id))
      ? ['somebody is in a team that is no more']
      : []),
  ]
}

const brokenCounts = ({ enrolments, seatCount }: ContestRecord): string[] => {
  const taken = enrolments.filter(({ state }) => isIn(placeStates, state)).length
  const sequences = enrolments.flatMap(({ sequence }) => sequence ?? []).toSorted((a, b) => a - b)
  return [
    ...(taken === seatCount.taken ? [] : [`the tally says ${seatCount.taken} of ${taken}`]),
    ...(seatCount.capacity !== null && taken > seatCount.capacity ? ['more places are taken than there are'] : []),
    ...(sequences.every((sequence, index) => sequence === index + 1) && sequences.length === seatCount.last
      ? []
      : [`numbers have gaps: ${sequences.join()} of ${seatCount.last}`]),
  ]
}

const decidedStates = ['approved', 'returned', 'rejected'] as const

const brokenEnrolment = (record: ContestRecord, { id, team, state, ...rest }: RecordedEnrolment): string[] => {
  const { number, sequence, resubmitBy, isDecided, submittedAt } = rest
  const path = record.events.filter(({ enrolment }) => enrolment === id)
  const isChain = path.every(({ from }, index) => from === (index === 0 ? 'draft' : path[index - 1]!.to))
  const isOfTeamThatIsNoMore = record.teams.some((found) => found.id === team && found.isDisbanded)
  return [
    ...(isChain && (path.at(-1)?.to ?? 'draft') === state ? [] : ['the events do not lead to the state']),
    ...(path.every(({ from, to }) => isIn(enrolmentMoves[from], to)) ? [] : ['a step is not on the map']),
    ...((number !== null) === path.some(({ to }) => to === 'submitted') ? [] : ['a number comes with the submission']),
    ...(number === null || number.endsWith(`-${String(sequence).padStart(4, '0')}`) ? [] : ['a number tells another']),
    ...((submittedAt !== null) === (number !== null) ? [] : ['what has a number was submitted at a time']),
    ...((resubmitBy !== null) === (state === 'returned') ? [] : ['only a return has a time to answer it']),
    ...(isDecided === isIn(decidedStates, state) ? [] : ['only what is decided on has a decision']),
    ...(state === 'draft' && rest.amendment !== null ? ['a draft has changes beside it'] : []),
    ...(isOfTeamThatIsNoMore && !['withdrawn', 'rejected'].includes(state) ? ['nobody is left for an enrolment'] : []),
  ]
}

const brokenWaiting = ({ waiting, enrolments, seatCount }: ContestRecord): string[] => {
  const offered = waiting.filter(({ offeredUntil }) => offeredUntil !== null).length
  const isDraft = ({ enrolment }: ContestRecord['waiting'][number]): boolean =>
    enrolments.some(({ id, state }) => id === enrolment && state === 'draft')
  return [
    ...(waiting.length === seatCount.waiting && offered === seatCount.offered
      ? []
      : ['the tally counts the waiting list wrong']),
    ...(seatCount.capacity !== null && seatCount.taken + offered > seatCount.capacity
      ? ['more places are held than there are']
      : []),
    ...(waiting.every(isDraft) ? [] : ['a team waits that has no draft']),
  ]
}

/**
 * A deleted user is in no team except one whose enrolment is a record; that one has a captain as long as anybody is
 * left.
 */
const brokenByDeletion = ({ members, enrolments }: ContestRecord): string[] =>
  members
    .filter(({ isGone }) => isGone)
    .flatMap(({ team, role }) => {
      const isRecord = enrolments.some((found) => found.team === team && found.number !== null)
      const successors = members.filter((member) => member.team === team && member.role === 'member' && !member.isGone)
      return [
        ...(isRecord ? [] : ['somebody who is gone is in a team']),
        ...(role === 'captain' && successors.length > 0 ? ['a team follows a captain who is gone'] : []),
      ]
    })

/** Violations in the database. */
export const findBrokenInvariants = (record: ContestRecord, limits: Limits): string[] => [
  ...brokenLimits(record, limits),
  ...brokenByDeletion(record),
  ...brokenCounts(record),
  ...brokenWaiting(record),
  ...record.enrolments.flatMap((enrolment) => brokenEnrolment(record, enrolment)),
]

interface Step {
  before: ContestRecord
  after: ContestRecord
}

const seats = ({ members }: ContestRecord, team: string): string =>
  members
    .filter((member) => member.team === team)
    .map(({ account }) => account)
    .toSorted()
    .join()

/** A submission stands until another one replaces it, or it becomes a draft again. */
const isReplacedUnsent = (step: Step, old: RecordedEnrolment, now: RecordedEnrolment): boolean => {
  if (old.state === 'draft' || old.answers === now.answers) return false
  const isGone = step.after.teams.some(({ id, isDisbanded }) => id === old.team && isDisbanded)
  const moves = added(step.before.events, step.after.events).filter(({ enrolment }) => enrolment === old.id)
  return !isGone && !moves.some(({ to }) => to === 'submitted' || to === 'draft')
}

const brokenChanges = ({ before, after }: Step): string[] =>
  before.enrolments.flatMap((old) => {
    const now = after.enrolments.find(({ id }) => id === old.id)
    if (!now) return ['an enrolment is gone']
    const isFrozen = isIn(frozenStates, old.state)
    return [
      ...(old.number === null || old.number === now.number ? [] : ['a number was changed']),
      ...(isFrozen && seats(before, old.team) !== seats(after, old.team) ? ['a team changed that was frozen'] : []),
      ...(old.state === now.state || now.version > old.version ? [] : ['a step left the version as it was']),
      ...(isReplacedUnsent({ before, after }, old, now) ? ['what was submitted was changed without submitting'] : []),
      ...(old.amendment === now.amendment || now.amendmentVersion > old.amendmentVersion || now.amendment === null
        ? []
        : ['changes left their version as it was']),
    ]
  })

const added = <Row extends { id: string }>(before: readonly Row[], after: readonly Row[]): Row[] => {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}

const keyOf = ({ team, account }: Member): string => `${team} ${account}`

const captainOf = ({ members }: ContestRecord, team: string): string | undefined =>
  members.find((member) => member.team === team && member.role === 'captain')?.account

const actionOfEvent = (from: EnrolmentState, to: EnrolmentState): string => {
  if (to === 'withdrawn') return 'enrolment.withdrawn'
  if (to === 'draft') return 'enrolment.revived'
  if (to !== 'submitted') return 'enrolment.decided'
  return from === 'draft' ? 'enrolment.submitted' : 'enrolment.submitted|enrolment.takenBack'
}

/** Expected entries about amendments, apart from writing and submitting them. */
const amendmentEntries = ({ before, after }: Step): string[] =>
  after.enrolments.flatMap((now) => {
    const old = before.enrolments.find(({ id }) => id === now.id)
    if (!old || old.state !== now.state || old.version !== now.version) return []
    if (old.amendment === null && now.amendment !== null) return [`enrolment.amendmentStarted ${now.id}`]
    const isGone = after.teams.some(({ id, isDisbanded }) => id === now.team && isDisbanded)
    return old.amendment !== null && now.amendment === null && !isGone ? [`enrolment.amendmentDiscarded ${now.id}`] : []
  })

/** Expected entries about joining the waiting list, leaving it other than by submitting, and offers. */
const waitingEntries = ({ before, after }: Step): string[] => {
  const stateOf = (enrolment: string) => after.enrolments.find(({ id }) => id === enrolment)?.state
  const offered = after.waiting.filter(
    ({ id, offeredUntil }) =>
      offeredUntil !== null && !before.waiting.some((old) => old.id === id && old.offeredUntil !== null),
  )
  return [
    ...added(before.waiting, after.waiting).map(({ enrolment }) => `waiting.joined ${enrolment}`),
    ...offered.map(({ enrolment }) => `waiting.offered ${enrolment}`),
    ...added(after.waiting, before.waiting)
      .filter(({ enrolment }) => stateOf(enrolment) !== 'submitted')
      .map(({ enrolment }) => `waiting.left|waiting.expired ${enrolment}`),
  ]
}

/** The log names each question once an hour: an entry about writing is optional. */
const isWriting = ({ before, after }: Step, { action, subject }: ContestRecord['audit'][number]): boolean => {
  const [old, now] = [before, after].map(({ enrolments }) => enrolments.find(({ id }) => id === subject))
  const isWritten = old?.answers !== now?.answers || old?.amendment !== now?.amendment
  return action === 'enrolment.answered' && isWritten
}

/** The audit entries expected for the difference, and no others. */
const expectedEntries = ({ before, after }: Step): string[] => {
  const made = added(before.teams, after.teams).map(({ id }) => id)
  const gone = after.teams
    .filter(({ id, isDisbanded }) => isDisbanded && before.teams.some((old) => old.id === id && !old.isDisbanded))
    .map(({ id }) => id)
  const [seated, seatedBefore] = [new Set(after.members.map(keyOf)), new Set(before.members.map(keyOf))]
  const joined = after.members.filter((member) => !seatedBefore.has(keyOf(member)) && !made.includes(member.team))
  const left = before.members.filter((member) => !seated.has(keyOf(member)) && !gone.includes(member.team))
  const handed = after.teams.filter(({ id }) => {
    const [old, now] = [captainOf(before, id), captainOf(after, id)]
    return old !== undefined && now !== undefined && old !== now
  })
  const answered = after.invitations.filter(({ id, state }) =>
    before.invitations.some((old) => old.id === id && old.state !== state),
  )
  const [accepted, declined, revoked] = ['accepted', 'declined', 'revoked'].map((state) =>
    answered.filter((found) => found.state === state),
  )
  return [
    ...made.map((id) => `team.created ${id}`),
    ...gone.map((id) => `team.disbanded ${id}`),
    ...joined.map(({ team }) => `team.joined ${team}`),
    ...left.map(({ team }) => `team.left|team.memberRemoved ${team}`),
    ...handed.map(({ id }) => `team.captainChanged ${id}`),
    ...added(before.invitations, after.invitations).map(({ team }) => `invitation.sent ${team}`),
    // Joining accepts all invitations of the user to the team.
    ...new Set(accepted!.map(({ team }) => `invitation.accepted ${team}`)),
    ...declined!.map(({ team }) => `invitation.declined ${team}`),
    ...revoked!.filter(({ team }) => !gone.includes(team)).map(({ team }) => `invitation.revoked ${team}`),
    ...added(before.extensions, after.extensions).map(({ team }) => `extension.granted ${team}`),
    ...amendmentEntries({ before, after }),
    ...waitingEntries({ before, after }),
    ...added(before.enrolments, after.enrolments).map(({ id }) => `enrolment.created ${id}`),
    ...added(before.events, after.events).map(({ enrolment, from, to }) => `${actionOfEvent(from, to)} ${enrolment}`),
  ]
}

const unexplained = (step: Step): string[] => {
  const missing: string[] = []
  const written = added(step.before.audit, step.after.audit).filter((entry) => !isWriting(step, entry))
  for (const expected of expectedEntries(step)) {
    const [actions = '', subject] = expected.split(' ')
    const index = written.findIndex((entry) => entry.subject === subject && actions.split('|').includes(entry.action))
    if (index < 0) missing.push(`the log lacks ${expected}`)
    else written.splice(index, 1)
  }
  return [...missing, ...written.map(({ action }) => `the log has an entry too many: ${action}`)]
}

/** Everybody in a team that submits is notified at once, on the site and by letter. */
const unnotified = ({ before, after }: Step): string[] =>
  added(before.events, after.events)
    .filter(({ from, to }) => (from === 'draft' || from === 'submitted') && to === 'submitted')
    .flatMap(({ enrolment }) => {
      const { team } = after.enrolments.find(({ id }) => id === enrolment)!
      return [added(before.notices, after.notices), added(before.letters, after.letters)].flatMap((told) => {
        const people = told.filter((found) => found.enrolment === enrolment).map(({ account }) => account)
        return people.toSorted().join() === seats(after, team) ? [] : ['a submission was not told to everybody']
      })
    })

/** What a step must not have done. */
export const brokenBy = (step: Step): string[] => [...brokenChanges(step), ...unexplained(step), ...unnotified(step)]
