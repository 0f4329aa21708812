import { stagePhases } from '@lectern/contract/competition-values.ts'
import { enrolmentMoves, mayUseAmendment, type EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Person } from '../../platform/context.ts'
import { all, isOrganiser, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { checkWindow, isFull } from '../competition/service.ts'
import { checkTimeToEnrol, nameOf, roleIn, type TeamView } from '../teams/service.ts'
import type { FoundEnrolment } from './queries.ts'

/** An enrolment with its team, and whether everybody in it has said who he is. */
export interface EnrolmentView {
  enrolment: FoundEnrolment
  team: TeamView
  isComplete: (member: TeamView['members'][number]) => boolean
}

interface Moment {
  now: Date
  locale: Locale
}

/** What is allowed beyond the ordinary. */
interface Latitude {
  /** What was typed into a form that was open at the end may come a little later. */
  withGrace?: boolean
  /** An organiser does it for the team. */
  onBehalf?: boolean
}

/** The map of states has this way. */
const isMove = (from: EnrolmentState, to: EnrolmentState): boolean =>
  (enrolmentMoves[from] as readonly string[]).includes(to)

const checkMove = ({ enrolment }: EnrolmentView, to: EnrolmentState): Verdict =>
  isMove(enrolment.state, to) ? permitted : refuse('enrolment.moveRefused')

/** The enrolment as it is now decides, and not as the team was looked at before. */
const checkTime = ({ team, enrolment }: EnrolmentView, moment: Moment): Verdict =>
  checkTimeToEnrol({ ...team, enrolment }, moment)

/** A form that was open when the phase closed is still taken for a while; nobody is told of it. */
const isInGrace = ({ team: { deadlines, activity } }: EnrolmentView, { now }: Moment): boolean =>
  activity.state === 'published' && checkWindow(deadlines, stagePhases.enrolment, now).standing === 'grace'

const checkTimeFor = (view: EnrolmentView, moment: Moment, { withGrace = false }: Latitude): Verdict =>
  withGrace && isInGrace(view, moment) ? permitted : checkTime(view, moment)

/** Submitted at this moment, it came late: what may be sent again until a later time is not late. */
export const isLate = (view: EnrolmentView, moment: Moment): boolean =>
  isInGrace(view, moment) && !checkTime(view, moment).permitted

/** Captain and members write; whoever acts for a team is an organiser. */
const checkCaptain = ({ team }: EnrolmentView, who: AccountId): Verdict =>
  roleIn(team, who) === 'captain' ? permitted : refuse('team.captainOnly')

/** An organiser who is not in the team acts for it; one who is in it has the rights of their role. */
export const actsForTeam = ({ team }: Pick<EnrolmentView, 'team'>, actor: Person): boolean =>
  isOrganiser(actor) && roleIn(team, actor.id) === undefined

/** A draft and a return are edited as they are; what is submitted only in an amendment. */
const isEditable = ({ enrolment: { state, amendment } }: EnrolmentView): boolean =>
  state === 'draft' || state === 'returned' || (mayUseAmendment(state, 'edit') && amendment !== null)

export const mayEdit = (view: EnrolmentView, who: AccountId, moment: Moment, latitude: Latitude = {}): Verdict => {
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

/** A place is held for the team, and there is still time to take it. */
export const hasOffer = ({ waiting }: Pick<TeamView, 'waiting'>): boolean =>
  waiting !== undefined && waiting.offeredUntil !== null && !waiting.isExpired

/** What was returned has its place still; others need one. Who comes first is decided when it is taken. */
const checkPlace = ({ enrolment, team }: EnrolmentView): Verdict => {
  if (enrolment.state !== 'draft' || hasOffer(team)) return permitted
  const { waiting, activity } = team
  if (waiting?.isExpired) return refuse('waiting.expired')
  if (waiting) return refuse('waiting.notOffered', { position: waiting.position })
  return isFull(activity) ? refuse('enrolment.full') : permitted
}

/** A draft that could be submitted if there were a place; its answers are asked about apart. */
export const mayWait = (view: EnrolmentView, who: AccountId, moment: Moment): Verdict =>
  all(
    checkCaptain(view, who),
    view.enrolment.state === 'draft' ? permitted : refuse('enrolment.moveRefused'),
    checkTime(view, moment),
    view.team.activity.waitingList ? permitted : refuse('waiting.off'),
    checkWhole(view, moment),
    view.team.waiting?.isExpired ? refuse('waiting.expired') : permitted,
    isFull(view.team.activity) ? permitted : refuse('waiting.notFull'),
  )

/** At any time: the place is of use to the next one. */
export const mayStopWaiting = (view: EnrolmentView, who: AccountId): Verdict =>
  all(checkCaptain(view, who), view.team.waiting && !view.team.waiting.isExpired ? permitted : refuse('waiting.none'))

export const maySubmit = (view: EnrolmentView, who: AccountId, moment: Moment, latitude: Latitude = {}): Verdict =>
  all(
    latitude.onBehalf ? permitted : checkCaptain(view, who),
    checkMove(view, 'submitted'),
    isEditable(view) ? permitted : refuse('enrolment.moveRefused'),
    checkTimeFor(view, moment, latitude),
    checkWhole(view, moment),
    checkPlace(view),
  )

/** The captain starts; then members write, too. */
export const mayStartAmendment = (
  view: EnrolmentView,
  who: AccountId,
  moment: Moment,
  { onBehalf = false }: Latitude = {},
): Verdict =>
  all(
    onBehalf ? permitted : checkCaptain(view, who),
    mayUseAmendment(view.enrolment.state, 'start') ? permitted : refuse('enrolment.moveRefused'),
    checkTime(view, moment),
  )

/** At any time: what was typed and not submitted counts for nothing. */
export const mayDiscardAmendment = (
  view: EnrolmentView,
  who: AccountId,
  { onBehalf = false }: Latitude = {},
): Verdict =>
  all(
    onBehalf ? permitted : checkCaptain(view, who),
    view.enrolment.amendment !== null && mayUseAmendment(view.enrolment.state, 'discard')
      ? permitted
      : refuse('enrolment.moveRefused'),
  )

export const mayWithdraw = (view: EnrolmentView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkMove(view, 'withdrawn'), checkTime(view, moment))

/** Joining has kept the team's limits meanwhile; those of submitting are asked when it is submitted again. */
export const mayRevive = (view: EnrolmentView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkMove(view, 'draft'), checkTime(view, moment))

/** What was taken back already, or has come to its end, stays as it is. */
export const mayRevoke = (
  { until, revokedAt }: { until: Date; revokedAt: Date | null },
  { now }: Pick<Moment, 'now'>,
): Verdict => (revokedAt === null && now < until ? permitted : refuse('extension.over'))
