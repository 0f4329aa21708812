import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import { goesOnRuleOf } from '../../../platform/scores/round-scores.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { requireRound } from '../../rounds/service.ts'
import { expertProgress, workProgress } from './board-queries.ts'
import { controlChangesOf } from './control-changes.ts'
import { loadRoundScores, type CountedSheet } from '../settlement/score-input.ts'
import { integrityInThread } from '../settlement/score-threads.ts'
import { calibrationRefusal } from '../settlement/settle-round.ts'
import { uncalibratedNames } from '../settlement/uncalibrated-experts.ts'

/** The middle of what was measured: one long lunch does not count. */
const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}

const secondsOf = (sheets: readonly CountedSheet[]): ReadonlyMap<ReviewerId, number | null> =>
  new Map(
    [...Map.groupBy(sheets, ({ reviewer }) => reviewer)].map(([reviewer, own]) => [
      reviewer,
      medianOf(own.map(({ seconds }) => seconds)),
    ]),
  )

/** A work whose order depends on the way to compute it by more than this many ranks is worth a look. */
const fragileRanks = 3

const isFragile = (ranks: Record<string, number | null>): boolean => {
  const numbers = Object.values(ranks).filter((rank) => rank !== null)
  return numbers.length > 1 && Math.max(...numbers) - Math.min(...numbers) >= fragileRanks
}

export const readIntegrity = async (ctx: SignedIn, id: RoundId): Promise<AnswerOf<typeof contract.readIntegrity>> => {
  const round = await requireRound(ctx, id)
  const { input, sheets } = await loadRoundScores(ctx.db, round)
  const facts = await integrityInThread({
    input,
    goesOn: goesOnRuleOf(round.rules.goesOn),
    submitted: sheets.map(({ assignment }) => assignment),
  })
  const progress = await expertProgress(ctx.db, id)
  const experts = new Map(progress.map((row) => [row.id as string, row]))
  const works = new Map((await workProgress(ctx.db, id)).map((row) => [row.code, row]))
  const seconds = secondsOf(sheets)
  const decides = new Map(facts.decides?.map(({ expert, works: count }) => [expert, count]))
  const means = new Map(facts.means)
  return {
    experts: facts.experts.flatMap(({ expert, count, mean, spread, severity, longestRun }) => {
      const row = experts.get(expert)
      if (!row) return []
      const figures = { sheets: count, mean, spread, severity, run: longestRun }
      return [
        {
          id: row.id,
          name: row.name,
          ...figures,
          seconds: seconds.get(row.id) ?? null,
          decides: decides.get(expert) ?? 0,
        },
      ]
    }),
    works: facts.works.flatMap(({ work, range, ranks }) => {
      const row = works.get(work)
      if (!row) return []
      const { entry, code, title, finished } = row
      return [
        {
          entry,
          code,
          title,
          sheets: finished,
          range,
          mean: means.get(work) ?? null,
          ranks,
          isFragile: isFragile(ranks),
        },
      ]
    }),
    calibrationRefusal: calibrationRefusal(facts.calibrationProblems, ctx.locale) ?? null,
    uncalibrated: uncalibratedNames(input, progress),
    controlled: await controlChangesOf(ctx, id),
  }
}
