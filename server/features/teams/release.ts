import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { audit } from '../audit/service.ts'
import { nextCaptain, teamIdsOf } from './queries.ts'
import { changeCaptain, dissolve, type LetGo } from './changes.ts'
import { teamMember } from './tables.ts'
import { holdTeam } from './team-view.ts'

/**
 * Somebody deletes his account: he leaves his teams, the first member takes over from a captain, and a team without anybody is
 * disbanded. What has been submitted is a record of the contest and stays as it is; it names nobody any more.
 */
export const releaseFromTeams = async (ctx: Ctx, accountId: AccountId, letGo: LetGo): Promise<void> => {
  for (const id of (await teamIdsOf(ctx.db, accountId)).toSorted()) {
    const view = await holdTeam(ctx, id)
    const isRecord = view.enrolment !== undefined && !['draft', 'withdrawn'].includes(view.enrolment.state)
    if (isRecord) continue
    const isCaptain = view.members.some(({ account, role }) => account.id === accountId && role === 'captain')
    const heir = isCaptain ? await nextCaptain(ctx.db, id, accountId) : undefined
    if (isCaptain && !heir) {
      await dissolve(ctx, view, letGo)
      continue
    }
    if (heir) await changeCaptain(ctx, view, heir)
    await ctx.db.delete(teamMember).where(and(eq(teamMember.teamId, id), eq(teamMember.accountId, accountId)))
    await audit(ctx, 'team.left', { subject: { kind: 'team', id }, before: { account: accountId } })
  }
}
