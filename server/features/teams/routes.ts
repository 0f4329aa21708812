import { findTeams as findEndpoint } from '@lectern/contract/office-teams.ts'
import * as contract from '@lectern/contract/teams.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import { abandonEnrolment } from '../enrolments/service.ts'
import { copyTeam } from './copying.ts'
import { findTeams } from './finding.ts'
import { answerInvitation, invite, listMyInvitations, listPending, revokeInvitation } from './invitations.ts'
import { joinTeam, readTeamToJoin } from './joining.ts'
import { removeMember } from './members.ts'
import { remindMembers } from './reminding.ts'
import { presentFound, presentMyTeams, presentTeam, presentTeamToJoin } from './present.ts'
import { createTeam, disbandTeam, handOver, listMyTeams, renewInvite, requireOwnTeam, updateTeam } from './service.ts'
import type { TeamView } from './team-view.ts'

const rules = { policy: signedIn }

const present = async (ctx: SignedIn, view: TeamView) => presentTeam(ctx, view, await listPending(ctx, view.id))

/** What changes a team answers with the team as it is then. */
const changed = async (ctx: SignedIn, change: Promise<TeamView>) => present(ctx, await change)

export const teamRoutes = ({ serve }: Http): void => {
  serve(contract.listMyTeams, rules, async ({ ctx }) => {
    const own = ctx as SignedIn
    return presentMyTeams(own, await listMyTeams(own), await listMyInvitations(own))
  })

  serve(findEndpoint, { policy: organisers }, async ({ ctx, query }) => {
    const { list, total } = await findTeams(ctx, query)
    return { list: presentFound(ctx, list), total, page: query.page, pageSize: query.pageSize }
  })

  serve(contract.createTeam, rules, ({ ctx, body, idempotencyKey }) =>
    changed(ctx as SignedIn, createTeam(ctx as SignedIn, body, idempotencyKey)),
  )

  serve(contract.copyTeam, rules, ({ ctx, params, body, idempotencyKey }) =>
    changed(ctx as SignedIn, copyTeam(ctx as SignedIn, params.id, body, idempotencyKey)),
  )

  serve(contract.readTeam, rules, async ({ ctx, params }) =>
    present(ctx as SignedIn, await requireOwnTeam(ctx as SignedIn, params.id)),
  )

  serve(contract.updateTeam, rules, ({ ctx, params, body }) =>
    changed(ctx as SignedIn, updateTeam(ctx as SignedIn, params.id, body)),
  )

  serve(contract.disbandTeam, rules, async ({ ctx, params, body }) => {
    await disbandTeam(ctx as SignedIn, params.id, body.name, abandonEnrolment)
    return {}
  })

  serve(contract.handOver, rules, ({ ctx, params, body }) =>
    changed(ctx as SignedIn, handOver(ctx as SignedIn, params.id, body)),
  )

  serve(contract.removeMember, rules, async ({ ctx, params }) => {
    await removeMember(ctx as SignedIn, params.id, params.uid)
    return {}
  })

  serve(contract.remindMembers, rules, ({ ctx, params }) => remindMembers(ctx as SignedIn, params.id))

  serve(contract.invite, rules, ({ ctx, params, body, idempotencyKey }) =>
    changed(ctx as SignedIn, invite(ctx as SignedIn, params.id, body, idempotencyKey)),
  )

  serve(contract.revokeInvitation, rules, ({ ctx, params }) =>
    changed(ctx as SignedIn, revokeInvitation(ctx as SignedIn, params.id, params.invitationId)),
  )

  serve(contract.renewInvite, rules, ({ ctx, params }) =>
    changed(ctx as SignedIn, renewInvite(ctx as SignedIn, params.id)),
  )

  serve(contract.readTeamToJoin, rules, async ({ ctx, params, query }) => {
    const { view, verdict } = await readTeamToJoin(ctx as SignedIn, params.code, query.role)
    return presentTeamToJoin(ctx as SignedIn, view, verdict)
  })

  serve(contract.joinTeam, rules, ({ ctx, params, query }) =>
    changed(ctx as SignedIn, joinTeam(ctx as SignedIn, params.code, query.role)),
  )

  serve(contract.answerInvitation, rules, async ({ ctx, params, body }) => ({
    teamId: await answerInvitation(ctx as SignedIn, params.id, body.accept),
  }))
}
