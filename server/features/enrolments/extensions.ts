import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/extensions.ts'
import type { ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { countRows } from '../../platform/database/count.ts'
import { fail } from '../../platform/failure.ts'
import { once } from '../../platform/idempotency.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import * as competition from '../competition/service.ts'
import { extension } from '../competition/tables.ts'
import { holdTeamAndTerms, requireTeam } from '../teams/service.ts'
import { extensionsFoundBy, extensionsWhere, findExtension, type FoundExtension } from './extension-queries.ts'
import { mayRevoke } from './policy.ts'
import { asWritten } from '../notices/service.ts'
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
    const team = await holdTeamAndTerms(ctx, await requireTeam(ctx, id))
    if (team.activity.state !== 'published') throw fail('enrolment.archived')
    const deadline = (await competition.deadlinesOfTeams(ctx, [team], kind)).get(id)
    const closesAt = new Date(until)
    const isMore = deadline !== undefined && closesAt > deadline.closesAt && closesAt > ctx.now
    if (!isMore) throw fail('extension.tooShort').at('until')
    await competition.addExtension(ctx, { teamId: id, kind, until: closesAt, reason, grantedBy: ctx.actor.id })
    await audit(ctx, 'extension.granted', {
      subject: { kind: 'team', id },
      before: { until: deadline.closesAt },
      after: { kind, until: closesAt, reason },
    })
    await tellPeople(ctx, team, 'extended', {
      id: team.enrolment?.id,
      number: team.enrolment?.number ?? null,
      until: closesAt,
      values: { reason: asWritten(reason) },
    })
    return { closesAt: closesAt.toISOString() }
  })
}

export const listExtensions = async (
  ctx: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof contract.listExtensions>,
) => {
  const where = extensionsFoundBy(filter)
  const list = await extensionsWhere(ctx.db, where, { page, pageSize })
  return { list, total: await countRows(ctx.db, extension, where) }
}

const requireExtension = async (ctx: Ctx, id: ExtensionId): Promise<FoundExtension> => {
  const found = await findExtension(ctx.db, id)
  if (!found) throw fail('extension.notFound')
  return found
}

/** What was given by mistake is taken back; what the team had before counts again, and it is told. */
export const revokeExtension = async (outer: SignedIn, id: ExtensionId): Promise<FoundExtension> => {
  await inTransaction(outer, async (ctx) => {
    const { team: owner } = await requireExtension(ctx, id)
    const team = await holdTeamAndTerms(ctx, await requireTeam(ctx, owner.id))
    const found = await requireExtension(ctx, id)
    permit(mayRevoke(found, ctx))
    await competition.revokeExtension(ctx, id, ctx.actor.id)
    const deadline = (await competition.deadlinesOfTeams(ctx, [team], found.kind)).get(team.id)
    await audit(ctx, 'extension.revoked', {
      subject: { kind: 'team', id: team.id },
      before: { kind: found.kind, until: found.until },
      after: { kind: found.kind, until: deadline?.closesAt },
    })
    await tellPeople(ctx, team, 'extensionRevoked', {
      id: team.enrolment?.id,
      number: team.enrolment?.number ?? null,
      until: deadline?.closesAt ?? ctx.now,
    })
  })
  return requireExtension(outer, id)
}
