import type { AccountId, ActivityId, TeamId } from '@lectern/contract/ids.ts'
import { maxAdvisedTeams, type TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { violatedConstraint } from '../../../platform/database/connect.ts'
import { and, eq, max } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { touchTeam } from './changes.ts'
import { newInvite } from './invite-code.ts'
import { notifyTeam } from '../notices.ts'
import { mayLeave, mayRemove, roleIn } from '../policy.ts'
import { teamMember } from '../tables.ts'
import { lockTeam } from '../team-view.ts'

/** Requires a transaction that has locked the team. */
export const addMember = async (
  ctx: Ctx,
  { id, activityId }: { id: TeamId; activityId: ActivityId },
  accountId: AccountId,
  role: TeamRole,
): Promise<void> => {
  const [last] = await ctx.db
    .select({ position: max(teamMember.position) })
    .from(teamMember)
    .where(eq(teamMember.teamId, id))
  const position = (last?.position ?? -1) + 1
  await ctx.db.insert(teamMember).values({ teamId: id, accountId, activityId, role, position, joinedAt: ctx.now })
}

/** A user may join two teams at once: each team is locked, but not the user. The database refuses the second. */
export const reportedByDatabase = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'team_member_once') throw fail('team.alreadyIn')
    if (constraint === 'team_member_advisor_of_few') throw fail('team.advisesEnough', { most: maxAdvisedTeams })
    // Organisers have reduced the team size meanwhile.
    if (constraint === 'team_member_within_size') throw fail('resource.changed')
    throw error
  }
}

const whereSeat = (teamId: TeamId, accountId: AccountId) =>
  and(eq(teamMember.teamId, teamId), eq(teamMember.accountId, accountId))

/** Removes a member from a team; users who remove themselves leave it. */
export const removeMember = (outer: SignedIn, id: TeamId, uid: AccountId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockTeam(ctx, id)
    const isOwn = uid === ctx.actor.id
    if (!roleIn(view, ctx.actor.id) || !roleIn(view, uid)) throw fail('team.notFound')
    permit(isOwn ? mayLeave(view, uid) : mayRemove(view, ctx.actor.id, uid))
    await ctx.db.delete(teamMember).where(whereSeat(id, uid))
    // The removed member knows the code.
    await touchTeam(ctx, id, isOwn ? {} : newInvite(ctx.now))
    await audit(ctx, isOwn ? 'team.left' : 'team.memberRemoved', {
      subject: { kind: 'team', id },
      before: { account: uid, role: roleIn(view, uid) },
    })
    await notifyTeam(ctx, view, isOwn ? 'left' : 'removed', isOwn ? { captainOnly: true, about: uid } : { only: uid })
  })
