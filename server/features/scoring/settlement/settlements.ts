import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { RoundId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { requireRound } from '../../rounds/service.ts'
import { entry } from '../../rounds/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { expertProgress } from '../board/board-queries.ts'
import { loadRoundScores } from './score-input.ts'
import { findLastSettlement } from './settlement-queries.ts'
import type { StoredRow } from './settle-round.ts'
import { uncalibratedNames } from './uncalibrated-experts.ts'

const worksByCode = async ({ db }: Ctx, id: RoundId) => {
  const rows = await db
    .select({
      entry: entry.id,
      code: entry.code,
      workId: entry.workId,
      title: work.title,
      team: team.name,
      number: enrolment.number,
    })
    .from(entry)
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(eq(entry.roundId, id))
  return new Map(rows.map((row) => [row.code, row]))
}

/** The rows of a settlement as they were stored. */
export const storedRows = (rows: string): StoredRow[] => JSON.parse(rows) as StoredRow[]

/** The result of a settled round, by rank; empty before it is settled. */
export const readSettlement = async (
  ctx: Ctx,
  id: RoundId,
  { page, pageSize }: QueryOf<typeof contract.readSettlement>,
): Promise<AnswerOf<typeof contract.readSettlement>> => {
  const round = await requireRound(ctx, id)
  const settlement = await findLastSettlement(ctx.db, id)
  const rows = settlement ? storedRows(settlement.rows) : []
  const works = await worksByCode(ctx, id)
  const list = rows.slice((page - 1) * pageSize, page * pageSize).flatMap((row) => {
    const facts = works.get(row.work)
    if (!facts) return []
    const { entry: entryId, code, title, team: name, number } = facts
    return [
      {
        entry: entryId,
        code,
        number: number ?? '',
        title,
        team: name,
        rank: row.rank,
        score: row.score,
        sheets: row.used.length + row.dropped.length,
        dropped: row.dropped.length,
        criteria: row.criteria,
        goesOn: row.goesOn,
      },
    ]
  })
  return {
    list,
    total: rows.length,
    page,
    pageSize,
    settledAt: settlement?.settledAt.toISOString() ?? null,
    inputHash: settlement?.inputHash.toString('hex') ?? null,
    rowsHash: settlement?.rowsHash.toString('hex') ?? null,
    uncalibrated:
      settlement && round.rules.aggregate === 'calibrated'
        ? uncalibratedNames((await loadRoundScores(ctx.db, round)).input, await expertProgress(ctx.db, id))
        : [],
  }
}

/** The works that went on from a settled round; undefined: it is not settled. */
export const worksGoingOn = async (ctx: Ctx, id: RoundId): Promise<WorkId[] | undefined> => {
  const settlement = await findLastSettlement(ctx.db, id)
  if (!settlement) return undefined
  const works = await worksByCode(ctx, id)
  return storedRows(settlement.rows).flatMap(({ work: code, goesOn }) => {
    const facts = goesOn ? works.get(code) : undefined
    return facts ? [facts.workId] : []
  })
}
