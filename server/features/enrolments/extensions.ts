import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/decisions.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { once } from '../../platform/idempotency.ts'
import { audit } from '../audit/service.ts'
import { addExtension } from '../competition/service.ts'
import { holdTeam } from '../teams/service.ts'
import { tellPeople } from './service.ts'

/** More time for one team; it is told until when and why. */
export const grantExtension = (
  outer: SignedIn,
  id: TeamId,
  { kind, until, reason }: BodyOf<typeof contract.grantExtension>,
  key: string | undefined,
): Promise<{ closesAt: string }> => {
  const call = { scope: `extension.grant ${outer.actor.id}`, key, input: [id, kind, until, reason] }
  return once(outer, call, async (ctx) => {
    const team = await holdTeam(ctx, id)
    const closesAt = new Date(until)
    const isMore = team.deadline !== undefined && closesAt > team.deadline.closesAt && closesAt > ctx.now
    if (!isMore) throw fail('extension.tooShort').at('until')
    await addExtension(ctx, { teamId: id, kind, until: closesAt, reason, grantedBy: ctx.actor.id })
    await audit(ctx, 'extension.granted', {
      subject: { kind: 'team', id },
      before: { until: team.deadline?.closesAt },
      after: { kind, until: closesAt, reason },
    })
    await tellPeople(ctx, team, 'extended', {
      id: team.enrolment?.id,
      number: team.enrolment?.number ?? null,
      until: closesAt,
      values: { reason },
    })
    return { closesAt: closesAt.toISOString() }
  })
}
