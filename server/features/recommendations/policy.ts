import { isEditableList, isListMove, type ListState } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { RunningActivity } from '../competition/service.ts'
import type { FoundList } from './lists/list-queries.ts'
import type { ListWindow } from './lists/list-window.ts'

/** In which way somebody reaches an institution. */
export interface Reach {
  /** An officer of the institution itself. */
  isOwn: boolean
  /** An officer of the province above it. */
  isAbove: boolean
  isOrganiser: boolean
}

/** A list with everything that permissions depend on. */
export interface ListView extends FoundList {
  activity: RunningActivity
  state: ListState
  window: ListWindow
  reach: Reach
  /** Why the reader, who takes part in the activity, decides nothing about it. */
  ofOthers: Verdict
}

interface Moment {
  now: Date
  locale: Locale
}

/** Provinces are above their schools only where they have lists of their own; otherwise organisers are. */
export const isAboveList = ({
  rules,
  institution,
  reach,
}: Pick<ListView, 'rules' | 'institution' | 'reach'>): boolean =>
  reach.isOrganiser || (reach.isAbove && institution.kind === 'school' && rules.by === 'schoolAndProvince')

const checkAbove = (view: ListView): Verdict => (isAboveList(view) ? permitted : refuse('recommendation.aboveOnly'))

/** The institution's own officers, and the level above on its behalf. */
const checkActor = (view: ListView): Verdict =>
  view.reach.isOwn || isAboveList(view) ? permitted : refuse('institution.officersOnly')

/** Whether lists may be handed in now; what is in the grace period counts. */
const checkTime = ({ window, activity }: ListView, { locale }: Moment): Verdict => {
  const format = (moment: Date | null): string => (moment ? momentText(moment, locale, activity.edition.timeZone) : '')
  if (activity.state !== 'published') return refuse('enrolment.archived')
  switch (window.standing) {
    case 'unscheduled':
      return refuse('recommendation.unscheduled')
    case 'upcoming':
      return refuse('recommendation.notOpen', { opensAt: format(window.opensAt) })
    case 'closed':
      return refuse('recommendation.closed', { closedAt: format(window.closesAt) })
    case 'open':
    case 'grace':
      return permitted
  }
}

const isHandedIn = (state: ListState | null): boolean => state === 'handedIn' || state === 'accepted'

const checkAboveOpen = ({ stateAbove }: FoundList): Verdict =>
  isHandedIn(stateAbove) ? refuse('recommendation.aboveHandedIn') : permitted

const checkMove = ({ state }: ListView, to: ListState): Verdict =>
  isListMove(state, to) ? permitted : refuse('recommendation.moveRefused')

/** Rows, ranks and remarks. */
export const mayEditList = (view: ListView, moment: Moment): Verdict =>
  all(
    checkActor(view),
    view.ofOthers,
    isEditableList(view.state) ? permitted : refuse('recommendation.listClosed'),
    checkTime(view, moment),
  )

export const maySummarise = (view: ListView, moment: Moment): Verdict =>
  all(mayEditList(view, moment), (view.list?.rowCount ?? 0) > 0 ? permitted : refuse('recommendation.empty'))

export const mayHandIn = (view: ListView, moment: Moment): Verdict =>
  all(maySummarise(view, moment), checkMove(view, 'handedIn'), checkAboveOpen(view))

export const mayJudge = (view: ListView): Verdict =>
  all(
    checkAbove(view),
    view.ofOthers,
    view.state === 'handedIn' ? permitted : refuse('recommendation.moveRefused'),
    checkAboveOpen(view),
  )

export const mayAccept = (view: ListView): Verdict => {
  const { rowCount = 0, passedCount = 0, refusedCount = 0 } = view.list ?? {}
  const open = rowCount - passedCount - refusedCount
  return all(
    checkAbove(view),
    view.ofOthers,
    checkMove(view, 'accepted'),
    checkAboveOpen(view),
    open > 0 ? refuse('recommendation.verdictsMissing', { count: open }) : permitted,
  )
}

export const mayReturn = (view: ListView): Verdict =>
  all(checkAbove(view), view.ofOthers, checkMove(view, 'returned'), checkAboveOpen(view))

/** Organisers, and provinces for their schools where the activity says so. */
export const mayGrantQuota = ({
  rules,
  institution,
  reach,
  ofOthers,
}: Pick<ListView, 'rules' | 'institution' | 'reach' | 'ofOthers'>): Verdict =>
  all(
    reach.isOrganiser || (reach.isAbove && institution.kind === 'school' && rules.provincesWriteQuotas)
      ? permitted
      : refuse(reach.isAbove ? 'recommendation.quotasAbove' : 'recommendation.aboveOnly'),
    ofOthers,
  )

/** More time than the phase is granted by organisers only: a province never gives later dates. */
export const mayExtend = (view: ListView): Verdict =>
  all(
    view.reach.isOrganiser ? permitted : refuse('recommendation.aboveOnly'),
    view.ofOthers,
    isEditableList(view.state) ? permitted : refuse('recommendation.listClosed'),
    view.window.standing === 'unscheduled' ? refuse('recommendation.unscheduled') : permitted,
  )

/** Officers remind the teams of their own institution. */
export const mayRemindTeams = (view: ListView): Verdict =>
  all(view.reach.isOwn || view.reach.isOrganiser ? permitted : refuse('institution.officersOnly'), view.ofOthers)
