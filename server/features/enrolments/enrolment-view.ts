import type { EnrolmentId } from '@lectern/contract/ids.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import { isComplete } from '../accounts/service.ts'
import { lockEditionRules } from '../competition/service.ts'
import { lockTeam, requireTeam, roleIn, type TeamView } from '../teams/service.ts'
import type { EnrolmentView } from './policy.ts'
import { findEnrolmentFor, lockEnrolmentRow, type FoundEnrolment } from './queries.ts'

export const viewOf = (ctx: Ctx, enrolment: FoundEnrolment, team: TeamView): EnrolmentView => ({
  enrolment,
  team,
  isComplete: ({ account }) => isComplete(account, ctx.installation.channels),
})

/** Locks the enrolment of a team for a later stage. Requires a transaction that has locked the team. */
export const lockEnrolmentOf = async (db: Database, { enrolment }: Pick<TeamView, 'enrolment'>): Promise<void> => {
  if (enrolment) await lockEnrolmentRow(db, enrolment.id)
}

/** Visible to its team and to organisers; not found for everybody else. */
export const requireEnrolment = async (ctx: SignedIn, id: EnrolmentId): Promise<EnrolmentView> => {
  const row = await findEnrolmentFor(ctx.db, id, ctx.actor)
  if (!row) throw fail('enrolment.notFound')
  return viewOf(ctx, row, await requireTeam(ctx, row.teamId))
}

/**
 * Locks the enrolment, its team and the edition rules until the transaction ends. `version` is absent where the
 * amendment's version is checked instead.
 */
export const lockEnrolment = async (ctx: SignedIn, id: EnrolmentId, version?: number): Promise<EnrolmentView> => {
  const row = await findEnrolmentFor(ctx.db, id, ctx.actor)
  if (!row) throw fail('enrolment.notFound')
  await lockEditionRules(ctx.db, row.editionId, 'shared')
  const team = await lockTeam(ctx, row.teamId)
  // The user may have been removed from the team while this waited for the lock.
  if (!roleIn(team, ctx.actor.id) && !hasDutyFor(ctx.actor, team.activityId)) throw fail('enrolment.notFound')
  const locked = (await lockEnrolmentRow(ctx.db, id))!
  if (version !== undefined && locked.version !== version) throw fail('resource.changed')
  return viewOf(ctx, locked, team)
}
