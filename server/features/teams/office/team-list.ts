import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { findTeams as findEndpoint } from '@lectern/contract/teams/office-teams.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countRows } from '../../../platform/database/count.ts'
import { teamEnrolments } from '../ports.ts'
import { foundBy, teamIdsFound } from '../queries.ts'
import { team } from '../tables.ts'
import { viewTeams, type TeamView } from '../team-view.ts'

/** A page of teams for organisers, with everything that permissions depend on. */
export const findTeams = async (
  ctx: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof findEndpoint>,
): Promise<{ list: TeamView[]; total: number }> => {
  const where = foundBy(filter, ctx.installation.ports.use(teamEnrolments))
  const ids = await teamIdsFound(ctx.db, where, { page, pageSize })
  return { list: await viewTeams(ctx, ids), total: await countRows(ctx.db, team, where) }
}
