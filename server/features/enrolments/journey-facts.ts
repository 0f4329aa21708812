import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { isFull } from '../competition/service.ts'
import { checkTimeToEnrol, type TeamView } from '../teams/service.ts'
import { viewOf } from './enrolment-view.ts'
import { filledEnrolments } from './answers/working-answers.ts'
import { hasOffer, mayEdit, mayRevive, maySubmit, mayWait, type EnrolmentView } from './policy.ts'
import { enrolmentsOfTeams } from './queries.ts'

const factsOf = (ctx: SignedIn, view: EnrolmentView, isFilled: boolean) => {
  const who = ctx.actor.id
  const { id, state, number, reason, amendmentStartedAt } = view.enrolment
  const { team } = view
  const { waiting, activity } = team
  return {
    id,
    state,
    number,
    reason,
    isAmended: amendmentStartedAt !== null,
    isFilled,
    isWaitedFor: activity.waitingList && isFull(activity),
    waiting: waiting && { position: waiting.position, isOffered: hasOffer(team), isExpired: waiting.isExpired },
    edit: mayEdit(view, who, ctx),
    submit: maySubmit(view, who, ctx),
    wait: mayWait(view, who, ctx),
    revive: mayRevive(view, who, ctx),
  }
}

export type EnrolmentFacts = ReturnType<typeof factsOf>

/** The facts for this user's next step, for each of these teams that has an enrolment. */
export const readEnrolmentFacts = async (
  ctx: SignedIn,
  teams: readonly TeamView[],
): Promise<ReadonlyMap<TeamId, EnrolmentFacts>> => {
  const rows = await enrolmentsOfTeams(ctx.db, { teams: teams.map(({ id }) => id) })
  const views = teams.flatMap((team) => {
    const enrolment = rows.find(({ teamId }) => teamId === team.id)
    return enrolment ? [viewOf(ctx, enrolment, team)] : []
  })
  // Answers are checked only where it makes a difference.
  const drafts = views.filter(
    ({ enrolment, team }) => enrolment.state === 'draft' && checkTimeToEnrol(team, ctx).permitted,
  )
  const filled = await filledEnrolments(ctx, drafts)
  return new Map(views.map((view) => [view.team.id, factsOf(ctx, view, filled.has(view))]))
}
