import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/teams/teams.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { invitePerson } from './invitations.ts'
import { reportedByDatabase } from './members.ts'
import { roleIn } from '../policy.ts'
import { makeTeam, requireOwnTeam } from '../service.ts'
import { requireTeam, type TeamView } from '../team-view.ts'

type Copy = BodyOf<typeof contract.copyTeam>

/**
 * Creates a team for another activity from an existing team of the user. The others are invited in the role they had,
 * the former captain as a member; nobody joins before accepting.
 */
export const copyTeam = (outer: SignedIn, from: TeamId, input: Copy, key: string | undefined): Promise<TeamView> =>
  reportedByDatabase(async () => {
    const call = { scope: `team.copy ${outer.actor.id}`, key, input: [from, input] }
    const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
      const source = await requireOwnTeam(ctx, from)
      // Organisers may read every team, but only its people may copy it.
      if (!roleIn(source, ctx.actor.id)) throw fail('team.notFound')
      const { people, ...team } = input
      const copy = await makeTeam(ctx, team)
      const view = await requireTeam(ctx, copy)
      for (const uid of new Set(people)) {
        const former = source.members.find(({ account }) => account.id === uid)
        if (!former || former.account.status !== 'active') throw fail('invitation.nobody').at('people')
        if (uid !== ctx.actor.id)
          await invitePerson(ctx, view, former.account, former.role === 'advisor' ? 'advisor' : 'member')
      }
      return { id: copy }
    })
    // A repeated request may come from somebody who has left meanwhile.
    return requireOwnTeam(outer, id)
  })
