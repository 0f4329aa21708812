import type { WorkId } from '@lectern/contract/ids.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { lockEditionRules } from '../competition/service.ts'
import { lockEnrolmentOf } from '../enrolments/service.ts'
import { lockTeam, requireTeam, roleIn } from '../teams/service.ts'
import type { WorkView } from './policy.ts'
import { findWorkFor, lockWorkRow, preparedFilesOf } from './queries.ts'

/** Visible to its team and to organisers; not found for everybody else. */
export const requireWork = async (ctx: SignedIn, id: WorkId): Promise<WorkView> => {
  const row = await findWorkFor(ctx.db, id, ctx.actor)
  if (!row) throw fail('work.notFound')
  return { work: row, team: await requireTeam(ctx, row.teamId), files: await preparedFilesOf(ctx.db, [id]) }
}

/** Locks the work, its enrolment, its team and the edition rules until the transaction ends. */
export const lockWork = async (ctx: SignedIn, id: WorkId, version?: number): Promise<WorkView> => {
  const row = await findWorkFor(ctx.db, id, ctx.actor)
  if (!row) throw fail('work.notFound')
  await lockEditionRules(ctx.db, row.editionId, 'shared')
  const team = await lockTeam(ctx, row.teamId)
  // The user may have been removed from the team while this waited for the lock.
  if (!roleIn(team, ctx.actor.id) && !hasDutyFor(ctx.actor, team.activityId)) throw fail('work.notFound')
  const view = await lockWorkOf(ctx, id, team)
  if (version !== undefined && view.work.version !== version) throw fail('resource.changed')
  return view
}

/** Requires a transaction that has locked the team. */
export const lockWorkOf = async (ctx: Ctx, id: WorkId, team: WorkView['team']): Promise<WorkView> => {
  await lockEnrolmentOf(ctx.db, team)
  const locked = (await lockWorkRow(ctx.db, id))!
  return { work: locked, team, files: await preparedFilesOf(ctx.db, [id]) }
}
