import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { isEditableState, workMoves, type WorkState } from '@lectern/contract/works/work-values.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { checkNotAnnounced, checkWindow } from '../competition/service.ts'
import { roleIn, type TeamView } from '../teams/service.ts'
import type { FoundFile, FoundWork } from './queries.ts'

/** A work with its team and the files that it is prepared with. */
export interface WorkView {
  work: FoundWork
  team: TeamView
  files: readonly FoundFile[]
}

/** The time, and the language of refusals that mention a time. */
interface Moment {
  now: Date
  locale: Locale
}

/** Exceptions to the usual rules. */
interface Exceptions {
  /** What was open at the end may be saved and submitted a little later. */
  withGrace?: boolean
  /** An organiser acts for the team. */
  onBehalf?: boolean
}

type Standing = Pick<FoundWork, 'state' | 'resubmitBy'>

const minute = 60_000

/** While the phase is open; after a return, until its deadline. */
export const checkTimeToHandIn = (
  { activity, deadlines }: Pick<TeamView, 'activity' | 'deadlines'>,
  work: Standing | undefined,
  { now, locale }: Moment,
): Verdict => {
  if (activity.state !== 'published') return refuse('enrolment.archived')
  const notAnnounced = checkNotAnnounced(activity, locale)
  if (!notAnnounced.permitted) return notAnnounced
  if (work?.state === 'returned' && work.resubmitBy && now < work.resubmitBy) return permitted
  const { isOpen, standing, opensAt, closesAt } = checkWindow(deadlines, stagePhases.work, now)
  if (isOpen) return permitted
  if (!opensAt || !closesAt) return refuse('work.unscheduled')
  const format = (moment: Date): string => momentText(moment, locale, activity.edition.timeZone)
  return standing === 'upcoming'
    ? refuse('work.notOpen', { opensAt: format(opensAt) })
    : refuse('work.closed', { closedAt: format(closesAt) })
}

/** The deadline of `checkTimeToHandIn`. */
export const dueOfWork = ({ deadlines }: Pick<TeamView, 'deadlines'>, work: Standing | undefined): Date | undefined => {
  const resubmitBy = (work?.state === 'returned' && work.resubmitBy) || undefined
  const closesAt = deadlines[stagePhases.work]?.closesAt
  if (!resubmitBy || !closesAt) return resubmitBy ?? closesAt
  return resubmitBy > closesAt ? resubmitBy : closesAt
}

/** Until when an upload counts that was started before the end. */
export const uploadsUntil = ({ team, work }: Pick<WorkView, 'team' | 'work'>): Date | undefined => {
  const due = dueOfWork(team, work)
  return due && new Date(due.getTime() + team.activity.workRules.uploadMinutes * minute)
}

/** The end that an upload must have been begun before to count now; undefined: none counts any more. */
const dueOfUploads = (view: Pick<WorkView, 'team' | 'work'>, { now }: Pick<Moment, 'now'>): Date | undefined => {
  const until = uploadsUntil(view)
  const { state, announcedAt } = view.team.activity
  return until && now < until && state === 'published' && !announcedAt ? dueOfWork(view.team, view.work) : undefined
}

/** The end has passed, but a file that was started before it has arrived in time and waits to be submitted. */
const isUploadedInTime = (view: WorkView, moment: Moment): boolean => {
  const due = dueOfUploads(view, moment)
  return (
    due !== undefined &&
    view.files.some(({ begunAt, createdAt, isSubmitted }) => begunAt < due && due <= createdAt && !isSubmitted)
  )
}

/** Whether an upload counts if the rest of it arrives now. */
export const isUploadInTime = (
  view: Pick<WorkView, 'team' | 'work'>,
  begunAt: Date,
  moment: Pick<Moment, 'now'>,
): boolean => {
  const due = dueOfUploads(view, moment)
  return due !== undefined && begunAt < due && isEditableState(view.work.state)
}

