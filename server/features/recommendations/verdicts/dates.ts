import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq, isNull } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { momentText } from '../../../platform/moments.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { requireRunningActivity, lockRulesOfActivity } from '../../competition/service.ts'
import { takeStep } from '../../steps/service.ts'
import { levelPhase } from '../lists/list-window.ts'
import { checkOfOthers, lockLedgers, lockList, requireReach, type ListKey } from '../lists/list-view.ts'
import { moveList } from '../lists/steps.ts'
import { notifyOfficers } from '../notices/list-notices.ts'
import { mayExtend, type ListView, type Reach } from '../policy.ts'
import { findRules } from '../rules/rule-queries.ts'
import { recommendationDate, recommendationExtension } from '../tables.ts'

/** Gives one institution more time. */
export const extendList = async (
  outer: SignedIn,
  key: ListKey,
  { version, until: asked, reason }: BodyOf<typeof contract.extendList>,
): Promise<void> => {
  await inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: mayExtend,
      move: async (view) => {
        const until = new Date(asked)
        const { closesAt } = view.window
        if (until <= ctx.now) throw fail('recommendation.datePast').at('until')
        if (closesAt && until <= closesAt)
          throw fail('recommendation.extensionTooShort', {
            closesAt: momentText(closesAt, ctx.locale, view.activity.edition.timeZone),
          }).at('until')
        const taken = await moveList(ctx, view, {
          kind: 'extend',
          to: view.state,
          reason,
          action: 'recommendation.extended',
          logged: { reason, until: until.toISOString() },
          notify: () => notifyOfficers(ctx, view, 'extended', { reason, until }),
        })
        await ctx.db.insert(recommendationExtension).values({
          id: newId<string>(ctx.now),
          listId: taken.after,
          until,
          reason,
          grantedBy: ctx.actor.id,
          createdAt: ctx.now,
        })
        return taken
      },
    }),
  )
}

const mayRevoke = (view: ListView): Verdict => {
  const verdict = mayExtend(view)
  if (!verdict.permitted) return verdict
  return view.extendedUntil === null ? refuse('recommendation.noExtension') : permitted
}

export const revokeListExtension = async (
  outer: SignedIn,
  key: ListKey,
  { version }: BodyOf<typeof contract.revokeListExtension>,
): Promise<void> => {
  await inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: mayRevoke,
      move: async (view) => {
        const list = view.list!
        await ctx.db
          .update(recommendationExtension)
          .set({ revokedBy: ctx.actor.id, revokedAt: ctx.now })
          .where(and(eq(recommendationExtension.listId, list.id), isNull(recommendationExtension.revokedAt)))
        return moveList(ctx, view, {
          kind: 'revokeExtension',
          to: view.state,
          action: 'recommendation.extensionRevoked',
          notify: () => notifyOfficers(ctx, view, 'extensionRevoked'),
        })
      },
    }),
  )
}

/** A province sets earlier dates for its schools; organisers may do it for them. */
export const maySetDateBelow = (
  { isOwn, isOrganiser }: Pick<Reach, 'isOwn' | 'isOrganiser'>,
  ofOthers: Verdict,
): Verdict => (isOwn || isOrganiser ? ofOthers : refuse('recommendation.aboveOnly'))

/** Sets an earlier date for the schools of a province, or removes it. Never a later one than that of the phase. */
export const setDateBelow = (
  outer: SignedIn,
  { activity: activityId, institution: id }: ListKey,
  { version, until: asked }: BodyOf<typeof contract.setDateBelow>,
): Promise<AnswerOf<typeof contract.setDateBelow>> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        await lockRulesOfActivity(ctx.db, activityId)
        const reach = await requireReach(ctx, id)
        await lockLedgers(ctx.db, activityId, [id])
        const rules = await findRules(ctx.db, activityId)
        if (!rules || rules.thing === 'none' || rules.by === 'province') throw fail('recommendation.notAsked')
        const [row] = await ctx.db
          .select({ until: recommendationDate.until, version: recommendationDate.version })
          .from(recommendationDate)
          .where(and(eq(recommendationDate.activityId, activityId), eq(recommendationDate.institutionId, id)))
        if ((row?.version ?? 0) !== version) throw fail('resource.changed')
        return { reach, row, ofOthers: await checkOfOthers(ctx, activityId, 'act') }
      },
      // Nothing is below a school.
      may: ({ reach, ofOthers }) =>
        reach.isProvince ? maySetDateBelow(reach, ofOthers) : refuse('recommendation.aboveOnly'),
      move: async ({ row }) => {
        const until = asked === null ? null : new Date(asked)
        const activity = await requireRunningActivity(ctx, activityId)
        const phase = levelPhase(activity, 'school')
        if (!phase) throw fail('recommendation.unscheduled')
        if (until && until <= ctx.now) throw fail('recommendation.datePast').at('until')
        if (until && until >= phase.closesAt)
          throw fail('recommendation.dateTooLate', {
            closesAt: momentText(phase.closesAt, ctx.locale, activity.edition.timeZone),
          }).at('until')
        const next = version + 1
        const values = { until, version: next, setBy: ctx.actor.id, setAt: ctx.now }
        await ctx.db
          .insert(recommendationDate)
          .values({ activityId, institutionId: id, ...values })
          .onConflictDoUpdate({
            target: [recommendationDate.activityId, recommendationDate.institutionId],
            set: values,
          })
        return {
          after: { until: until?.toISOString() ?? null, version: next },
          log: {
            action: 'recommendation.dateSet',
            subject: { kind: 'recommendationRules', id: activityId },
            before: { until: row?.until?.toISOString() ?? null },
            after: { institution: id, until: until?.toISOString() ?? null },
          },
        }
      },
    }),
  )
