import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { whereInDuty } from '../../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permit, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { findEdition } from '../../enrolments/service.ts'
import { ownActivities } from '../../steps/service.ts'
import {
  activitiesWithResults,
  decisionsOf,
  findActivity,
  roundsOfActivity,
  worksNamed,
  type ActivityRow,
  type RoundOfActivity,
} from './activity-queries.ts'
import { listsOf, namesOfPeople } from '../lists/list-queries.ts'
import { lockResults } from '../locks.ts'
import { todoBeforeList } from '../policy.ts'
import { prizeRules } from '../tables.ts'
import { worksOfDecision } from '../decisions/decision-data.ts'

export const requireActivity = async (ctx: Ctx, id: ActivityId): Promise<ActivityRow> => {
  const activity = await findActivity(ctx.db, id)
  if (!activity) throw fail('activity.notFound')
  return activity
}

/** What counts for the total: the settled rounds, by the weight that their rules give them. */
const weightsOf = (rounds: readonly RoundOfActivity[]): PrizeRules['rounds'] => {
  const settled = rounds.filter(({ state }) => state === 'settled')
  const sum = settled.reduce((sofar, { weight }) => sofar + weight, 0)
  if (sum === 1_000) return settled.flatMap(({ id, weight }) => (weight > 0 ? [{ round: id, perMille: weight }] : []))
  const last = settled.at(-1)
  return last ? [{ round: last.id, perMille: 1_000 }] : []
}

/** Rules to start with; undefined before a round is settled. */
const suggestedRules = (rounds: readonly RoundOfActivity[]): PrizeRules | undefined => {
  const weights = weightsOf(rounds)
  return weights.length > 0 ? { ...usualPrizes, rounds: weights } : undefined
}

/** Choice questions: each answer is a group. */
export const groupsOf = ({ fields }: Pick<ActivityRow, 'fields'>) =>
  fields.flatMap((field) => (field.type === 'choice' ? [field] : []))

export const listResultActivities = async (
  ctx: SignedIn,
  { edition: editionId }: QueryOf<typeof contract.listResultActivities>,
) => {
  const { edition, editions } = await findEdition(ctx, editionId)
  const activities = edition
    ? await activitiesWithResults(ctx.db, edition.id, whereInDuty(ctx.actor, sql`activity.id`))
    : []
  const list = await Promise.all(
    activities.map(async (row) => {
      const lists = await listsOf(ctx.db, row.id)
      return { ...row, newest: lists.find(({ state }) => state !== 'superseded') ?? lists[0] }
    }),
  )
  return { list, edition, editions, own: await ownActivities(ctx) }
}

const maySave = ({ frozenAt }: Pick<ActivityRow, 'frozenAt'>): Verdict =>
  frozenAt === null ? permitted : refuse('result.frozen')

/** Prize rules, rounds, lists and decisions of an activity. */
export const readActivityResults = async (ctx: SignedIn, id: ActivityId) => {
  const { db } = ctx
  const activity = await requireActivity(ctx, id)
  const rounds = await roundsOfActivity(db, id)
  const lists = await listsOf(db, id)
  const decisions = await decisionsOf(db, id)
  const works = await worksNamed(db, decisions.flatMap(worksOfDecision))
  const names = await namesOfPeople(
    db,
    decisions.map(({ decidedBy }) => decidedBy),
  )
  const todo = todoBeforeList({ accepted: activity.accepted, rounds, hasRules: activity.rules !== null }, ctx)
  const [blocking] = todo
  return {
    ...activity,
    rules: activity.rules ?? suggestedRules(rounds) ?? null,
    rounds,
    lists,
    decisions,
    works,
    names,
    todo,
    may: {
      save: maySave(activity),
      compute: blocking ? refuse('result.refused', { reason: blocking.text }) : permitted,
    },
  }
}
export type ActivityResultsView = Awaited<ReturnType<typeof readActivityResults>>

/** Refuses rules that name a round or a question which the activity does not have. */
export const requireFitting = async ({ db }: Ctx, activity: ActivityRow, rules: PrizeRules): Promise<void> => {
  const rounds = await roundsOfActivity(db, activity.id)
  const isKnown = ({ round }: PrizeRules['rounds'][number]): boolean => rounds.some(({ id }) => id === round)
  if (!rules.rounds.every(isKnown)) throw fail('result.roundUnfit').at('rules.rounds')
  if (rules.group !== null && !groupsOf(activity).some(({ id }) => id === rules.group))
    throw fail('result.groupUnfit').at('rules.group')
}

export const savePrizeRules = (
  outer: SignedIn,
  id: ActivityId,
  { version, rules }: BodyOf<typeof contract.savePrizeRules>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { db } = ctx
    await lockResults(db, id)
    const activity = await requireActivity(ctx, id)
    permit(maySave(activity))
    if ((activity.version ?? 0) !== version) throw fail('resource.changed')
    await requireFitting(ctx, activity, rules)
    const saved = { rules, updatedAt: ctx.now }
    if (version === 0) await db.insert(prizeRules).values({ activityId: id, ...saved })
    else
      await db
        .update(prizeRules)
        .set({ ...saved, version: version + 1 })
        .where(eq(prizeRules.activityId, id))
    await audit(ctx, 'prizes.saved', {
      subject: { kind: 'prizes', id },
      before: { prizes: activity.rules },
      after: { prizes: rules },
    })
  })
