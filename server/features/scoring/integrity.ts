import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review-board.ts'
import { goesOnRuleOf } from '@lectern/contract/round-scores.ts'
import type { SignedIn } from '../../platform/context.ts'
import { requireRound } from '../rounds/service.ts'
import { expertProgress, workProgress } from './board-queries.ts'
import { loadRoundScores, type CountedSheet } from './score-input.ts'
import { integrityInThread } from './score-threads.ts'
import { calibrationRefusal } from './settling.ts'

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
  const known = Object.values(ranks).filter((rank) => rank !== null)
  return known.length > 1 && Math.max(...known) - Math.min(...known) >= fragileRanks
}

export const readIntegrity = async (ctx: SignedIn, id: RoundId): Promise<AnswerOf<typeof contract.readIntegrity>> => {
  const round = await requireRound(ctx, id)
  const { input, sheets } = await loadRoundScores(ctx.db, round)
  const found = await integrityInThread({
    input,
    goesOn: goesOnRuleOf(round.rules.goesOn),
    submitted: sheets.map(({ assignment }) => assignment),
  })
  const experts = new Map((await expertProgress(ctx.db, id)).map((row) => [row.id as string, row]))
  const works = new Map((await workProgress(ctx.db, id)).map((row) => [row.code, row]))
  const seconds = secondsOf(sheets)
  const decides = new Map(found.decides?.map(({ expert, works: count }) => [expert, count]))
  const means = new Map(found.means)
  return {
    experts: found.experts.flatMap(({ expert, count, mean, spread, severity, longestRun }) => {
      const known = experts.get(expert)
      if (!known) return []
      const figures = { sheets: count, mean, spread, severity, run: longestRun }
      return [
        {
          id: known.id,
          name: known.name,
          ...figures,
          seconds: seconds.get(known.id) ?? null,
          decides: decides.get(expert) ?? 0,
        },
      ]
    }),
    works: found.works.flatMap(({ work, range, ranks }) => {
      const known = works.get(work)
      if (!known) return []
      const { entry, code, title, finished } = known
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
    calibrationRefusal: calibrationRefusal(found.calibrationProblems, ctx.locale) ?? null,
  }
}
