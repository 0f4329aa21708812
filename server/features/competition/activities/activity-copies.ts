import type { ActivityContent, copyActivity as copyEndpoint } from '@lectern/contract/competition/activities.ts'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { audit } from '../../audit/service.ts'
import { requireOrdered } from '../../ordering/service.ts'
import { activitiesCopied, type ActivityCopies } from '../ports.ts'
import { findEdition } from '../queries.ts'
import { phase } from '../tables.ts'
import { activities, addDraft, reportTakenCode, requireSource } from './activity-editor.ts'
import { activitiesIn, phasesLater, type ActivityRow } from './activity-queries.ts'

/** The content of an activity without its identity, as a start for another one. */
const copyOf = (row: ActivityRow): ActivityContent => ({
  code: row.code,
  name: row.name,
  group: row.group,
  summary: row.summary,
  body: row.body,
  requirements: row.requirements,
  rules: row.rules,
  cover: row.cover,
  teamMin: row.teamMin,
  teamMax: row.teamMax,
  advisorsMax: row.advisorsMax,
  capacity: row.capacity,
  waitingList: row.waitingList,
  fields: row.fields,
  workRules: row.workRules,
})

/** Phases keep their local time in the time zone of each edition. */
const copyPhases = async (
  ctx: Ctx,
  { from, to, activities: copies }: ActivityCopies,
  which: 'all' | 'own',
): Promise<void> => {
  const years = to.year - from.year
  for (const row of await phasesLater(ctx.db, from.id, { years, timeZone: to.timeZone })) {
    const activityId = row.activityId && copies.get(row.activityId)
    if (activityId === undefined || (activityId === null && which === 'own')) continue
    const content = {
      editionId: to.id,
      activityId,
      kind: row.kind as PhaseKind,
      opensAt: new Date(row.opensAt),
      closesAt: new Date(row.closesAt),
      graceMinutes: row.graceMinutes,
    }
    const id = newId<PhaseId>(ctx.now)
    await ctx.db.insert(phase).values({ ...content, id, createdAt: ctx.now, updatedAt: ctx.now })
    await audit(ctx, 'content.created', { subject: { kind: 'phase', id }, after: content })
  }
}

/** Later stages copy what they keep about these activities. */
const tellStages = async (ctx: Ctx, copies: ActivityCopies): Promise<void> => {
  for (const copy of ctx.installation.ports.all(activitiesCopied)) await copy(ctx, copies)
}

/** Copies the activities and phases of an edition, and what later stages keep about them. */
export const copyEdition = async (ctx: Ctx, source: EditionId, to: ActivityCopies['to']): Promise<void> => {
  const from = await findEdition(ctx.db, source)
  if (!from) throw fail('edition.notFound').at('copyOf')
  const copies = new Map<ActivityId, ActivityId>()
  for (const row of await activitiesIn(ctx.db, source))
    copies.set(row.id, (await addDraft(ctx, { ...copyOf(row), editionId: to.id })).id)
  await copyPhases(ctx, { from, to, activities: copies }, 'all')
  await tellStages(ctx, { from, to, activities: copies })
}

export const copyActivity = async (
  outer: SignedIn,
  source: ActivityId,
  input: BodyOf<typeof copyEndpoint>,
  key: string | undefined,
) => {
  const call = { scope: `activity.copy ${source} ${outer.actor.id}`, key, input }
  const { id } = await reportTakenCode(
    input.code,
    withIdempotencyKey(outer, call, async (ctx) => {
      const row = await requireOrdered(ctx, activities, source)
      const copy = await addDraft(ctx, { ...copyOf(row), ...input })
      const [from, to] = [await findEdition(ctx.db, row.editionId), await findEdition(ctx.db, input.editionId)]
      const copies = { from: from!, to: to!, activities: new Map([[source, copy.id]]) }
      await copyPhases(ctx, copies, 'own')
      await tellStages(ctx, copies)
      return { id: copy.id }
    }),
  )
  return requireSource(outer, id)
}
