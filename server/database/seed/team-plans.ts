import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { InvitationState, InvitedRole, TeamRole } from '@lectern/contract/teams/team-values.ts'
import { deadlineOf, type Deadline } from '../../features/competition/service.ts'
import { activity, edition, phase } from '../../features/competition/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { officeHour } from './dates.ts'
import { readList } from './lists.ts'
import type { SeedPerson } from './people.ts'

type Joined = [username: string, day: number]

/** One of teams.json. Days are counted from today. */
interface ListedTeam {
  activity: string
  /** In last year's edition. */
  lastYear?: true
  name: string
  slogan: string
  day: number
  captain: string
  members: Joined[]
  advisors?: Joined[]
  /** By username or, for people without an account, by address. */
  invited?: { to: string; role: InvitedRole; day: number; state?: InvitationState }[]
  extension?: { day: number; until: number; reason: string }
  /** Absent: no enrolment. A number where a date is expected is a day. */
  answers?: Record<string, AnswerValue>
  /** `grace`: a few minutes after the end. */
  steps?: [to: EnrolmentState, day: number | 'grace', reason?: string][]
  /** On the waiting list of its activity since that day. */
  waiting?: number
  /** An open amendment. */
  amendment?: { day: number; answers: Record<string, AnswerValue> }
}

/** What somebody did in a team, and when. */
export type Act = { at: Date } & (
  | { kind: 'created' }
  | { kind: 'joined'; person: SeedPerson; role: Exclude<TeamRole, 'captain'> }
  | { kind: 'invited'; person: SeedPerson | undefined; contact: string; role: InvitedRole; state: InvitationState }
  | { kind: 'begun' }
  | { kind: 'answered'; fields: string[] }
  | { kind: 'moved'; from: EnrolmentState; to: EnrolmentState; reason: string | undefined; inGrace: boolean }
  | { kind: 'amended'; answers: Record<string, AnswerValue> }
  | { kind: 'joinedWaitingList' }
  | { kind: 'extended'; until: number; reason: string }
)

type WithoutMoment<A> = A extends Act ? Omit<A, 'at'> : never
type Planned = WithoutMoment<Act> & { day: number | 'grace' }

export interface SeedActivity {
  id: ActivityId
  code: string
  name: (typeof activity.$inferSelect)['name']
  fields: (typeof activity.$inferSelect)['fields']
  edition: { year: number; timeZone: string; current: boolean }
  deadline: Deadline
}

export interface Plan {
  id: TeamId
  enrolmentId: EnrolmentId
  name: string
  slogan: string
  activity: SeedActivity
  captain: SeedPerson
  answers: Record<string, AnswerValue> | undefined
  /** Oldest first. */
  acts: Act[]
}

const graceMilliseconds = 4 * 60_000
const betweenMilliseconds = 11 * 60_000
/** For sorting acts by day: the grace period of a phase that closed five days ago. */
const graceDay = -4.5

const dayOf = ({ day }: Planned): number => (day === 'grace' ? graceDay : day)

const joinsOf = (personOf: (username: string) => SeedPerson, listed: readonly Joined[], role: 'member' | 'advisor') =>
  listed.map(([username, day]) => ({ kind: 'joined' as const, person: personOf(username), role, day }))

/** Steps, and the answers needed before each submission. */
const stepsOf = ({ steps = [], answers = {} }: ListedTeam): Planned[] => {
  let from: EnrolmentState = 'draft'
  return steps.flatMap(([to, day, reason]) => {
    const moved = { kind: 'moved' as const, from, to, reason, inGrace: day === 'grace', day }
    const fields = from === 'returned' ? ['abstract'] : Object.keys(answers)
    const isAnswered = to === 'submitted' || from === 'draft'
    from = to
    return isAnswered ? [{ kind: 'answered' as const, fields, day: day === 'grace' ? -6 : day }, moved] : [moved]
  })
}

const planned = (listed: ListedTeam, findPerson: (username: string) => SeedPerson | undefined): Planned[] => {
  const personOf = (username: string): SeedPerson => findPerson(username)!
  const acts: Planned[] = [
    ...joinsOf(personOf, listed.members, 'member'),
    ...joinsOf(personOf, listed.advisors ?? [], 'advisor'),
    ...(listed.invited ?? []).map(({ to, role, day, state = 'pending' }) => {
      return { kind: 'invited' as const, person: findPerson(to), contact: to, role, state, day }
    }),
    ...(listed.extension ? [{ kind: 'extended' as const, ...listed.extension }] : []),
  ]
  if (!listed.answers) return acts
  const isDraft = listed.steps?.length === 0
  const lastDay = Math.max(listed.day, ...listed.members.map(([, day]) => day))
  return [
    { kind: 'begun', day: listed.day },
    ...acts,
    ...(isDraft ? [{ kind: 'answered' as const, fields: Object.keys(listed.answers), day: lastDay }] : []),
    ...stepsOf(listed),
    ...(listed.waiting === undefined ? [] : [{ kind: 'joinedWaitingList' as const, day: listed.waiting }]),
    ...(listed.amendment ? [{ kind: 'amended' as const, ...listed.amendment }] : []),
  ]
}

/** Each at its hour, and none before the previous one. */
const dated = (acts: readonly Planned[], position: number, { deadline }: SeedActivity, now: Date): Act[] => {
  let last = 0
  return acts.map(({ day, ...act }, index) => {
    const wanted =
      day === 'grace'
        ? deadline.closesAt.getTime() + graceMilliseconds
        : officeHour(day, position * 5 + index, now).getTime()
    last = Math.max(wanted, last + betweenMilliseconds)
    return { ...act, at: new Date(last) }
  })
}

const readActivities = async (db: Database): Promise<SeedActivity[]> => {
  const phases = await db.select().from(phase)
  const rows = await db
    .select({ id: activity.id, code: activity.code, name: activity.name, fields: activity.fields, edition })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
  return rows.map((row) => ({
    ...row,
    deadline: deadlineOf(
      phases.filter(({ editionId }) => editionId === row.edition.id),
      row.id,
      'enrolment',
    )!,
  }))
}

/** The teams with their histories. */
export const planTeams = async (db: Database, people: readonly SeedPerson[], now: Date): Promise<Plan[]> => {
  const activities = await readActivities(db)
  const byName = new Map(people.map((person) => [person.username, person]))
  const listed = await readList<ListedTeam>('teams/teams.json')
  return listed.map((team, position) => {
    const contested = activities.find(
      ({ code, edition: { current } }) => code === team.activity && current === !team.lastYear,
    )!
    const created = { kind: 'created' as const, day: team.day }
    const others = planned(team, (username) => byName.get(username))
    const acts = dated([created, ...others.toSorted((a, b) => dayOf(a) - dayOf(b))], position, contested, now)
    const createdAt = acts[0]!.at
    return {
      id: newId<TeamId>(createdAt),
      enrolmentId: newId<EnrolmentId>(createdAt),
      name: team.name,
      slogan: team.slogan,
      activity: contested,
      captain: byName.get(team.captain)!,
      answers: team.answers,
      acts,
    }
  })
}
