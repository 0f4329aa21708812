import type { ActivityId, ResultDecisionId, ResultListId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import type { ListStep } from '@lectern/contract/result-values.ts'
import { usualPrizes } from '@lectern/contract/usual-prizes.ts'
import { runRanking, savePrizeRules, stepList } from '../../features/results/service.ts'
import { resultDecision, resultList, resultNotice, resultRow } from '../../features/results/tables.ts'
import { round, roundActivity } from '../../features/rounds/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, asc, desc, eq, isNull, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { officeHour } from './dates.ts'
import { readJson } from './lists.ts'
import { actingAs, type Scene } from './scene.ts'

/** results.json: why the first version was changed, and why one organiser acts alone. */
interface Listed {
  alone: string
  adjustment: string
}

const latest = async ({ db }: Scene, activityId: ActivityId): Promise<{ id: ResultListId; version: number }> => {
  const [found] = await db
    .select({ id: resultList.id, version: resultList.version })
    .from(resultList)
    .where(eq(resultList.activityId, activityId))
    .orderBy(desc(resultList.number))
    .limit(1)
  return found!
}

const compute = async (ctx: SignedIn, activity: ActivityId, reason?: string): Promise<void> => {
  const run = { id: newId<TaskId>(ctx.now), signal: AbortSignal.any([]), progress: () => Promise.resolve() }
  await runRanking(ctx, { ...run, input: { activity, by: ctx.actor.id, ...(reason && { reason }) } })
}

/** Last year's results: a first version in publicity, one prize that was changed meanwhile, and the version that was announced. */
export const seedResults = async (scene: Scene, now: Date): Promise<void> => {
  const { db, organiser } = scene
  const listed = await readJson<Listed>('results/results.json')
  const [settled] = await db
    .select({ round: round.id, activity: roundActivity.activityId })
    .from(round)
    .innerJoin(roundActivity, eq(roundActivity.roundId, round.id))
    .where(eq(round.state, 'settled'))
    .orderBy(asc(round.createdAt))
    .limit(1)
  const { activity, round: roundId } = settled as { activity: ActivityId; round: RoundId }
  const at = (day: number, position = 0): SignedIn => actingAs(scene, organiser, officeHour(day, position, now))
  const step = async (name: ListStep, day: number, position: number, reason?: string): Promise<void> => {
    const { id, version } = await latest(scene, activity)
    await stepList(at(day, position), id, { step: name, version, ...(reason && { reason }) })
  }
  const publicise = async (day: number): Promise<void> => {
    await step('propose', day, 1)
    await step('confirm', day, 2, listed.alone)
    await step('publicise', day, 3)
  }

  const rules = {
    ...usualPrizes,
    rounds: [{ round: roundId, perMille: 1_000 }],
    publicColumns: ['rank', 'prize', 'title', 'team', 'people', 'advisors', 'school', 'province'] as const,
  }
  await savePrizeRules(at(-287), activity, { version: 0, rules: { ...rules, publicColumns: [...rules.publicColumns] } })
  await compute(at(-286), activity)
  await publicise(-285)

  // The best of those with the last prize gets the one before.
  const { id: first } = await latest(scene, activity)
  const [raised] = await db
    .select({ work: resultRow.workId })
    .from(resultRow)
    .where(and(eq(resultRow.listId, first), eq(resultRow.prize, 'third')))
    .orderBy(asc(resultRow.position))
    .limit(1)
  const deciding = at(-279)
  await db.insert(resultDecision).values({
    id: newId<ResultDecisionId>(deciding.now),
    activityId: activity,
    kind: 'adjustment',
    data: { work: raised!.work, prize: 'second' },
    reason: listed.adjustment,
    decidedBy: organiser.id,
    decidedAt: deciding.now,
  })
  await compute(at(-279, 1), activity, listed.adjustment)
  await publicise(-278)
  await step('finalise', -270, 0)
  await step('announce', -269, 0)
  // Long ago: nobody is told any more.
  await db
    .update(resultNotice)
    .set({ doneAt: sql`due_at` })
    .where(isNull(resultNotice.doneAt))
}
