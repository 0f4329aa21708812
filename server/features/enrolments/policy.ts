import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { enrolmentMoves, mayUseAmendment, type EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Person } from '../../platform/context.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { checkWindow, isFull } from '../competition/service.ts'
import { checkTimeToEnrol, nameOf, roleIn, type TeamView } from '../teams/service.ts'
import type { FoundEnrolment } from './queries.ts'

/** An enrolment with its team, and whether every member's profile is complete. */
export interface EnrolmentView {
  enrolment: FoundEnrolment
  team: TeamView
  isComplete: (member: TeamView['members'][number]) => boolean
}

interface Moment {
  now: Date
  locale: Locale
}

/** Exceptions to the usual rules. */
interface Exceptions {
  /** A form that was open at the end may be submitted a little later. */
  withGrace?: boolean
  /** An organiser acts for the team. */
  onBehalf?: boolean
}

/** Whether the state machine has this transition. */
const isMove = (from: EnrolmentState, to: EnrolmentState): boolean =>
  (enrolmentMoves[from] as readonly string[]).includes(to)

const checkMove = ({ enrolment }: EnrolmentView, to: EnrolmentState): Verdict =>
  isMove(enrolment.state, to) ? permitted : refuse('enrolment.moveRefused')

/** Uses the current state of the enrolment, not the one that the team view was read with. */
const checkTime = ({ team, enrolment }: EnrolmentView, moment: Moment): Verdict =>
  checkTimeToEnrol({ ...team, enrolment }, moment)

/** A form that was open when the phase closed is accepted for a while; this is never shown. */
const isInGrace = ({ team: { deadlines, activity } }: EnrolmentView, { now }: Moment): boolean =>
  activity.state === 'published' && checkWindow(deadlines, stagePhases.enrolment, now).standing === 'grace'

const checkTimeFor = (view: EnrolmentView, moment: Moment, { withGrace = false }: Exceptions): Verdict =>
  withGrace && isInGrace(view, moment) ? permitted : checkTime(view, moment)

/** Whether a submission at this moment is late. A resubmission within its own deadline is not. */
export const isLate = (view: EnrolmentView, moment: Moment): boolean =>
  isInGrace(view, moment) && !checkTime(view, moment).permitted

const checkCaptain = ({ team }: EnrolmentView, who: AccountId): Verdict =>
  roleIn(team, who) === 'captain' ? permitted : refuse('team.captainOnly')

/** An organiser outside the team acts on its behalf; one who is in it has the rights of their role. */
export const actsForTeam = ({ team }: Pick<EnrolmentView, 'team'>, actor: Person): boolean =>
  hasDutyFor(actor, team.activityId) && roleIn(team, actor.id) === undefined

/** Drafts and returned enrolments can be edited at once; submitted ones only after an amendment is started. */
const isEditable = ({ enrolment: { state, amendment } }: EnrolmentView): boolean =>
  state === 'draft' || state === 'returned' || (mayUseAmendment(state, 'edit') && amendment !== null)

export const mayEdit = (view: EnrolmentView, who: AccountId, moment: Moment, latitude: Exceptions = {}): Verdict => {
  const role = roleIn(view.team, who)
  if (!latitude.onBehalf && role !== 'captain' && role !== 'member') return refuse('enrolment.membersOnly')
  return all(isEditable(view) ? permitted : refuse('enrolment.answersClosed'), checkTimeFor(view, moment, latitude))
}

const checkWhole = ({ team, isComplete }: EnrolmentView, { locale }: Moment): Verdict => {
  const members = team.members.filter(({ role }) => role !== 'advisor')
  const { teamMin, teamMax } = team.activity
  if (members.length < teamMin) return refuse('enrolment.teamTooSmall', { least: teamMin })
  if (members.length > teamMax) return refuse('team.full', { most: teamMax })
  const missing = team.members.filter((member) => !isComplete(member))
  if (missing.length === 0) return permitted
  const names = missing.map(({ account }) => nameOf(account))
  return refuse('enrolment.membersIncomplete', { names: joinList(locale, names) })
}

