import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/recommendations/recommendation-rules.ts'
import { levelPhases, levelsBy } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permitted, refusalText, refuse } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { lockEditionRules, phaseOf, readScheduleOf, type ActivityCopies } from '../../competition/service.ts'
import { activity, edition } from '../../competition/tables.ts'
import { whyNotAbout } from '../../steps/service.ts'
import { recommendationRules } from '../tables.ts'
import { countHandedIn, findRules, type FoundRules } from './rule-queries.ts'

const noLevels = { thing: 'none', by: 'school', provincesWriteQuotas: false, needsScan: true, version: 0 } as const

const requireSource = async (ctx: SignedIn, id: ActivityId) => {
  const [row] = await ctx.db
    .select({ editionId: activity.editionId, timeZone: edition.timeZone })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(activity.id, id))
  if (!row) throw fail('activity.notFound')
  return row
}

/** What institutions recommend in an activity, and what of it can be changed. */
export const readRules = async (
  ctx: SignedIn,
  id: ActivityId,
): Promise<AnswerOf<typeof contract.readRecommendationRules>> => {
  const { editionId, timeZone } = await requireSource(ctx, id)
  const row = await findRules(ctx.db, id)
  const { thing, by, provincesWriteQuotas, needsScan, version } = row ?? noLevels
  const handedIn = await countHandedIn(ctx.db, id)
  const { phases } = await readScheduleOf(ctx, editionId)
  return {
    thing,
    by,
    provincesWriteQuotas,
    needsScan,
    version,
    timeZone,
    handedIn,
    whyNotLevels: refusalText(
      handedIn > 0 ? refuse('recommendation.rulesUsed', { count: handedIn }) : permitted,
      ctx.locale,
    ),
    whyNot: await whyNotAbout(ctx, sql`select ${id}::uuid`),
    phases: levelsBy[by].flatMap((level) => {
      const phase = phaseOf(phases, id, levelPhases[level])
      return phase ? [{ level, opensAt: phase.opensAt.toISOString(), closesAt: phase.closesAt.toISOString() }] : []
    }),
  }
}

const loggedRules = ({
  thing,
  by,
  provincesWriteQuotas,
  needsScan,
}: Pick<FoundRules, 'thing' | 'by' | 'provincesWriteQuotas' | 'needsScan'>) => ({
  thing,
  recommendedBy: by,
  provincesWriteQuotas,
  needsScan,
})

/** Whoever hands in lists relies on the rules: they change only while nobody uses them. */
export const saveRules = (
  outer: SignedIn,
  id: ActivityId,
  { version, ...rules }: BodyOf<typeof contract.saveRecommendationRules>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { editionId } = await requireSource(ctx, id)
    await lockEditionRules(ctx.db, editionId, 'exclusive')
    const row = await findRules(ctx.db, id)
    if ((row?.version ?? 0) !== version) throw fail('resource.changed')
    const handedIn = await countHandedIn(ctx.db, id)
    if (handedIn > 0 && row && (row.thing !== rules.thing || row.by !== rules.by))
      throw fail('recommendation.rulesUsed', { count: handedIn })
    // Drafts follow the other way of recommending: nobody has relied on them.
    if (row && (row.thing !== rules.thing || row.by !== rules.by))
      await ctx.db.execute(sql`delete from recommendation_list where activity_id = ${id} and handed_in_at is null`)
    const values = { ...rules, version: version + 1, updatedAt: ctx.now }
    await ctx.db
      .insert(recommendationRules)
      .values({ activityId: id, ...values })
      .onConflictDoUpdate({ target: recommendationRules.activityId, set: values })
    await audit(ctx, 'recommendation.rulesSaved', {
      subject: { kind: 'recommendationRules', id },
      before: loggedRules(row ?? noLevels),
      after: loggedRules(rules),
    })
  })

/** Copies of activities recommend in the same way. Quotas and lists are new every year. */
export const copyRules = async (ctx: Parameters<typeof audit>[0], { activities }: ActivityCopies): Promise<void> => {
  for (const [from, to] of activities) {
    const row = await findRules(ctx.db, from)
    if (!row) continue
    const { version: _version, activityId: _activityId, ...rules } = row
    await ctx.db.insert(recommendationRules).values({ ...rules, activityId: to, updatedAt: ctx.now })
    await audit(ctx, 'recommendation.rulesSaved', {
      subject: { kind: 'recommendationRules', id: to },
      after: loggedRules(row),
    })
  }
}
