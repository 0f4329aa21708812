import { decidedCaseStates, openCaseStates } from '@lectern/contract/cases/case-values.ts'
import type { ResultListId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, inArray, ne, sql } from '../../../platform/database/drizzle.ts'
import { momentText } from '../../../platform/moments.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { provide } from '../../../platform/ports.ts'
import { activity, edition } from '../../competition/tables.ts'
import { listObstacles } from '../../results/service.ts'
import { findObjectionEnd } from '../parties/objection-lists.ts'
import { contestCase } from '../tables.ts'

/** Cases of the activity of a list, whichever version they are about. */
const ofActivity = (list: ResultListId) =>
  sql`${contestCase.activityId} = (select activity_id from result_list where result_list.id = ${list})`

/** A ruling has changed works, sheets or data since the list was computed: a newer list must take its place. */
const findUnheeded = async (db: Database, list: ResultListId): Promise<string | undefined> => {
  const [row] = await db
    .select({ number: contestCase.number })
    .from(contestCase)
    .where(
      and(
        ofActivity(list),
        eq(contestCase.state, 'upheld'),
        ne(contestCase.effect, 'none'),
        sql`${contestCase.closedAt} >= (select computed_at from result_list where result_list.id = ${list})`,
      ),
    )
    .limit(1)
  return row?.number
}

/** A list becomes final once nobody can object, every case is decided, and no decision can be appealed against any more. */
const checkCases = async ({ db, now, locale }: Ctx, list: ResultListId): Promise<Verdict> => {
  const objections = await findObjectionEnd(db, list)
  if (objections && now < objections.end)
    return refuse('result.objectionsPossible', { until: momentText(objections.end, locale, objections.timeZone) })
  const open = await db
    .select({ id: contestCase.id })
    .from(contestCase)
    .where(and(ofActivity(list), inArray(contestCase.state, [...openCaseStates])))
  if (open.length > 0) return refuse('result.openCases', { count: open.length })
  const unheeded = await findUnheeded(db, list)
  if (unheeded) return refuse('result.rulingUnheeded', { number: unheeded })
  const [appealable] = await db
    .select({ until: contestCase.appealUntil, timeZone: edition.timeZone })
    .from(contestCase)
    .innerJoin(activity, eq(activity.id, contestCase.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(
      and(
        ofActivity(list),
        eq(contestCase.kind, 'objection'),
        inArray(contestCase.state, [...decidedCaseStates]),
        gt(contestCase.appealUntil, now),
        sql`not exists (select from contest_case as appeal where appeal.appeal_of = ${contestCase.id})`,
      ),
    )
    .orderBy(sql`${contestCase.appealUntil} desc`, asc(contestCase.id))
    .limit(1)
  return appealable?.until
    ? refuse('result.appealPossible', { until: momentText(appealable.until, locale, appealable.timeZone) })
    : permitted
}

export const providedObstacles = provide(listObstacles, checkCases)
