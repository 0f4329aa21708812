import type { CaseId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { alias, eq, getTableColumns, type SQL } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { resultList } from '../results/tables.ts'
import { team } from '../teams/tables.ts'
import { work } from '../works/tables.ts'
import { caseParty, contestCase } from './tables.ts'

const appealCase = alias(contestCase, 'appeal_case')
const appealParty = alias(caseParty, 'appeal_party')
const firstCase = alias(contestCase, 'first_case')

/** The columns of a case with what permissions and screens need beside it. */
const viewColumns = {
  ...getTableColumns(contestCase),
  activityName: activity.name,
  timeZone: edition.timeZone,
  listVersion: resultList.publicVersion,
  partyId: caseParty.accountId,
  workNumber: enrolment.number,
  workTitle: work.title,
  teamName: team.name,
  teamId: work.teamId,
  workState: work.state,
  appeal: { id: appealCase.id, number: appealCase.number, state: appealCase.state },
  appealPartyId: appealParty.accountId,
  first: {
    id: firstCase.id,
    number: firstCase.number,
    decidedBy: firstCase.decidedBy,
    admittedBy: firstCase.admittedBy,
  },
}

/** Cases with the work, the list and the other instance. */
export const viewCases = (
  db: Database,
  where: SQL | undefined,
  order: readonly SQL[] = [],
  slice?: { limit: number; offset: number },
) => {
  const rows = db
    .select(viewColumns)
    .from(contestCase)
    .innerJoin(activity, eq(activity.id, contestCase.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(resultList, eq(resultList.id, contestCase.listId))
    .leftJoin(caseParty, eq(caseParty.caseId, contestCase.id))
    .leftJoin(work, eq(work.id, contestCase.workId))
    .leftJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .leftJoin(team, eq(team.id, work.teamId))
    .leftJoin(appealCase, eq(appealCase.appealOf, contestCase.id))
    .leftJoin(appealParty, eq(appealParty.caseId, appealCase.id))
    .leftJoin(firstCase, eq(firstCase.id, contestCase.appealOf))
    .where(where)
    .orderBy(...order)
  return slice ? rows.limit(slice.limit).offset(slice.offset) : rows
}

/** A case with everything that permissions depend on. */
export type CaseView = Awaited<ReturnType<typeof viewCases>>[number]

export const requireCase = async ({ db }: Pick<Ctx, 'db'>, id: CaseId): Promise<CaseView> => {
  const [view] = await viewCases(db, eq(contestCase.id, id))
  if (!view) throw fail('case.notFound')
  return view
}

/** Locks the case until the transaction ends. Taken before all locks of the contest; see ARCHITECTURE.md. */
export const lockCase = async (ctx: Ctx, id: CaseId, version?: number): Promise<CaseView> => {
  const [locked] = await ctx.db
    .select({ version: contestCase.version })
    .from(contestCase)
    .where(eq(contestCase.id, id))
    .for('no key update')
  if (!locked) throw fail('case.notFound')
  if (version !== undefined && locked.version !== version) throw fail('resource.changed')
  return requireCase(ctx, id)
}
