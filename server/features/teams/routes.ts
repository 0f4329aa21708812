import { findTeams as findEndpoint } from '@lectern/contract/teams/office-teams.ts'
import { foreseeDeletion } from '@lectern/contract/accounts/my-data.ts'
import * as contract from '@lectern/contract/teams/teams.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import { onBehalfOfOthers, whyNotOnBehalf } from '../steps/service.ts'
import { copyTeam } from './members/copy-team.ts'
import { presentLedTeams } from './members/deletion.ts'
import { findTeams } from './office/team-list.ts'
import { answerInvitation, invite, listMyInvitations, listPending, revokeInvitation } from './members/invitations.ts'
import { joinTeam, readTeamToJoin } from './members/join.ts'
import { removeMember } from './members/members.ts'
import { teamJourneys } from './ports.ts'
import { remindMembers } from './office/reminders.ts'
import { ledTeamsOf } from './members/release.ts'
import { presentFound, presentMyTeams, presentTeam, presentTeamToJoin } from './present.ts'
import { createTeam, disbandTeam, handOver, listMyTeams, renewInvite, requireOwnTeam, updateTeam } from './service.ts'
import type { TeamView } from './team-view.ts'

const rules = { policy: signedIn }
/** Organisers may do it for any team. */
const onBehalf = {
  ...rules,
  ...onBehalfOfOthers(({ id }: { id: TeamId }) => ({
    team: sql`select ${id}::uuid`,
    activities: sql`select team.activity_id from team where team.id = ${id}`,
  })),
}

const present = async (ctx: SignedIn, view: TeamView) => {
  const journeys = await ctx.installation.ports.use(teamJourneys)(ctx, [view])
  const whyNot = await whyNotOnBehalf(ctx, view)
  return presentTeam(ctx, view, { next: journeys.get(view.id)!, pending: await listPending(ctx, view.id), whyNot })
}

/** Every change responds with the updated team. */
const changed = async (ctx: SignedIn, change: Promise<TeamView>) => present(ctx, await change)

export const teamRoutes = ({ serve }: Http): void => {
  serve(contract.listMyTeams, rules, async ({ ctx }) => {
    const teams = await listMyTeams(ctx)
    return presentMyTeams(
      ctx,
      teams,
      await ctx.installation.ports.use(teamJourneys)(ctx, teams),
      await listMyInvitations(ctx),
    )
  })

  serve(findEndpoint, { policy: organisers('activity', 'people') }, async ({ ctx, query }) => {
    const { list, total } = await findTeams(ctx, query)
    return { list: presentFound(ctx, list), total, page: query.page, pageSize: query.pageSize }
  })

  serve(foreseeDeletion, rules, async ({ ctx }) => presentLedTeams(ctx, await ledTeamsOf(ctx, ctx.actor.id)))

  serve(contract.createTeam, rules, ({ ctx, body, idempotencyKey }) =>
    changed(ctx, createTeam(ctx, body, idempotencyKey)),
  )

  serve(contract.copyTeam, rules, ({ ctx, params, body, idempotencyKey }) =>
    changed(ctx, copyTeam(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.readTeam, rules, async ({ ctx, params }) => present(ctx, await requireOwnTeam(ctx, params.id)))

  serve(contract.updateTeam, onBehalf, ({ ctx, params, body }) => changed(ctx, updateTeam(ctx, params.id, body)))

  serve(contract.disbandTeam, onBehalf, async ({ ctx, params, body }) => {
    await disbandTeam(ctx, params.id, body.name)
    return {}
  })

  serve(contract.handOver, onBehalf, ({ ctx, params, body }) => changed(ctx, handOver(ctx, params.id, body)))

  serve(contract.removeMember, onBehalf, async ({ ctx, params }) => {
    await removeMember(ctx, params.id, params.uid)
    return {}
  })

  serve(contract.remindMembers, onBehalf, ({ ctx, params }) => remindMembers(ctx, params.id))

  serve(contract.invite, onBehalf, ({ ctx, params, body, idempotencyKey }) =>
    changed(ctx, invite(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.revokeInvitation, onBehalf, ({ ctx, params }) =>
    changed(ctx, revokeInvitation(ctx, params.id, params.invitationId)),
  )

  serve(contract.renewInvite, onBehalf, ({ ctx, params }) => changed(ctx, renewInvite(ctx, params.id)))

  serve(contract.readTeamToJoin, rules, async ({ ctx, params, query }) => {
    const { view, verdict } = await readTeamToJoin(ctx, params.code, query.role)
    return presentTeamToJoin(ctx, view, verdict)
  })

  serve(contract.joinTeam, rules, ({ ctx, params, query }) => changed(ctx, joinTeam(ctx, params.code, query.role)))

  serve(contract.answerInvitation, rules, async ({ ctx, params, body }) => ({
    teamId: await answerInvitation(ctx, params.id, body.accept),
  }))
}
