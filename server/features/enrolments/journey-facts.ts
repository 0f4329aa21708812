import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { isFull } from '../competition/service.ts'
import { checkTimeToEnrol, type TeamView } from '../teams/service.ts'
import { viewOf } from './enrolment-view.ts'
import { checkWorkingAnswers } from './known-answers.ts'
import { hasOffer, mayEdit, mayRevive, maySubmit, mayWait } from './policy.ts'
import { enrolmentsOfTeams, type FoundEnrolment } from './queries.ts'

const factsOf = async (ctx: SignedIn, team: TeamView, enrolment: FoundEnrolment) => {
  const who = ctx.actor.id
  const view = viewOf(ctx, enrolment, team)
  const { id, state, number, reason, amendmentStartedAt } = enrolment
  const { waiting, activity } = team
  // Answers are checked only where it makes a difference.
  const isAsked = state === 'draft' && checkTimeToEnrol(team, ctx).permitted
  return {
    id,
    state,
    number,
    reason,
    isAmended: amendmentStartedAt !== null,
    isFilled: isAsked && (await checkWorkingAnswers(ctx, view)).problems.length === 0,
    isWaitedFor: activity.waitingList && isFull(activity),
    waiting: waiting && { position: waiting.position, isOffered: hasOffer(team), isExpired: waiting.isExpired },
    edit: mayEdit(view, who, ctx),
    submit: maySubmit(view, who, ctx),
    wait: mayWait(view, who, ctx),
    revive: mayRevive(view, who, ctx),
  }
}

/** The facts for this user's next step, for each of these teams that has an enrolment. */
export const readEnrolmentFacts = async (ctx: SignedIn, teams: readonly TeamView[]) => {
  const found = await enrolmentsOfTeams(ctx.db, { teams: teams.map(({ id }) => id) })
  const facts = new Map<TeamId, Awaited<ReturnType<typeof factsOf>>>()
  for (const team of teams) {
    const enrolment = found.find(({ teamId }) => teamId === team.id)
    if (enrolment) facts.set(team.id, await factsOf(ctx, team, enrolment))
  }
  return facts
}
