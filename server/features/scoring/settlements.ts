import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { RoundId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review-board.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { enrolment } from '../enrolments/tables.ts'
import { requireRound } from '../rounds/service.ts'
import { entry } from '../rounds/tables.ts'
import { team } from '../teams/tables.ts'
import { work } from '../works/tables.ts'
import { findSettlement } from './settlement-queries.ts'
import type { StoredRow } from './settling.ts'

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
  await requireRound(ctx, id)
  const found = await findSettlement(ctx.db, id)
  const rows = found ? storedRows(found.rows) : []
  const works = await worksByCode(ctx, id)
  const list = rows.slice((page - 1) * pageSize, page * pageSize).flatMap((row) => {
    const known = works.get(row.work)
    if (!known) return []
    const { entry: entryId, code, title, team: name, number } = known
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
    settledAt: found?.settledAt.toISOString() ?? null,
    inputHash: found?.inputHash.toString('hex') ?? null,
    rowsHash: found?.rowsHash.toString('hex') ?? null,
  }
}

/** The works that went on from a settled round; undefined: it is not settled. */
export const worksGoingOn = async (ctx: Ctx, id: RoundId): Promise<WorkId[] | undefined> => {
  const found = await findSettlement(ctx.db, id)
  if (!found) return undefined
  const works = await worksByCode(ctx, id)
  return storedRows(found.rows).flatMap(({ work: code, goesOn }) => {
    const known = goesOn ? works.get(code) : undefined
    return known ? [known.workId] : []
  })
}
