import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { isComplete } from '../accounts/service.ts'
import { holdTeam, requireTeam, roleIn, type TeamView } from '../teams/service.ts'
import type { EnrolmentView } from './policy.ts'
import { findEnrolment, lockEnrolment, type FoundEnrolment } from './queries.ts'

const viewOf = (ctx: Ctx, enrolment: FoundEnrolment, team: TeamView): EnrolmentView => ({
  enrolment,
  team,
  isComplete: ({ account }) => isComplete(account, ctx.installation.channels),
})

/** For the people of its team, and for organisers; for everybody else there is none. */
export const requireEnrolment = async (ctx: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  const found = await findEnrolment(ctx.db, id)
  if (!found) throw fail('enrolment.notFound')
  const team = await requireTeam(ctx, found.teamId)
  if (!roleIn(team, ctx.actor.id) && ctx.actor.access !== 'admin') throw fail('enrolment.notFound')
  return viewOf(ctx, found, team)
}

/** The enrolment and its team as they are, and as they stay until the transaction ends: the team is locked first. */
export const holdEnrolment = async (ctx: SignedIn, id: EnrolmentId, version: number): Promise<EnrolmentView> => {
  const { enrolment } = await requireEnrolment(ctx, id)
  const team = await holdTeam(ctx, enrolment.teamId)
  const held = (await lockEnrolment(ctx.db, id))!
  if (held.version !== version) throw fail('resource.changed')
  return viewOf(ctx, held, team)
}
