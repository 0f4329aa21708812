import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { findTeams as findEndpoint } from '@lectern/contract/teams/office-teams.ts'
import { whereInDuty } from '../../../platform/activity-duties.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, sql } from '../../../platform/database/drizzle.ts'
import { isOrganiser } from '../../../platform/policy.ts'
import { teamEnrolments } from '../ports.ts'
import { foundBy, teamIdsFound } from '../queries.ts'
import { team } from '../tables.ts'
import { viewTeams, type TeamView } from '../team-view.ts'

/** A page of teams for organisers, with everything that permissions depend on. */
export const findTeams = async (
  ctx: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof findEndpoint>,
): Promise<{ list: TeamView[]; total: number }> => {
  // Whoever looks after people finds the teams of everybody.
  const inDuty = isOrganiser(ctx.actor, 'people') ? undefined : whereInDuty(ctx.actor, sql`${team.activityId}`)
  const where = and(foundBy(filter, ctx.installation.ports.use(teamEnrolments)), inDuty)
  const ids = await teamIdsFound(ctx.db, where, { page, pageSize })
  return { list: await viewTeams(ctx, ids), total: await countRows(ctx.db, team, where) }
}
