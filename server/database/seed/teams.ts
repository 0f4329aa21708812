import {
  resubmitMilliseconds,
  notifyDelayMilliseconds,
  type EnrolmentState,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Answers, AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import type { ExtensionId, InvitationId } from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import { numberOf } from '../../features/competition/service.ts'
import { extension, seatCount } from '../../features/competition/tables.ts'
import { snapshotOf } from '../../features/enrolments/service.ts'
import { enrolment, enrolmentEvent, waiting } from '../../features/enrolments/tables.ts'
import { invitationMilliseconds, newInvite } from '../../features/teams/service.ts'
import { invitation, team, teamMember } from '../../features/teams/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime, daysFrom } from './dates.ts'
import type { SeedPerson } from './people.ts'
import { seedHistory } from './team-history.ts'
import { planTeams, type Act, type Plan } from './team-plans.ts'

type Kind<K extends Act['kind']> = Extract<Act, { kind: K }>

const actsOf = <K extends Act['kind']>({ acts }: Plan, kind: K): Kind<K>[] =>
  acts.filter((act): act is Kind<K> => act.kind === kind)

export interface Seat {
  account: SeedPerson
  role: TeamRole
  joinedAt: Date
}

/** The captain first, then the members, then the advisors. */
const seatsOf = (plan: Plan): Seat[] => {
  const joined = actsOf(plan, 'joined').map(({ person, role, at }) => ({ account: person, role, joinedAt: at }))
  return [
    { account: plan.captain, role: 'captain', joinedAt: plan.acts[0]!.at },
    ...joined.filter(({ role }) => role === 'member'),
    ...joined.filter(({ role }) => role === 'advisor'),
  ]
}

const submissionsOf = (plan: Plan) => actsOf(plan, 'moved').filter(({ to }) => to === 'submitted')

export interface EventFacts {
  plan: Plan
  seats: Seat[]
  number: string | null
  /** The deadline for resubmission. */
  resubmitBy: Date | null
}

/** Numbers in the order of first submissions. */
const sequencesOf = (plans: readonly Plan[]): Map<Plan, number> => {
  const last = new Map<string, number>()
  const firstOf = (plan: Plan): number => submissionsOf(plan)[0]!.at.getTime()
  const submitted = plans.filter((plan) => submissionsOf(plan).length > 0)
  return new Map(
    submitted
      .toSorted((a, b) => firstOf(a) - firstOf(b))
      .map((plan) => {
        const sequence = (last.get(plan.activity.id) ?? 0) + 1
        last.set(plan.activity.id, sequence)
        return [plan, sequence]
      }),
  )
}

const returnedUntil = ({ activity: { deadline } }: Plan, at: Date): Date => {
  const least = new Date(at.getTime() + resubmitMilliseconds)
  return deadline.closesAt > least ? deadline.closesAt : least
}

/** Answers that are the same for everybody: the captain's contact, and the consent to the rules. */
const answersOf = ({ activity: { fields }, captain, answers = {}, acts }: Plan, now: Date): Answers => {
  const isComplete = acts.some(
    (act) => act.kind === 'joinedWaitingList' || (act.kind === 'moved' && act.to === 'submitted'),
  )
  const values: Record<string, AnswerValue> = isComplete
    ? { ...answers, 'contact-phone': captain.phone!.replace('+86', ''), originality: true }
    : answers
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const isDay = fields.some((field) => field.id === id && field.type === 'date') && typeof value === 'number'
      return [id, isDay ? daysFrom(now, value).toISOString().slice(0, 10) : value]
    }),
  )
}

const decided: readonly EnrolmentState[] = ['approved', 'returned', 'rejected']

const enrolmentRow = (
  { plan, seats, number, resubmitBy }: EventFacts,
  sequence: number | undefined,
  organiser: SeedPerson,
  now: Date,
) => {
  const moves = actsOf(plan, 'moved')
  const submission = submissionsOf(plan).at(-1)
  const decision = moves.findLast(({ to }) => decided.includes(to))
  // A later submission clears the decision, except who decided and when.
  const stands = decision && moves.at(-1)!.to === decision.to
  const amendment = actsOf(plan, 'amended').at(-1)
  const snapshot = submission ? snapshotOf({ name: plan.name, slogan: plan.slogan, members: seats }) : null
  return {
    id: plan.enrolmentId,
    activityId: plan.activity.id,
    teamId: plan.id,
    state: moves.at(-1)?.to ?? ('draft' as const),
    number,
    sequence: sequence ?? null,
    answers: answersOf(plan, now),
    ...(amendment && {
      amendment: { ...answersOf(plan, now), ...amendment.answers },
      amendmentVersion: 2,
      amendmentStartedAt: amendment.at,
    }),
    version: 1 + actsOf(plan, 'answered').length + moves.length,
    submittedAt: submission?.at ?? null,
    inGrace: submission?.inGrace ?? false,
    resubmitBy,
    decidedBy: decision ? organiser.id : null,
    decidedAt: decision?.at ?? null,
    reason: stands ? (decision.reason ?? null) : null,
    snapshot,
    createdAt: actsOf(plan, 'begun')[0]!.at,
    updatedAt: [...moves, ...actsOf(plan, 'answered')].at(-1)!.at,
  }
}

