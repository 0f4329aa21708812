import type { InvitedRole } from '@lectern/contract/teams/team-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { all } from '../../../platform/policy.ts'
import { networkOf, takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockOwnAccount } from '../../accounts/service.ts'
import { join } from './invitations.ts'
import { checkNotJudge } from '../judges.ts'
import { reportedByDatabase } from './members.ts'
import { checkNotOrganiser } from '../participation.ts'
import { mayJoin } from '../policy.ts'
import { teamsInActivity, teamOfCode } from '../queries.ts'
import { lockTeamAndRules, requireTeam, type TeamView } from '../team-view.ts'

/** Limits guessing of codes. */
const wrongCodes: Allowance = { name: 'team codes', burst: 30, refillSeconds: 60 }

const requireTeamOfCode = async (ctx: SignedIn, code: string) => {
  const row = await teamOfCode(ctx.db, code, ctx.now)
  if (row) return row
  const whose = `${ctx.actor.id} ${networkOf(ctx.caller.address)}`
  const seconds = await takeIfLeft(ctx.db, ctx.installation.secrets, wrongCodes, whose, ctx.now)
  throw seconds === undefined ? fail('team.codeInvalid').at('code') : fail('request.tooMany', { seconds })
}

export const readTeamToJoin = async (ctx: SignedIn, code: string, role: InvitedRole) => {
  const view = await requireTeam(ctx, (await requireTeamOfCode(ctx, code)).id)
  const elsewhere = await teamsInActivity(ctx.db, ctx.actor.id, view.activityId)
  const verdict = all(
    mayJoin(view, elsewhere, role, ctx),
    await checkNotJudge(ctx, view.activityId),
    await checkNotOrganiser(ctx, view.activity),
  )
  return { view, verdict }
}

/** Idempotent: members stay members. */
export const joinTeam = async (outer: SignedIn, code: string, role: InvitedRole): Promise<TeamView> => {
  const row = await requireTeamOfCode(outer, code)
  await reportedByDatabase(() =>
    inTransaction(outer, async (ctx) => {
      await lockOwnAccount(ctx)
      const view = await lockTeamAndRules(ctx, row)
      // The code may have been renewed while this waited for the lock.
      if (view.inviteCode !== code) throw fail('team.codeInvalid').at('code')
      await join(ctx, view, role)
    }),
  )
  return requireTeam(outer, row.id)
}