/** A seat is reserved for the team, and there is still time to take it. */
export const hasOffer = ({ waiting }: Pick<TeamView, 'waiting'>): boolean =>
  waiting !== undefined && waiting.offeredUntil !== null && !waiting.isExpired

/** A returned enrolment still has its seat; others need one. The order is decided when the seat is reserved. */
const checkPlace = ({ enrolment, team }: EnrolmentView): Verdict => {
  if (enrolment.state !== 'draft' || hasOffer(team)) return permitted
  const { waiting, activity } = team
  if (waiting?.isExpired) return refuse('waiting.expired')
  if (waiting) return refuse('waiting.notOffered', { position: waiting.position })
  return isFull(activity) ? refuse('enrolment.full') : permitted
}

/** A draft that could be submitted if there were a seat; its answers are checked separately. */
export const mayWait = (
  view: EnrolmentView,
  who: AccountId,
  moment: Moment,
  { onBehalf = false }: Exceptions = {},
): Verdict =>
  all(
    onBehalf ? permitted : checkCaptain(view, who),
    view.enrolment.state === 'draft' ? permitted : refuse('enrolment.moveRefused'),
    checkTime(view, moment),
    view.team.activity.waitingList ? permitted : refuse('waiting.off'),
    checkWhole(view, moment),
    view.team.waiting?.isExpired ? refuse('waiting.expired') : permitted,
    isFull(view.team.activity) ? permitted : refuse('waiting.notFull'),
  )

/** The same for organisers. */
export const mayPutOnWaitingList = (view: EnrolmentView, actor: Person, moment: Moment): Verdict =>
  all(
    view.team.waiting && !view.team.waiting.isExpired ? refuse('waiting.alreadyOn') : permitted,
    mayWait(view, actor.id, moment, { onBehalf: true }),
  )

/** Allowed at any time: the seat goes to the next team. */
export const mayStopWaiting = (view: EnrolmentView, who: AccountId): Verdict =>
  all(checkCaptain(view, who), view.team.waiting && !view.team.waiting.isExpired ? permitted : refuse('waiting.none'))

export const maySubmit = (view: EnrolmentView, who: AccountId, moment: Moment, latitude: Exceptions = {}): Verdict =>
  all(
    latitude.onBehalf ? permitted : checkCaptain(view, who),
    checkMove(view, 'submitted'),
    isEditable(view) ? permitted : refuse('enrolment.moveRefused'),
    checkTimeFor(view, moment, latitude),
    checkWhole(view, moment),
    checkPlace(view),
  )

/** The captain starts it; then members write, too. */
export const mayStartAmendment = (
  view: EnrolmentView,
  who: AccountId,
  moment: Moment,
  { onBehalf = false }: Exceptions = {},
): Verdict =>
  all(
    onBehalf ? permitted : checkCaptain(view, who),
    mayUseAmendment(view.enrolment.state, 'start') ? permitted : refuse('enrolment.moveRefused'),
    checkTime(view, moment),
  )

/** Allowed at any time: an amendment has no effect until it is submitted. */
export const mayDiscardAmendment = (
  view: EnrolmentView,
  who: AccountId,
  { onBehalf = false }: Exceptions = {},
): Verdict =>
  all(
    onBehalf ? permitted : checkCaptain(view, who),
    view.enrolment.amendment !== null && mayUseAmendment(view.enrolment.state, 'discard')
      ? permitted
      : refuse('enrolment.moveRefused'),
  )

export const mayWithdraw = (view: EnrolmentView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkMove(view, 'withdrawn'), checkTime(view, moment))

/** Limits for joining were checked all along; those for submitting are checked at the next submission. */
export const mayRevive = (view: EnrolmentView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkMove(view, 'draft'), checkTime(view, moment))

/** An extension that was revoked or has ended stays as it is. */
export const mayRevoke = (
  { until, revokedAt }: { until: Date; revokedAt: Date | null },
  { now }: Pick<Moment, 'now'>,
): Verdict => (revokedAt === null && now < until ? permitted : refuse('extension.over'))