const eventRows = (plan: Plan, organiser: SeedPerson) =>
  actsOf(plan, 'moved').map(({ at, from, to, reason }) => {
    const isDecision = decided.includes(to)
    const notifiedAt = isDecision ? new Date(at.getTime() + notifyDelayMilliseconds) : null
    return {
      id: newId<string>(at),
      enrolmentId: plan.enrolmentId,
      at,
      kind: isDecision ? ('decision' as const) : to === 'submitted' ? ('submission' as const) : ('withdrawal' as const),
      accountId: isDecision ? organiser.id : plan.captain.id,
      fromState: from,
      toState: to,
      reason: reason ?? null,
      notifyAt: notifiedAt,
      notifiedAt,
    }
  })

const invitationRows = (plan: Plan) =>
  actsOf(plan, 'invited').map(({ at, person, contact, role, state }) => ({
    id: newId<InvitationId>(at),
    teamId: plan.id,
    accountId: person?.id ?? null,
    contact: person ? null : contact,
    role,
    state,
    invitedBy: plan.captain.id,
    createdAt: at,
    expiresAt: new Date(at.getTime() + invitationMilliseconds),
    decidedAt: state === 'pending' ? null : new Date(at.getTime() + 3_600_000),
  }))

const teamRow = ({ id, activity: { id: activityId }, name, slogan, ...plan }: Plan) => {
  const changes = plan.acts.filter(({ kind }) => kind === 'created' || kind === 'joined').map(({ at }) => at)
  const [createdAt, updatedAt] = [changes[0]!, changes.at(-1)!]
  return { id, activityId, name, slogan, ...newInvite(createdAt), version: changes.length, createdAt, updatedAt }
}

/** Teams of the demo, with enrolments in every state and their histories. */
export const seedTeams = async (db: Database, people: readonly SeedPerson[], now: Date): Promise<void> => {
  const organiser = people.find(({ access }) => access === 'admin')!
  const plans = await planTeams(db, people, now)
  const sequences = sequencesOf(plans)
  const all: EventFacts[] = plans.map((plan) => {
    const { code, edition } = plan.activity
    const sequence = sequences.get(plan)
    const last = actsOf(plan, 'moved').at(-1)
    return {
      plan,
      seats: seatsOf(plan),
      number: sequence === undefined ? null : numberOf(edition, code, sequence),
      resubmitBy: last?.to === 'returned' ? returnedUntil(plan, last.at) : null,
    }
  })
  await db.insert(team).values(plans.map(teamRow))
  await db.insert(teamMember).values(
    all.flatMap(({ plan, seats }) =>
      seats.map(({ account, role, joinedAt }, position) => ({
        teamId: plan.id,
        accountId: account.id,
        activityId: plan.activity.id,
        role,
        position,
        joinedAt,
      })),
    ),
  )
  await db.insert(invitation).values(plans.flatMap(invitationRows))
  await db.insert(extension).values(
    plans.flatMap((plan) =>
      actsOf(plan, 'extended').map(({ at, until, reason }) => ({
        id: newId<ExtensionId>(at),
        teamId: plan.id,
        kind: 'enrolment' as const,
        until: closingTime(until, now),
        reason,
        grantedBy: organiser.id,
        createdAt: at,
      })),
    ),
  )
  const begun = all.filter(({ plan }) => plan.answers)
  await db.insert(enrolment).values(begun.map((item) => enrolmentRow(item, sequences.get(item.plan), organiser, now)))
  const events = plans.flatMap((plan) => eventRows(plan, organiser))
  await db.insert(enrolmentEvent).values(events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
  const queue = plans.flatMap((plan) =>
    actsOf(plan, 'joinedWaitingList').map(({ at }) => ({
      teamId: plan.id,
      activityId: plan.activity.id,
      joinedAt: at,
    })),
  )
  await db.insert(waiting).values(queue)
  const lastNumbers = new Map([...sequences].map(([plan, sequence]) => [plan.activity.id, sequence]))
  for (const [activityId, lastNumber] of lastNumbers)
    await db.update(seatCount).set({ lastNumber }).where(eq(seatCount.activityId, activityId))
  await seedHistory(db, all, organiser, now)
}
