import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { permit } from '../../../platform/policy.ts'
import { takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { isComplete } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { notifyTeam } from '../notices.ts'
import { nameOf } from '../person-name.ts'
import { mayRemind } from '../policy.ts'
import { lockOwnTeam } from '../service.ts'
import type { FoundMember } from '../team-view.ts'

/** One reminder a day for each person in each team. */
const reminders: Allowance = { name: 'member reminders', burst: 1, refillSeconds: 86_400 }

/**
 * Reminds members whose incomplete profile keeps the team from submitting. Those reminded recently are skipped, and
 * listed.
 */
export const remindMembers = (outer: SignedIn, id: TeamId): Promise<{ reminded: string[]; recently: string[] }> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockOwnTeam(ctx, id)
    permit(mayRemind(view, ctx.actor.id, ctx))
    const { db, installation, now, actor } = ctx
    const missing = view.members.filter(
      ({ account }) =>
        account.id !== actor.id && account.status !== 'deleted' && !isComplete(account, installation.channels),
    )
    const reminded: FoundMember[] = []
    const recently: FoundMember[] = []
    for (const member of missing) {
      const seconds = await takeIfLeft(db, installation.secrets, reminders, `${id} ${member.account.id}`, now)
      if (seconds !== undefined) {
        recently.push(member)
        continue
      }
      reminded.push(member)
      await notifyTeam(ctx, view, 'reminded', { only: member.account.id })
    }
    if (reminded.length > 0)
      await audit(ctx, 'team.membersReminded', {
        subject: { kind: 'team', id },
        after: { accounts: reminded.map(({ account }) => account.id) },
      })
    const namesOf = (members: readonly FoundMember[]): string[] => members.map(({ account }) => nameOf(account))
    return { reminded: namesOf(reminded), recently: namesOf(recently) }
  })
