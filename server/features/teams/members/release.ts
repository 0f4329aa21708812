import { placeStates, type EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/service.ts'
import { forgetInvitations, lockTeamRow, teamIdsOf, type Invited } from '../queries.ts'
import { changeCaptain, dissolve, touchTeam } from './changes.ts'
import { notifyTeam } from '../notices.ts'
import { roleIn } from '../policy.ts'
import { teamMember } from '../tables.ts'
import { viewTeams, type TeamView } from '../team-view.ts'

/**
 * Locks all teams of a user, in one order and before any of them changes: nobody hands one over or submits meanwhile.
 * Teams disbanded meanwhile are left out.
 */
export const lockTeamsOf = async (ctx: Ctx, accountId: AccountId): Promise<TeamId[]> => {
  const ids: TeamId[] = []
  for (const id of (await teamIdsOf(ctx.db, accountId)).toSorted()) if (await lockTeamRow(ctx.db, id)) ids.push(id)
  return ids
}

const lockTeamViewsOf = async (ctx: Ctx, accountId: AccountId): Promise<TeamView[]> => {
  const views = await viewTeams(ctx, await lockTeamsOf(ctx, accountId))
  return views.filter((view) => roleIn(view, accountId))
}

/** Who becomes captain when the captain leaves: the first active member in the team's order, else the first not deleted. */
const successorOf = ({ members }: TeamView): AccountId | undefined => {
  const candidates = members.filter(({ role, account }) => role === 'member' && account.status !== 'deleted')
  return (candidates.find(({ account }) => account.status === 'active') ?? candidates[0])?.account.id
}

/** Requires a transaction that has locked the team. */
const makeSuccessorCaptain = async (ctx: Ctx, view: TeamView, successor: AccountId, but?: AccountId): Promise<void> => {
  const before = { captain: view.members.find(({ role }) => role === 'captain')?.account.id }
  await changeCaptain(ctx, view, successor)
  await audit(ctx, 'team.captainChanged', {
    subject: { kind: 'team', id: view.id },
    before,
    after: { captain: successor },
  })
  await notifyTeam(ctx, view, 'captainChanged', but ? { but } : {})
}

/**
 * A submitted enrolment may be left without a captain if no member can take over. After a return, the next one to
 * join becomes captain. Requires a transaction that has locked the team.
 */
export const replaceGoneCaptain = async (ctx: Ctx, view: TeamView): Promise<void> => {
  const captain = view.members.find(({ role }) => role === 'captain')
  const successor = captain?.account.status === 'deleted' ? successorOf(view) : undefined
  if (successor) await makeSuccessorCaptain(ctx, view, successor)
}

/** A team that a user leads, and who would lead it without them. */
export interface LedTeam {
  view: TeamView
  successor: AccountId | undefined
}

/** The teams that a user leads and whose enrolment has a seat. */
export const ledTeamsOf = async (ctx: Ctx, accountId: AccountId): Promise<LedTeam[]> => {
  const views = await viewTeams(ctx, await teamIdsOf(ctx.db, accountId))
  return views
    .filter((view) => roleIn(view, accountId) === 'captain' && holdsSeat(view.enrolment?.state))
    .map((view) => ({ view, successor: successorOf(view) }))
}

const holdsSeat = (state: EnrolmentState | undefined): boolean =>
  state !== undefined && (placeStates as readonly string[]).includes(state)

/**
 * For a user who deletes their account: they leave their teams, the first member succeeds a captain, and a team
 * without members is disbanded. Invitations to them are deleted. In a submitted enrolment, which is a record of the
 * contest, their membership stays anonymously; but it gets a new captain if anybody is left, because it may be
 * returned and must be resubmitted then. Requires a transaction that has locked the account, so that no team is
 * joined meanwhile.
 */
export const releaseFromTeams = async (ctx: Ctx, person: Invited): Promise<void> => {
  const accountId = person.id
  for (const view of await lockTeamViewsOf(ctx, accountId)) {
    const { id } = view
    const isRecord = view.enrolment !== undefined && !['draft', 'withdrawn'].includes(view.enrolment.state)
    const isCaptain = roleIn(view, accountId) === 'captain'
    const successor = isCaptain ? successorOf(view) : undefined
    if (successor) await makeSuccessorCaptain(ctx, view, successor, accountId)
    if (isRecord) continue
    if (isCaptain && !successor) {
      await dissolve(ctx, view)
      continue
    }
    await ctx.db.delete(teamMember).where(and(eq(teamMember.teamId, id), eq(teamMember.accountId, accountId)))
    await touchTeam(ctx, id)
    await audit(ctx, 'team.left', { subject: { kind: 'team', id }, before: { account: accountId } })
  }
  await forgetInvitations(ctx.db, person)
}
