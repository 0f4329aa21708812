import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { audit } from '../audit/service.ts'
import { forgetInvitations, teamIdsOf, type Invited } from './queries.ts'
import { changeCaptain, dissolve, touchTeam, type LetGo } from './changes.ts'
import { tellTeam } from './notices.ts'
import { teamMember } from './tables.ts'
import { holdTeam, type TeamView } from './team-view.ts'

/** Who looks after a team when its captain goes: the first member in its order who can; never one who is gone himself. */
const heirOf = ({ members }: TeamView): AccountId | undefined => {
  const living = members.filter(({ role, account }) => role === 'member' && account.status !== 'deleted')
  return (living.find(({ account }) => account.status === 'active') ?? living[0])?.account.id
}

/**
 * Somebody deletes his account: he leaves his teams, the first member takes over from a captain, and a team without anybody is
 * disbanded. Invitations that he was sent go. What has been submitted is a record of the contest and keeps his seat, which names nobody any more;
 * but it has a captain as long as there is somebody to be one: it may be returned, and then somebody has to send it again.
 */
export const releaseFromTeams = async (ctx: Ctx, person: Invited, letGo: LetGo): Promise<void> => {
  const accountId = person.id
  await forgetInvitations(ctx.db, person)
  for (const id of (await teamIdsOf(ctx.db, accountId)).toSorted()) {
    const view = await holdTeam(ctx, id)
    const isRecord = view.enrolment !== undefined && !['draft', 'withdrawn'].includes(view.enrolment.state)
    const isCaptain = view.members.some(({ account, role }) => account.id === accountId && role === 'captain')
    const heir = isCaptain ? heirOf(view) : undefined
    const subject = { kind: 'team', id } as const
    if (heir) {
      await changeCaptain(ctx, view, heir)
      await audit(ctx, 'team.captainChanged', { subject, before: { captain: accountId }, after: { captain: heir } })
      await tellTeam(ctx, view, 'captainChanged', { but: accountId })
    }
    if (isRecord) continue
    if (isCaptain && !heir) {
      await dissolve(ctx, view, letGo)
      continue
    }
    await ctx.db.delete(teamMember).where(and(eq(teamMember.teamId, id), eq(teamMember.accountId, accountId)))
    await touchTeam(ctx, id)
    await audit(ctx, 'team.left', { subject, before: { account: accountId } })
  }
}
