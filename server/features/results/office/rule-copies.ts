import { inArray } from '../../../platform/database/drizzle.ts'
import type { Ctx } from '../../../platform/context.ts'
import { audit } from '../../audit/service.ts'
import type { RoundCopies } from '../../rounds/service.ts'
import { prizeRules } from '../tables.ts'

/** Copies prize rules to the copies of their activities, where every round that counts was copied too. */
export const copyPrizeRules = async (ctx: Ctx, { activities, rounds }: RoundCopies): Promise<void> => {
  const sources = await ctx.db
    .select({ activityId: prizeRules.activityId, rules: prizeRules.rules })
    .from(prizeRules)
    .where(inArray(prizeRules.activityId, [...activities.keys()]))
  for (const { activityId, rules } of sources) {
    const weights = rules.rounds.flatMap(({ round, perMille }) => {
      const copy = rounds.get(round)
      return copy ? [{ round: copy, perMille }] : []
    })
    if (weights.length < rules.rounds.length) continue
    const copy = { ...rules, rounds: weights }
    const id = activities.get(activityId)!
    await ctx.db.insert(prizeRules).values({ activityId: id, rules: copy, updatedAt: ctx.now })
    await audit(ctx, 'prizes.saved', { subject: { kind: 'prizes', id }, after: { prizes: copy } })
  }
}
