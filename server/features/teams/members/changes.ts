import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/service.ts'
import { teamEnrolments } from '../ports.ts'
import { moveInvitations } from '../queries.ts'
import { invitation, team, teamMember } from '../tables.ts'
import type { TeamView } from '../team-view.ts'

// For transactions that have locked the team; permissions are checked by the callers.

/** Every change increments the team's version. */
export const touchTeam = async (
  ctx: Ctx,
  id: TeamId,
  changes: Partial<typeof team.$inferInsert> = {},
): Promise<void> => {
  await ctx.db
    .update(team)
    .set({ ...changes, version: sql`${team.version} + 1`, updatedAt: ctx.now })
    .where(eq(team.id, id))
}

const setRole = async (ctx: Ctx, teamId: TeamId, accountId: AccountId, role: 'captain' | 'member'): Promise<void> => {
  await ctx.db
    .update(teamMember)
    .set({ role })
    .where(and(eq(teamMember.teamId, teamId), eq(teamMember.accountId, accountId)))
}

/** The former captain becomes a member. The database allows one captain at a time, so the order matters. */
export const changeCaptain = async (ctx: Ctx, { id, members }: TeamView, to: AccountId): Promise<void> => {
  const from = members.find(({ role }) => role === 'captain')?.account.id
  if (from) await setRole(ctx, id, from, 'member')
  await setRole(ctx, id, to, 'captain')
  await touchTeam(ctx, id)
}

/** Removes all members and revokes invitations. The enrolment's row stays, withdrawn, without personal data. */
export const dissolve = async (ctx: Ctx, view: TeamView): Promise<void> => {
  await ctx.db.delete(teamMember).where(eq(teamMember.teamId, view.id))
  await ctx.installation.ports.use(teamEnrolments).abandon(ctx, view)
  await moveInvitations(ctx.db, 'revoked', ctx.now, eq(invitation.teamId, view.id))
  await touchTeam(ctx, view.id, { disbandedAt: ctx.now })
  await audit(ctx, 'team.disbanded', {
    subject: { kind: 'team', id: view.id },
    before: { name: view.name, members: view.members.map(({ account }) => account.id) },
  })
}
