import type { ActivityId, ResultListId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import type { ListStep } from '@lectern/contract/results/result-values.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { runRanking, savePrizeRules, stepList } from '../../features/results/service.ts'
import { resultList, resultNotice } from '../../features/results/tables.ts'
import { round, roundActivity } from '../../features/rounds/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { asc, desc, eq, isNull, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { seedArbiters, seedUpheldObjection, type ListedCase } from './cases.ts'
import { daysFrom, officeHour } from './dates.ts'
import { readJson } from './lists.ts'
import { secondOrganiser, type SeedPerson } from './people.ts'
import { readOldNotices } from './read-notices.ts'
import { actingAs, type Scene } from './scene.ts'

/** results.json: the objection that led to the second version. */
interface Listed {
  case: ListedCase
}

const latest = async ({ db }: Scene, activityId: ActivityId): Promise<{ id: ResultListId; version: number }> => {
  const [row] = await db
    .select({ id: resultList.id, version: resultList.version })
    .from(resultList)
    .where(eq(resultList.activityId, activityId))
    .orderBy(desc(resultList.number))
    .limit(1)
  return row!
}

const compute = async (ctx: SignedIn, activity: ActivityId): Promise<void> => {
  const run = { id: newId<TaskId>(ctx.now), signal: AbortSignal.any([]), progress: () => Promise.resolve() }
  await runRanking(ctx, { ...run, input: { activity, by: ctx.actor.id } })
}

/** Last year's results: a first version in publicity, an objection that was upheld, and the version that was announced. */
export const seedResults = async (scene: Scene, now: Date): Promise<void> => {
  const { db, organiser, people } = scene
  const listed = await readJson<Listed>('results/results.json')
  const second = people.find(({ username }) => username === secondOrganiser)!
  const [settled] = await db
    .select({ round: round.id, activity: roundActivity.activityId })
    .from(round)
    .innerJoin(roundActivity, eq(roundActivity.roundId, round.id))
    .where(eq(round.state, 'settled'))
    .orderBy(asc(round.createdAt))
    .limit(1)
  const { activity, round: roundId } = settled as { activity: ActivityId; round: RoundId }
  const at = (day: number, position = 0, person: SeedPerson = organiser): SignedIn =>
    actingAs(scene, person, officeHour(day, position, now))
  const step = async (name: ListStep, ctx: SignedIn): Promise<void> => {
    const { id, version } = await latest(scene, activity)
    await stepList(ctx, id, { step: name, version })
  }
  const publicise = async (day: number): Promise<void> => {
    await step('propose', at(day, 1))
    await step('confirm', at(day, 2, second))
    await step('publicise', at(day, 3))
  }

  const rules = {
    ...usualPrizes,
    rounds: [{ round: roundId, perMille: 1_000 }],
    publicColumns: ['rank', 'prize', 'title', 'team', 'people', 'advisors', 'school', 'province'] as const,
  }
  await savePrizeRules(at(-287), activity, { version: 0, rules: { ...rules, publicColumns: [...rules.publicColumns] } })
  await compute(at(-286), activity)
  await seedArbiters(scene, second, officeHour(-286, 4, now))
  await publicise(-285)
  const { id: list } = await latest(scene, activity)
  await seedUpheldObjection(scene, listed.case, { list, arbiter: second, firstDay: -284, now })
  await publicise(-278)
  await step('finalise', at(-270))
  await step('announce', at(-269))
  // Long ago: nobody is told any more.
  await db
    .update(resultNotice)
    .set({ doneAt: sql`due_at` })
    .where(isNull(resultNotice.doneAt))
  await readOldNotices(scene, people, daysFrom(now, -200))
}
