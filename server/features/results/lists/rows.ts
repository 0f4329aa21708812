import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { ResultListId } from '@lectern/contract/ids.ts'
import { readListInput, type ListInput } from '../ranking/list-input.ts'
import { rankingMethods } from '@lectern/contract/results/results.ts'
import type * as differences from '@lectern/contract/results/result-differences.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import { t } from '../../../platform/messages.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { calibrationRefusal, loadRoundScores } from '../../scoring/service.ts'
import { settledRounds } from './input-queries.ts'
import { changesBetween } from './differences.ts'
import { findTexts, lastPublicised } from './list-queries.ts'
import { rankingsInThread } from './list-threads.ts'
import { countFiltered, rowPage, rowsByNumber } from './row-queries.ts'
import { requireList } from '../steps.ts'

export const inputOf = async ({ db }: Ctx, id: ResultListId): Promise<ListInput> =>
  readListInput((await findTexts(db, id))!.input)

export const listResultRows = async (
  ctx: Ctx,
  id: ResultListId,
  { page, pageSize, ties, ...filters }: QueryOf<typeof contract.listResultRows>,
) => {
  const view = await requireList(ctx, id)
  const filter = { ...filters, isTied: ties === 'true' }
  const list = await rowPage(ctx.db, id, filter, { page, pageSize })
  const input = await inputOf(ctx, id)
  const works = new Map(input.works.map((work) => [work.number, work]))
  const total = await countFiltered(ctx.db, id, filter)
  return {
    view,
    list: list.map((row) => ({ ...row, rounds: works.get(row.number)?.rounds ?? [] })),
    total,
    page,
    pageSize,
  }
}

/** How the order would differ if scores were computed in another way. Prizes follow from the list alone. */
export const readRankings = async (
  ctx: SignedIn,
  id: ResultListId,
  { page, pageSize }: QueryOf<typeof contract.readRankings>,
) => {
  const view = await requireList(ctx, id)
  const input = await inputOf(ctx, id)
  const rounds = await settledRounds(
    ctx.db,
    view.rules.rounds.map(({ round }) => round),
  )
  const scores = []
  for (const { round } of view.rules.rounds) {
    const settled = rounds.find((one) => one.id === round)
    // A round that was opened again has other sheets than the list was computed from.
    if (settled) scores.push((await loadRoundScores(ctx.db, settled)).input)
  }
  const isWhole = scores.length === view.rules.rounds.length
  const rankings = isWhole ? await rankingsInThread(input, scores) : undefined
  const refusalOf = (method: (typeof rankingMethods)[number]): string | null => {
    if (!rankings) return t(ctx.locale, 'office.results.todo.notSettled')
    const ranked = rankings[method]
    return 'problems' in ranked ? (calibrationRefusal(ranked.problems, ctx.locale) ?? null) : null
  }
  const ranksBy = Object.fromEntries(
    rankingMethods.map((method) => {
      const ranked = rankings?.[method]
      return [method, new Map(ranked && 'ranks' in ranked ? ranked.ranks : [])]
    }),
  ) as Record<(typeof rankingMethods)[number], Map<string, number | null>>
  const list = await rowPage(ctx.db, id, {}, { page, pageSize })
  return {
    view,
    list: list.map((row) => ({
      ...row,
      ranks: Object.fromEntries(
        rankingMethods.map((method) => [method, ranksBy[method].get(row.number) ?? null]),
      ) as Record<(typeof rankingMethods)[number], number | null>,
    })),
    refusals: Object.fromEntries(rankingMethods.map((method) => [method, refusalOf(method)])) as Record<
      (typeof rankingMethods)[number],
      string | null
    >,
    total: input.works.length,
    page,
    pageSize,
  }
}

/** How a list differs from the one that was publicised before it; stored once it is publicised itself. */
export const readDifference = async (
  ctx: SignedIn,
  id: ResultListId,
  { page, pageSize }: QueryOf<typeof differences.readDifference>,
) => {
  const { db } = ctx
  const view = await requireList(ctx, id)
  const before = view.publicVersion === null ? await lastPublicised(db, view.activityId, id) : undefined
  const previousId = before?.id ?? view.previousId
  const previous = previousId ? await requireList(ctx, previousId) : undefined
  const own = before && (await findTexts(db, id))
  const changes = before ? await changesBetween(db, before, { id, rows: own!.rows }) : view.difference
  const all = changes ?? []
  const list = all.slice((page - 1) * pageSize, page * pageSize)
  const numbers = list.map(({ number }) => number)
  const rows = await rowsByNumber(db, id, numbers)
  const former = previous ? await rowsByNumber(db, previous.id, numbers) : new Map<string, { title: string }>()
  return {
    view,
    previous: previous ? { id: previous.id, publicVersion: previous.publicVersion } : null,
    list: list.map((change) => ({
      ...change,
      title: (rows.get(change.number) ?? former.get(change.number))?.title ?? '',
    })),
    total: all.length,
    page,
    pageSize,
  }
}
