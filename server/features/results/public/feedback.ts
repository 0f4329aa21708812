import { createHash } from 'node:crypto'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { AssignmentId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { readListInput } from '../ranking/list-input.ts'
import { leastSheetsForFeedback } from '@lectern/contract/results/result-values.ts'
import type { readWorkResult as endpoint } from '@lectern/contract/works/work-results.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq, inArray, ne } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { sheet, sheetVersion } from '../../review/tables.ts'
import { settlementRows, storedRows } from '../../scoring/service.ts'
import { requireWork } from '../../works/service.ts'
import { findTexts } from '../lists/list-queries.ts'
import { presentGroup, presentPrize } from '../present.ts'
import { listsInForce, type PublicListRow } from './public-queries.ts'
import { settledRounds } from '../lists/input-queries.ts'
import { resultRow } from '../tables.ts'

type WorkResult = AnswerOf<typeof endpoint>

/** Comments in an order that tells neither who wrote them nor when, the same at every look. */
const commentsOf = async ({ db }: Ctx, list: ResultListId, sheets: readonly AssignmentId[]): Promise<string[]> => {
  if (sheets.length === 0) return []
  const rows = await db
    .select({ id: sheet.assignmentId, comment: sheetVersion.comment })
    .from(sheet)
    .innerJoin(
      sheetVersion,
      and(eq(sheetVersion.assignmentId, sheet.assignmentId), eq(sheetVersion.number, sheet.number)),
    )
    .where(and(inArray(sheet.assignmentId, [...sheets]), ne(sheetVersion.comment, '')))
  const placeOf = (id: AssignmentId): string => createHash('sha256').update(`${list} ${id}`).digest('hex')
  return rows
    .map(({ id, comment }) => ({ place: placeOf(id), comment }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ comment }) => comment)
}

/** How a work was judged in each round that counts: no expert, no time, and no figures of fewer than three sheets. */
const feedbackOn = async (ctx: Ctx, list: PublicListRow, number: string): Promise<WorkResult['feedback']> => {
  const { input } = (await findTexts(ctx.db, list.id))!
  const { rounds, works } = readListInput(input)
  const work = works.find((one) => one.number === number)
  const roundRows = await settledRounds(
    ctx.db,
    list.rules.rounds.map(({ round }) => round),
  )
  const feedback = []
  for (const [at, { round: id }] of list.rules.rounds.entries()) {
    const figures = work?.rounds[at]
    const round = roundRows.find((one) => one.id === id)
    if (!figures || !round) continue
    const sheets = [...figures.used, ...figures.dropped] as AssignmentId[]
    const rows = storedRows((await settlementRows(ctx.db, id, rounds[at]!.settlement)) ?? '[]')
    const means = rows.find((row) => row.work === figures.code)?.criteria ?? {}
    const isEnough = sheets.length >= leastSheetsForFeedback
    feedback.push({
      round: localize(round.name, ctx.locale).text,
      criteria: round.rules.criteria.flatMap(({ id: criterion, label, max }) => {
        const mean = means[criterion]
        return isEnough && typeof mean === 'number' ? [{ label: localize(label, ctx.locale).text, mean, max }] : []
      }),
      comments: await commentsOf(ctx, list.id, sheets),
    })
  }
  return { rounds: feedback }
}

/** The result of a work for its own team, once it is announced. */
export const readWorkResult = async (ctx: SignedIn, id: WorkId): Promise<WorkResult> => {
  // Not found for everybody who is not of the team.
  const { team } = await requireWork(ctx, id)
  const lists = await listsInForce(ctx.db, ctx.now)
  const list = lists.find(({ activityId }) => activityId === team.activityId)
  const [row] = list
    ? await ctx.db
        .select()
        .from(resultRow)
        .where(and(eq(resultRow.listId, list.id), eq(resultRow.workId, id)))
    : []
  if (!list || !row) throw fail('result.notFound')
  const { publicColumns, feedback } = list.rules
  return {
    list: list.id,
    activity: localize(list.activityName, ctx.locale).text,
    edition: localize(list.editionName, ctx.locale).text,
    announcedAt: list.announcedAt!.toISOString(),
    timeZone: list.timeZone,
    number: row.number,
    title: row.title,
    prize: row.prize === null ? null : presentPrize(ctx.locale, list.rules, row.prize),
    group: presentGroup(ctx.locale, list, row.group),
    rank: publicColumns.includes('rank') ? row.rank : null,
    score: publicColumns.includes('score') || feedback ? row.score : null,
    isExcluded: row.isExcluded,
    isAdjusted: row.isAdjusted,
    adjustmentReason: row.adjustmentReason,
    feedback: feedback ? await feedbackOn(ctx, list, row.number) : null,
  }
}
