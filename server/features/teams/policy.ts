import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { isFrozen, placeStates, type EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { maxAdvisedTeams, type InvitedRole, type TeamRole } from '@lectern/contract/teams/team-values.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Person } from '../../platform/context.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { checkNotAnnounced, checkWindow, type Deadlines } from '../competition/service.ts'
import type { TeamView } from './team-view.ts'

/** The time, and the language of refusals that mention a time. */
interface Moment {
  now: Date
  locale: Locale
}

export const roleIn = ({ members }: TeamView, accountId: AccountId): TeamRole | undefined =>
  members.find(({ account }) => account.id === accountId)?.role

const checkCaptain = (view: TeamView, who: AccountId): Verdict =>
  roleIn(view, who) === 'captain' ? permitted : refuse('team.captainOnly')

const checkNotFrozen = ({ enrolment }: TeamView): Verdict =>
  enrolment && isFrozen(enrolment.state) ? refuse('team.frozen') : permitted

/** While enrolment is open; after a return, until its deadline. */
export const checkTimeToEnrol = (
  { activity, deadlines, enrolment }: Pick<TeamView, 'activity' | 'deadlines' | 'enrolment'>,
  { now, locale }: Moment,
): Verdict => {
  if (activity.state !== 'published') return refuse('enrolment.archived')
  const notAnnounced = checkNotAnnounced(activity, locale)
  if (!notAnnounced.permitted) return notAnnounced
  // Whatever happened to the phase: the team was given this deadline.
  if (enrolment?.state === 'returned' && enrolment.resubmitBy && now < enrolment.resubmitBy) return permitted
  const { isOpen, standing, opensAt, closesAt } = checkWindow(deadlines, stagePhases.team, now)
  if (isOpen) return permitted
  if (!opensAt || !closesAt) return refuse('enrolment.unscheduled')
  const format = (moment: Date): string => momentText(moment, locale, activity.edition.timeZone)
  return standing === 'upcoming'
    ? refuse('enrolment.notOpen', { opensAt: format(opensAt) })
    : refuse('enrolment.closed', { closedAt: format(closesAt) })
}

interface Standing {
  deadlines: Deadlines
  enrolment: { state: EnrolmentState; resubmitBy: Date | null } | undefined
  waiting?: TeamView['waiting']
}

/** The deadline of `checkTimeToEnrol`. */
export const dueOf = ({ deadlines, enrolment, waiting }: Standing): Date | undefined => {
  if (waiting?.offeredUntil && !waiting.isExpired) return waiting.offeredUntil
  const resubmitBy = (enrolment?.state === 'returned' && enrolment.resubmitBy) || undefined
  const closesAt = deadlines[stagePhases.team]?.closesAt
  if (!resubmitBy || !closesAt) return resubmitBy ?? closesAt
  return resubmitBy > closesAt ? resubmitBy : closesAt
}

/** The deadline for resubmission of a returned enrolment. Later extensions count, too. */
export const resubmitByOf = (standing: Standing): Date | null =>
  (standing.enrolment?.state === 'returned' && dueOf(standing)) || null

/** Whether the team has room for one more person in this role. */
export const checkSeat = ({ activity, members }: TeamView, role: InvitedRole): Verdict => {
  const advisors = members.filter((member) => member.role === 'advisor').length
  if (role === 'advisor')
    return advisors < activity.advisorsMax ? permitted : refuse('team.advisorsFull', { most: activity.advisorsMax })
  return members.length - advisors < activity.teamMax ? permitted : refuse('team.full', { most: activity.teamMax })
}

export const mayEdit = (view: TeamView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkNotFrozen(view), checkTimeToEnrol(view, moment))

/** Only while there is time: later a reminder helps nobody. */
export const mayRemind = (view: TeamView, who: AccountId, moment: Moment): Verdict =>
  all(checkCaptain(view, who), checkTimeToEnrol(view, moment))

export const mayInvite = (view: TeamView, who: AccountId, role: InvitedRole, moment: Moment): Verdict =>
  all(mayEdit(view, who, moment), checkSeat(view, role))

/** The user's roles in other teams of the same activity. */
type OtherTeams = readonly { role: TeamRole }[]

/** One team as captain or member; a few as advisor. */
export const checkTeamLimit = (elsewhere: OtherTeams, role: TeamRole): Verdict => {
  if (role === 'advisor') {
    const advised = elsewhere.filter((engagement) => engagement.role === 'advisor').length
    return advised < maxAdvisedTeams ? permitted : refuse('team.advisesEnough', { most: maxAdvisedTeams })
  }
  return elsewhere.some((engagement) => engagement.role !== 'advisor') ? refuse('team.alreadyIn') : permitted
}

export const mayJoin = (view: TeamView, elsewhere: OtherTeams, role: InvitedRole, moment: Moment): Verdict =>
  all(checkTimeToEnrol(view, moment), checkNotFrozen(view), checkTeamLimit(elsewhere, role), checkSeat(view, role))

export const mayLeave = (view: TeamView, who: AccountId): Verdict => {
  const role = roleIn(view, who)
  if (!role) return refuse('team.notFound')
  return role === 'captain' ? refuse('team.captainStays') : checkNotFrozen(view)
}

export const mayRemove = (view: TeamView, who: AccountId, whom: AccountId): Verdict =>
  all(
    checkCaptain(view, who),
    roleIn(view, whom) === 'captain' ? refuse('team.captainStays') : permitted,
    checkNotFrozen(view),
  )

/** Deleted members do not count. */
const checkMember = ({ members }: TeamView, whom: AccountId): Verdict =>
  members.some(({ account, role }) => account.id === whom && role === 'member' && account.status !== 'deleted')
    ? permitted
    : refuse('team.memberNeeded')

/** An organiser who is not in the team acts on the captain's behalf. */
export const actsForCaptain = (view: TeamView, actor: Person): boolean =>
  roleIn(view, actor.id) === undefined && hasDutyFor(actor, view.activityId)

/** Organisers may, in any state of the team: an unreachable captain would block everything. */
export const mayMakeCaptain = (view: TeamView, actor: Person, whom: AccountId): Verdict =>
  actsForCaptain(view, actor)
    ? checkMember(view, whom)
    : all(checkCaptain(view, actor.id), checkMember(view, whom), checkNotFrozen(view))

export const mayDisband = (view: TeamView, who: AccountId): Verdict => {
  const holdsSeat = view.enrolment !== undefined && (placeStates as readonly string[]).includes(view.enrolment.state)
  return all(checkCaptain(view, who), holdsSeat ? refuse('team.enrolled') : permitted)
}
