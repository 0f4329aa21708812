import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { NextStep } from '@lectern/contract/journey/journey.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { isComplete, missingOf } from '../accounts/service.ts'
import { deadlinesIn, isFull, requireRunningActivity, type RunningActivity } from '../competition/service.ts'
import { isUpcoming, wantsToKnowOpening } from '../enrolments/service.ts'
import { sessionUserOf } from '../sign-in/service.ts'
import {
  checkNotOrganiser,
  checkTimeToEnrol,
  listMyTeams,
  pendingFor,
  presentWaiting,
  roleIn,
  viewTeams,
  type TeamView,
} from '../teams/service.ts'
import { visitorStep, type Step } from './journey.ts'
import { presentStep } from './present.ts'
import { readJourneys } from './service.ts'

const isSignedIn = (ctx: Ctx): ctx is SignedIn => ctx.actor.kind === 'account'

/** The user's team in an activity: a team of which they are a member takes precedence over one that they advise. */
const findMyTeam = async (ctx: SignedIn, id: ActivityId): Promise<TeamView | undefined> => {
  const mine = (await listMyTeams(ctx)).filter(({ activityId }) => activityId === id)
  return mine.find((team) => roleIn(team, ctx.actor.id) !== 'advisor') ?? mine[0]
}

/** The user's missing profile fields, by their labels. */
const reportMissing = (ctx: SignedIn): string[] => {
  const account = sessionUserOf(ctx.actor)?.account
  const missing = account ? missingOf(account, ctx.installation.channels) : []
  return missing.map((field) => t(ctx.locale, `field.${field}`))
}

/** Pending invitations of this user to teams of the activity. */
const countInvitations = async (ctx: SignedIn, id: ActivityId): Promise<number> => {
  const account = sessionUserOf(ctx.actor)?.account
  if (!account) return 0
  const waiting = await pendingFor(ctx.db, account, ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  return views.filter(({ activityId }) => activityId === id).length
}

/** Whether this user could enrol with a new team now. */
const mayCome = async (ctx: Ctx, activity: RunningActivity): Promise<Verdict> =>
  all(
    checkTimeToEnrol({ activity, deadlines: deadlinesIn(activity), enrolment: undefined }, ctx),
    isFull(activity) && !activity.waitingList ? refuse('enrolment.full') : permitted,
    isSignedIn(ctx) ? await checkNotOrganiser(ctx, activity) : permitted,
  )

const ofVisitor = async (ctx: Ctx, activity: RunningActivity, invitations: number): Promise<Step> => {
  const account = isSignedIn(ctx) ? sessionUserOf(ctx.actor)?.account : undefined
  return visitorStep({
    activityId: activity.id,
    time: await mayCome(ctx, activity),
    isSignedIn: isSignedIn(ctx),
    isExpert: isSignedIn(ctx) && ctx.actor.access === 'expert',
    isComplete: account !== undefined && isComplete(account, ctx.installation.channels),
    invitations,
  })
}

/** The current user's next step to take part in an activity. */
export const findNextStep = async (ctx: Ctx, id: ActivityId): Promise<NextStep> => {
  const activity = await requireRunningActivity(ctx, id)
  const team = isSignedIn(ctx) ? await findMyTeam(ctx, id) : undefined
  const invitations = isSignedIn(ctx) && !team ? await countInvitations(ctx, id) : 0
  const step =
    isSignedIn(ctx) && team
      ? (await readJourneys(ctx, [team])).get(team.id)!
      : await ofVisitor(ctx, activity, invitations)
  const deadline = (team?.deadlines ?? deadlinesIn(activity))[stagePhases.enrolment]
  const { capacity, taken, waiting } = activity
  return {
    ...presentStep(ctx, step),
    missing: isSignedIn(ctx) && step.step === 'complete' ? reportMissing(ctx) : [],
    reason: step.reason,
    teamId: team?.id ?? null,
    teamName: team?.name ?? null,
    invitations,
    enrolmentId: team?.enrolment?.id ?? null,
    number: team?.enrolment?.number ?? null,
    placesLeft: capacity === null ? null : Math.max(0, capacity - taken - waiting),
    isWaitedFor: activity.waitingList && isFull(activity),
    waiting: team ? presentWaiting(team) : null,
    window: deadline ? { opensAt: deadline.opensAt.toISOString(), closesAt: deadline.closesAt.toISOString() } : null,
    isUpcoming: isUpcoming(activity, ctx.now),
    wantsToKnow: isSignedIn(ctx) && (await wantsToKnowOpening(ctx, id)),
    timeZone: activity.edition.timeZone,
    now: ctx.now.toISOString(),
  }
}