/** Whether somebody may send more of an upload that they have begun. */
export const mayGoOnSending = (
  view: WorkView,
  { who, begunAt }: { who: AccountId; begunAt: Date },
  moment: Moment,
  exceptions: Exceptions = {},
): Verdict =>
  all(
    checkMember(view, who, exceptions),
    checkAsked(view.team),
    isEditableState(view.work.state) ? permitted : refuse('work.editingClosed'),
    isUploadInTime(view, begunAt, moment) ? permitted : checkTimeFor(view, moment, exceptions),
  )

const isInGrace = ({ team }: WorkView, { now }: Moment): boolean =>
  team.activity.state === 'published' && checkWindow(team.deadlines, stagePhases.work, now).standing === 'grace'

const checkTimeFor = (view: WorkView, moment: Moment, { withGrace = false }: Exceptions): Verdict =>
  withGrace && isInGrace(view, moment) ? permitted : checkTimeToHandIn(view.team, view.work, moment)

/** Whether a submission at this moment is late. */
export const isLate = (view: WorkView, moment: Moment): boolean =>
  !checkTimeToHandIn(view.team, view.work, moment).permitted

const checkMove = ({ work }: WorkView, to: WorkState): Verdict =>
  (workMoves[work.state] as readonly string[]).includes(to) ? permitted : refuse('work.moveRefused')

const checkCaptain = ({ team }: Pick<WorkView, 'team'>, who: AccountId): Verdict =>
  roleIn(team, who) === 'captain' ? permitted : refuse('team.captainOnly')

const checkMember = ({ team }: Pick<WorkView, 'team'>, who: AccountId, { onBehalf = false }: Exceptions): Verdict => {
  const role = roleIn(team, who)
  return onBehalf || role === 'captain' || role === 'member' ? permitted : refuse('work.membersOnly')
}

/** The activity asks for a work, and the enrolment is approved. */
export const checkAsked = ({ activity, enrolment }: Pick<TeamView, 'activity' | 'enrolment'>): Verdict => {
  if (activity.workRules.parts.length === 0) return refuse('work.notAsked')
  return enrolment?.state === 'approved' ? permitted : refuse('work.enrolmentNotApproved')
}

/** Members may start preparing as soon as the phase has begun. */
export const mayStart = (team: TeamView, who: AccountId, moment: Moment, exceptions: Exceptions = {}): Verdict =>
  all(checkMember({ team }, who, exceptions), checkAsked(team), checkTimeToHandIn(team, undefined, moment))

export const mayEdit = (view: WorkView, who: AccountId, moment: Moment, exceptions: Exceptions = {}): Verdict =>
  all(
    checkMember(view, who, exceptions),
    checkAsked(view.team),
    isEditableState(view.work.state) ? permitted : refuse('work.editingClosed'),
    checkTimeFor(view, moment, exceptions),
  )

/** What is missing is checked separately. */
export const maySubmit = (view: WorkView, who: AccountId, moment: Moment, exceptions: Exceptions = {}): Verdict =>
  all(
    exceptions.onBehalf ? permitted : checkCaptain(view, who),
    checkAsked(view.team),
    checkMove(view, 'submitted'),
    isEditableState(view.work.state) ? permitted : refuse('work.moveRefused'),
    isUploadedInTime(view, moment) ? permitted : checkTimeFor(view, moment, exceptions),
    view.work.state === 'submitted' && !view.work.isChanged ? refuse('work.nothingChanged') : permitted,
  )

export const mayWithdraw = (view: WorkView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkMove(view, 'withdrawn'), checkTimeToHandIn(view.team, view.work, moment))

export const mayRevive = (view: WorkView, who: AccountId, moment: Moment): Verdict =>
  all(
    checkCaptain(view, who),
    checkAsked(view.team),
    checkMove(view, 'draft'),
    checkTimeToHandIn(view.team, view.work, moment),
  )

/** Allowed at any time: changes have no effect until they are submitted. */
export const mayDiscard = (view: WorkView, who: AccountId, exceptions: Exceptions = {}): Verdict =>
  all(
    checkMember(view, who, exceptions),
    view.work.submission !== null && view.work.isChanged && isEditableState(view.work.state)
      ? permitted
      : refuse('work.nothingChanged'),
  )
