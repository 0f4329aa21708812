import { stagePhases } from '@lectern/contract/competition-values.ts'
import type { NextStep } from '@lectern/contract/enrolments.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { say } from '../../platform/messages.ts'
import { permitted, refuse, tellRefusal, type Verdict } from '../../platform/policy.ts'
import { deadlinesIn, isFull, requireRunningActivity, type RunningActivity } from '../competition/service.ts'
import { isComplete, missingOf } from '../accounts/service.ts'
import { bearerOf } from '../sign-in/service.ts'
import {
  checkTimeToEnrol,
  listMyTeams,
  pendingFor,
  presentWaiting,
  resubmitByOf,
  roleIn,
  stepOf,
  viewTeams,
  type TeamView,
} from '../teams/service.ts'
import { viewOf } from './enrolment-view.ts'
import { checkWorkingAnswers } from './known-answers.ts'
import { hasOffer, mayEdit, mayRevive, maySubmit, mayWait } from './policy.ts'
import { hasOpeningWish } from './opening-queries.ts'
import { isUpcoming } from './openings.ts'
import { findEnrolment, type FoundEnrolment } from './queries.ts'

const isSignedIn = (ctx: Ctx): ctx is SignedIn => ctx.actor.kind === 'account'

/** One's team in an activity: where one takes part oneself comes before where one advises. */
const findMyTeam = async (ctx: SignedIn, id: ActivityId): Promise<TeamView | undefined> => {
  const mine = (await listMyTeams(ctx)).filter(({ activityId }) => activityId === id)
  return mine.find((team) => roleIn(team, ctx.actor.id) !== 'advisor') ?? mine[0]
}

type Found = Pick<NextStep, 'step'> & { verdict?: Verdict; reason?: string | null }

const isKnownEnough = (ctx: SignedIn): boolean => {
  const bearer = bearerOf(ctx.actor)
  return bearer !== undefined && isComplete(bearer.account, ctx.installation.channels)
}

/** What this person has not yet said of himself, as his forms call it. */
const tellMissing = (ctx: SignedIn): string[] => {
  const account = bearerOf(ctx.actor)?.account
  const missing = account ? missingOf(account, ctx.installation.channels) : []
  return missing.map((field) => say(ctx.locale, `field.${field}`))
}

/** The team's step, with what only its answers and its organisers can tell. */
export const stepOfTeam = async (
  ctx: SignedIn,
  team: TeamView,
  enrolment: FoundEnrolment | undefined,
): Promise<Found> => {
  const who = ctx.actor.id
  const found = stepOf(team, who, ctx)
  if (!enrolment) {
    const isAdvisor = found.step === 'fill' && roleIn(team, who) === 'advisor'
    return isAdvisor ? { step: 'fill', verdict: refuse('enrolment.membersOnly') } : found
  }
  const view = viewOf(ctx, enrolment, team)
  const { reason } = enrolment
  if (found.step === 'withdrawn') return { step: 'withdrawn', verdict: mayRevive(view, who, ctx) }
  if (found.step === 'resubmit') return { step: 'resubmit', reason, verdict: mayEdit(view, who, ctx) }
  if (found.step === 'amend') return { step: 'amend', verdict: mayEdit(view, who, ctx) }
  if (found.step !== 'fill') return { ...found, reason }
  if (team.waiting?.isExpired) return { step: 'refused', verdict: refuse('waiting.expired') }
  if (team.waiting && !hasOffer(team)) return { step: 'onWaitingList', verdict: permitted }
  const isFilled = (await checkWorkingAnswers(ctx, view)).problems.length === 0
  const isJoining = !team.waiting && team.activity.waitingList && isFull(team.activity)
  if (isFilled && isJoining) return { step: 'joinWaitingList', verdict: mayWait(view, who, ctx) }
  return isFilled
    ? { step: 'submit', verdict: maySubmit(view, who, ctx) }
    : { step: 'fill', verdict: mayEdit(view, who, ctx) }
}

/** For who has no team here. */
const ofVisitor = (ctx: Ctx, activity: RunningActivity): Found => {
  const verdict = checkTimeToEnrol({ activity, deadlines: deadlinesIn(activity), enrolment: undefined }, ctx)
  if (!verdict.permitted) return { step: 'refused', verdict }
  if (isFull(activity) && !activity.waitingList) return { step: 'refused', verdict: refuse('enrolment.full') }
  if (!isSignedIn(ctx)) return { step: 'signIn' }
  return { step: isKnownEnough(ctx) ? 'team' : 'complete' }
}

/** How many teams of this activity wait for this person's answer. */
const countInvitations = async (ctx: SignedIn, id: ActivityId): Promise<number> => {
  const account = bearerOf(ctx.actor)?.account
  if (!account) return 0
  const waiting = await pendingFor(ctx.db, account, ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  return views.filter(({ activityId }) => activityId === id).length
}

/** What this visitor does next to take part, as things stand at this moment. */
export const findNextStep = async (ctx: Ctx, id: ActivityId): Promise<NextStep> => {
  const activity = await requireRunningActivity(ctx, id)
  const team = isSignedIn(ctx) ? await findMyTeam(ctx, id) : undefined
  const enrolment = team?.enrolment && (await findEnrolment(ctx.db, team.enrolment.id))
  const found = isSignedIn(ctx) && team ? await stepOfTeam(ctx, team, enrolment) : ofVisitor(ctx, activity)
  const deadlines = team?.deadlines ?? deadlinesIn(activity)
  const deadline = deadlines[stagePhases.enrolment]
  const { capacity, taken, waiting } = activity
  return {
    step: found.step,
    why: found.verdict ? tellRefusal(found.verdict, ctx.locale) : null,
    missing: isSignedIn(ctx) && found.step === 'complete' ? tellMissing(ctx) : [],
    reason: found.reason ?? null,
    teamId: team?.id ?? null,
    teamName: team?.name ?? null,
    invitations: isSignedIn(ctx) && !team ? await countInvitations(ctx, id) : 0,
    enrolmentId: enrolment?.id ?? null,
    number: enrolment?.number ?? null,
    placesLeft: capacity === null ? null : Math.max(0, capacity - taken - waiting),
    isWaitedFor: activity.waitingList && isFull(activity),
    waiting: team ? presentWaiting(team) : null,
    window: deadline ? { opensAt: deadline.opensAt.toISOString(), closesAt: deadline.closesAt.toISOString() } : null,
    resubmitBy: resubmitByOf({ deadlines, enrolment })?.toISOString() ?? null,
    isUpcoming: isUpcoming(activity, ctx.now),
    wantsToKnow: isSignedIn(ctx) && (await hasOpeningWish(ctx.db, id, ctx.actor.id)),
    timeZone: activity.edition.timeZone,
    now: ctx.now.toISOString(),
  }
}
