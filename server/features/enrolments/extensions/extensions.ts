import { stagePhases, type ExtendedKind } from '@lectern/contract/competition/competition-values.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/competition/extensions.ts'
import type { ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import { whereInDuty } from '../../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { countRows } from '../../../platform/database/count.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import * as competition from '../../competition/service.ts'
import { extension } from '../../competition/tables.ts'
import { asWritten, sendNotices } from '../../notices/service.ts'
import { lockTeamAndRules, requireTeam, type TeamView } from '../../teams/service.ts'
import { extensionsFoundBy, extensionsWhere, findExtension, type FoundExtension } from './extension-queries.ts'
import { mayRevoke } from '../policy.ts'
import { noticesToTeam } from '../notices/notices.ts'

interface Changed {
  kind: ExtendedKind
  until: Date
  reason: string
}

/** Links to the enrolment for the enrolment phase, if there is one; otherwise to the team. */
const linkOf = ({ id, activityId, enrolment }: TeamView, kind: ExtendedKind): string =>
  kind === stagePhases.enrolment && enrolment
    ? `/EnrollFor/${activityId}/Form?enrolment=${enrolment.id}`
    : `/account/Team/basic?id=${id}`

/** Notices to everybody in the team: which phase has a new end. */
export const extensionNotices = (
  team: Parameters<typeof noticesToTeam>[0],
  what: 'granted' | 'revoked',
  { kind, until, reason }: Changed,
  facts: { now: Date; link: string },
) =>
  noticesToTeam(team, `extension.${what}`, {
    ...facts,
    until,
    values: { phase: { inLanguages: competition.phaseNames(kind) }, reason: asWritten(reason) },
  })

const tellExtension = async (
  ctx: Ctx,
  team: TeamView,
  what: 'granted' | 'revoked',
  changed: Changed,
): Promise<void> => {
  const facts = { now: ctx.now, link: linkOf(team, changed.kind) }
  await sendNotices(ctx, extensionNotices(team, what, changed, facts))
}

/** Grants one team more time and notifies it of the new deadline and the reason. */
export const grantExtension = (
  outer: SignedIn,
  id: TeamId,
  { kind, until, reason }: BodyOf<typeof contract.grantExtension>,
  key: string | undefined,
): Promise<{ closesAt: string }> => {
  const call = { scope: `extension.grant ${outer.actor.id}`, key, input: [id, kind, until, reason] }
  return withIdempotencyKey(outer, call, async (ctx) => {
    const team = await lockTeamAndRules(ctx, await requireTeam(ctx, id))
    if (team.activity.state !== 'published') throw fail('enrolment.archived')
    const deadline = team.deadlines[kind]
    const closesAt = new Date(until)
    const isMore = deadline !== undefined && closesAt > deadline.closesAt && closesAt > ctx.now
    if (!isMore) throw fail('extension.tooShort').at('until')
    await competition.addExtension(ctx, { teamId: id, kind, until: closesAt, reason, grantedBy: ctx.actor.id })
    await audit(ctx, 'extension.granted', {
      subject: { kind: 'team', id },
      before: { until: deadline.closesAt },
      after: { kind, until: closesAt, reason },
    })
    await tellExtension(ctx, team, 'granted', { kind, until: closesAt, reason })
    return { closesAt: closesAt.toISOString() }
  })
}

export const listExtensions = async (
  ctx: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof contract.listExtensions>,
) => {
  const where = extensionsFoundBy(filter, whereInDuty(ctx.actor, sql`team.activity_id`))
  const list = await extensionsWhere(ctx.db, where, { page, pageSize })
  return { list, total: await countRows(ctx.db, extension, where) }
}

const requireExtension = async (ctx: Ctx, id: ExtensionId): Promise<FoundExtension> => {
  const row = await findExtension(ctx.db, id)
  if (!row) throw fail('extension.notFound')
  return row
}

/** Revokes an extension granted by mistake: the previous deadline applies again, and the team is notified. */
export const revokeExtension = async (outer: SignedIn, id: ExtensionId): Promise<FoundExtension> => {
  await inTransaction(outer, async (ctx) => {
    const { team: owner } = await requireExtension(ctx, id)
    const team = await lockTeamAndRules(ctx, await requireTeam(ctx, owner.id))
    const row = await requireExtension(ctx, id)
    permit(mayRevoke(row, ctx))
    await competition.revokeExtension(ctx, id, ctx.actor.id)
    const deadline = (await competition.deadlinesOfTeams(ctx, [team])).get(team.id)![row.kind]
    await audit(ctx, 'extension.revoked', {
      subject: { kind: 'team', id: team.id },
      before: { kind: row.kind, until: row.until },
      after: { kind: row.kind, until: deadline?.closesAt },
    })
    await tellExtension(ctx, team, 'revoked', { kind: row.kind, until: deadline?.closesAt ?? ctx.now, reason: '' })
  })
  return requireExtension(outer, id)
}
