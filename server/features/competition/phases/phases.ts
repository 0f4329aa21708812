import {
  extendedKinds,
  type EnrolmentStanding,
  type ExtendedKind,
  type PhaseKind,
  type PhaseStanding,
} from '@lectern/contract/competition/competition-values.ts'
import type { Window } from '@lectern/contract/competition/actual-windows.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'

export type { Window } from '@lectern/contract/competition/actual-windows.ts'

export interface Phase extends Window {
  kind: PhaseKind
  /** Null: the edition's phase, for every activity that has none of its own. */
  activityId: ActivityId | null
}

/** The phase that applies to an activity: its own, else the edition's. */
export const phaseOf = <P extends Phase>(
  phases: readonly P[],
  activityId: ActivityId,
  kind: PhaseKind,
): P | undefined => {
  const ofKind = phases.filter((phase) => phase.kind === kind)
  return (
    ofKind.find((phase) => phase.activityId === activityId) ?? ofKind.find(({ activityId: owner }) => owner === null)
  )
}

/** The phase that is meant for something about several activities: the edition's. For one activity it is the phase that applies to it. */
export const sharedPhaseOf = <P extends Phase>(
  phases: readonly P[],
  activities: readonly ActivityId[],
  kind: PhaseKind,
): P | undefined => {
  const [only] = activities
  if (only !== undefined && activities.length === 1) return phaseOf(phases, only, kind)
  return phases.find((phase) => phase.kind === kind && phase.activityId === null)
}

/** `opensAt` is inclusive, `closesAt` exclusive. */
export const isOpen = ({ opensAt, closesAt }: Window, now: Date): boolean => opensAt <= now && now < closesAt

export const phaseStandingOf = ({ opensAt, closesAt }: Window, now: Date): PhaseStanding => {
  if (now < opensAt) return 'upcoming'
  return now < closesAt ? 'running' : 'past'
}

/** From here on an open phase is shown as closing soon. */
export const soonMilliseconds = 72 * 3_600_000

interface Places {
  capacity: number | null
  taken: number
  /** Teams on the waiting list. */
  waiting: number
}

/** No seat is left for a new team: free seats go to the waiting list first. */
export const isFull = ({ capacity, taken, waiting }: Places): boolean =>
  capacity !== null && taken + waiting >= capacity

/** Whether enrolment is open, for anybody. */
export const standingOf = (window: Window | undefined, now: Date, places: Places): EnrolmentStanding => {
  if (!window) return 'unscheduled'
  if (now < window.opensAt) return 'upcoming'
  if (now >= window.closesAt) return 'closed'
  if (isFull(places)) return 'full'
  return window.closesAt.getTime() - now.getTime() <= soonMilliseconds ? 'closingSoon' : 'open'
}

/** The window in which a team may act, and until when a form that was open at its end is still accepted. */
export interface Deadline extends Window {
  /** After `closesAt`; never shown. */
  graceUntil: Date
  /** The team has an extension. */
  isExtended: boolean
}

const minute = 60_000

type GracedPhase = Phase & { graceMinutes: number }

/** What changes the end of a phase for one team. */
interface Ends {
  /** Of the team's extension. */
  extendedUntil?: Date | undefined
  /** Nothing lasts beyond the announcement of results, neither an extension nor a grace period. */
  announcedAt?: Date | undefined
}

/** A team's extension takes precedence over the activity's phase, which takes precedence over the edition's. */
export const deadlineOf = (
  phases: readonly GracedPhase[],
  activityId: ActivityId,
  kind: PhaseKind,
  { extendedUntil, announcedAt }: Ends = {},
): Deadline | undefined => {
  const phase = phaseOf(phases, activityId, kind)
  if (!phase) return undefined
  const endOf = (moment: Date): Date => (announcedAt && announcedAt < moment ? announcedAt : moment)
  const isExtended = extendedUntil !== undefined && extendedUntil > phase.closesAt
  const closesAt = isExtended ? extendedUntil : phase.closesAt
  const graceUntil = new Date(closesAt.getTime() + phase.graceMinutes * minute)
  return { opensAt: endOf(phase.opensAt), closesAt: endOf(closesAt), graceUntil: endOf(graceUntil), isExtended }
}

/** The deadlines of one team by phase kind; undefined: that phase is not scheduled. */
export type Deadlines = Readonly<Record<ExtendedKind, Deadline | undefined>>

/** An activity, and since when its results are public. */
interface DatedActivity {
  id: ActivityId
  announcedAt?: Date | undefined
}

/** Built from the phases of an activity and, for one team, the ends of its extensions by kind. */
export const deadlinesOf = (
  phases: readonly GracedPhase[],
  { id, announcedAt }: DatedActivity,
  extensions: Readonly<Partial<Record<ExtendedKind, Date>>> = {},
): Deadlines =>
  Object.fromEntries(
    extendedKinds.map((kind) => [kind, deadlineOf(phases, id, kind, { extendedUntil: extensions[kind], announcedAt })]),
  ) as Deadlines

export type WindowStanding = 'unscheduled' | 'upcoming' | 'open' | 'grace' | 'closed'

export interface WindowVerdict {
  /** `grace`: closed, but a form that was open at the end is still accepted. */
  standing: WindowStanding
  isOpen: boolean
  opensAt: Date | undefined
  /** Includes the team's extension; grace is never shown. */
  closesAt: Date | undefined
}

const standingIn = ({ opensAt, closesAt, graceUntil }: Deadline, now: Date): WindowStanding => {
  if (now < opensAt) return 'upcoming'
  if (now < closesAt) return 'open'
  return now < graceUntil ? 'grace' : 'closed'
}

/** Whether a moment is within the window of a phase kind, and when that window ends. */
export const checkWindow = (deadlines: Deadlines, kind: ExtendedKind, now: Date): WindowVerdict => {
  const deadline = deadlines[kind]
  const standing = deadline ? standingIn(deadline, now) : 'unscheduled'
  return { standing, isOpen: standing === 'open', opensAt: deadline?.opensAt, closesAt: deadline?.closesAt }
}
