import type { NextStep } from '@lectern/contract/enrolments.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { refuse, tellRefusal, type Verdict } from '../../platform/policy.ts'
import { deadlineOf, requireRunningActivity, type RunningActivity } from '../competition/service.ts'
import { isComplete } from '../accounts/service.ts'
import { bearerOf } from '../sign-in/service.ts'
import { isTimeToEnrol, listMyTeams, roleIn, stepOf, type TeamView } from '../teams/service.ts'
import { problemsOf, requireEnrolment } from './service.ts'

const isSignedIn = (ctx: Ctx): ctx is SignedIn => ctx.actor.kind === 'account'

const isFull = ({ capacity, taken }: RunningActivity): boolean => capacity !== null && taken >= capacity

/** One's team in an activity: where one takes part oneself comes before where one advises. */
const findMyTeam = async (ctx: SignedIn, id: ActivityId): Promise<TeamView | undefined> => {
  const mine = (await listMyTeams(ctx)).filter(({ activityId }) => activityId === id)
  return mine.find((team) => roleIn(team, ctx.actor.id) !== 'advisor') ?? mine[0]
}

type Found = Pick<NextStep, 'step' | 'teamId' | 'enrolmentId' | 'number'> & { verdict?: Verdict }

const ofTeam = async (ctx: SignedIn, team: TeamView): Promise<Found> => {
  const found = { teamId: team.id, enrolmentId: team.enrolment?.id ?? null, number: team.enrolment?.number ?? null }
  const { step, verdict } = stepOf(team, ctx.actor.id, ctx)
  if (step !== 'fill' || !team.enrolment) return { ...found, step, verdict }
  const view = await requireEnrolment(ctx, team.enrolment.id)
  const isFilled = (await problemsOf(ctx, view)).length === 0
  return { ...found, step: isFilled ? 'submit' : 'fill' }
}

const find = async (ctx: Ctx, activity: RunningActivity): Promise<Found> => {
  const none = { teamId: null, enrolmentId: null, number: null }
  const team = isSignedIn(ctx) ? await findMyTeam(ctx, activity.id) : undefined
  if (isSignedIn(ctx) && team) return ofTeam(ctx, team)
  const deadline = deadlineOf(activity.phases, activity.id, 'enrolment')
  const verdict = isTimeToEnrol({ activity, deadline, enrolment: undefined }, ctx)
  if (!verdict.permitted) return { ...none, step: 'refused', verdict }
  if (isFull(activity)) return { ...none, step: 'refused', verdict: refuse('enrolment.full') }
  if (!isSignedIn(ctx)) return { ...none, step: 'signIn' }
  const bearer = bearerOf(ctx.actor)
  const knowsEnough = bearer && isComplete(bearer.account, ctx.installation.channels)
  return { ...none, step: knowsEnough ? 'team' : 'complete' }
}

/** What this visitor does next to take part, as things stand at this moment. */
export const findNextStep = async (ctx: Ctx, id: ActivityId): Promise<NextStep> => {
  const activity = await requireRunningActivity(ctx, id)
  const { verdict, ...found } = await find(ctx, activity)
  const deadline = deadlineOf(activity.phases, id, 'enrolment')
  const { capacity, taken } = activity
  return {
    ...found,
    why: verdict ? tellRefusal(verdict, ctx.locale) : null,
    placesLeft: capacity === null ? null : Math.max(0, capacity - taken),
    window: deadline ? { opensAt: deadline.opensAt.toISOString(), closesAt: deadline.closesAt.toISOString() } : null,
    now: ctx.now.toISOString(),
  }
}
