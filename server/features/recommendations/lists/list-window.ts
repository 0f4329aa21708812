import {
  levelPhases,
  type ListState,
  type ListWindowStanding,
  type RecommendationLevel,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import { phaseOf, type RunningActivity } from '../../competition/service.ts'

/** What changes the end of the phase for one list. */
export interface ListDates {
  state: ListState
  /** Of the latest extension. */
  extendedUntil: Date | null
  /** The earlier date that the institution above has set. */
  dateAbove: Date | null
  /** The new date of a returned list. */
  resubmitBy: Date | null
}

/** When a list can be handed in. */
export interface ListWindow {
  standing: ListWindowStanding | 'grace'
  opensAt: Date | null
  closesAt: Date | null
  /** After `closesAt`; never shown. */
  graceUntil: Date | null
  isEarlier: boolean
  isExtended: boolean
}

const minute = 60_000

type Dated = Pick<RunningActivity, 'id' | 'phases' | 'announcedAt'>

const unscheduled: ListWindow = {
  standing: 'unscheduled',
  opensAt: null,
  closesAt: null,
  graceUntil: null,
  isEarlier: false,
  isExtended: false,
}

/** The phase of a level in an activity; undefined: it is not scheduled. */
export const levelPhase = ({ id, phases }: Pick<RunningActivity, 'id' | 'phases'>, level: RecommendationLevel) =>
  phaseOf(phases, id, levelPhases[level])

/**
 * The window of a list: its phase, ended earlier by the institution above or later by an extension. A returned list has its new date.
 * Nothing lasts beyond the announcement of results.
 */
export const listWindow = (activity: Dated, level: RecommendationLevel, dates: ListDates, now: Date): ListWindow => {
  const phase = levelPhase(activity, level)
  if (!phase) return unscheduled
  const { extendedUntil, dateAbove, resubmitBy } = dates
  const isExtended = extendedUntil !== null && extendedUntil > phase.closesAt
  const isEarlier = !isExtended && dateAbove !== null && dateAbove < phase.closesAt
  const ofPhase = isExtended ? extendedUntil : isEarlier ? dateAbove : phase.closesAt
  const planned = dates.state === 'returned' && resubmitBy !== null && resubmitBy > ofPhase ? resubmitBy : ofPhase
  const endOf = (end: Date): Date => (activity.announcedAt && activity.announcedAt < end ? activity.announcedAt : end)
  const closesAt = endOf(planned)
  const graceUntil = endOf(new Date(planned.getTime() + phase.graceMinutes * minute))
  const standing =
    now < phase.opensAt && dates.state !== 'returned'
      ? 'upcoming'
      : now < closesAt
        ? 'open'
        : now < graceUntil
          ? 'grace'
          : 'closed'
  return { standing, opensAt: phase.opensAt, closesAt, graceUntil, isEarlier, isExtended }
}

/** Not handed in although its date is over. */
export const isLateList = (state: ListState, { closesAt }: Pick<ListWindow, 'closesAt'>, now: Date): boolean =>
  (state === 'draft' || state === 'returned') && closesAt !== null && closesAt <= now
