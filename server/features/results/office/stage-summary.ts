import type { ActivityId } from '@lectern/contract/ids.ts'
import { and, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { noSummary, type NextStep, type StageSummaries, type StageSummary } from '../../../platform/stage-summary.ts'
import { activity } from '../../competition/tables.ts'
import { prizeRules, resultList } from '../tables.ts'
import { isSettled } from './activity-queries.ts'

const whereNewest = sql`${resultList.number} = (
  select max(newer.number) from result_list as newer
  where newer.activity_id = ${activity.id} and newer.state <> 'superseded'
)`

/** Of each activity its newest list that counts, if there is one, and whether one can be computed. */
const listsOf = (db: Database, ids: readonly ActivityId[]) =>
  db
    .select({
      activityId: activity.id,
      isSettled,
      hasRules: sql<boolean>`${prizeRules.activityId} is not null`,
      list: {
        state: resultList.state,
        confirmedAt: resultList.confirmedAt,
        publicityUntil: resultList.publicityUntil,
        announcedAt: resultList.announcedAt,
        prizes: sql<number>`(
          select coalesce(sum((each ->> 'awarded')::integer), 0)::integer
          from jsonb_array_elements(${resultList.totals} -> 'prizes') as each
        )`,
      },
    })
    .from(activity)
    .leftJoin(prizeRules, eq(prizeRules.activityId, activity.id))
    .leftJoin(resultList, and(eq(resultList.activityId, activity.id), whereNewest))
    .where(inArray(activity.id, [...ids]))
type List = NonNullable<Awaited<ReturnType<typeof listsOf>>[number]['list']>

const stepOf = (list: List, now: Date, link: string): Pick<StageSummary, 'standing' | 'next'> => {
  const waiting = (step: NextStep['step'], who: NextStep['who'] = 'organisers') =>
    ({ standing: 'waiting', next: { step, who, until: null, link } }) as const
  if (list.state === 'computed') return waiting('proposeList')
  if (list.state === 'proposed')
    return list.confirmedAt ? waiting('publiciseList') : waiting('confirmList', 'secondOrganiser')
  if (list.state === 'publicised' && list.publicityUntil && now < list.publicityUntil)
    return { standing: 'running', next: { step: 'publicity', who: 'teams', until: list.publicityUntil, link } }
  if (list.state === 'publicised') return waiting('finaliseList')
  if (list.state === 'final' && !list.announcedAt) return waiting('announceList')
  if (list.state === 'final' && now < list.announcedAt!)
    return { standing: 'running', next: { step: 'announcement', who: null, until: list.announcedAt, link } }
  // Announced, or its time has come.
  return { standing: 'done', next: null }
}

export const resultSummaries: StageSummaries = {
  stage: 'results',
  read: async ({ db, now }, activities) => {
    const ids = activities.map(({ id }) => id)
    const rows = await listsOf(db, ids)
    return ({ id, hasWorks }) => {
      if (!hasWorks) return noSummary
      const link = `/Admin/Result/${id}`
      const { list, isSettled: isReady, hasRules } = rows.find(({ activityId }) => activityId === id)!
      if (list)
        return {
          counts: [{ name: 'prizes', count: list.prizes, link: `${link}?tab=list` }],
          ...stepOf(list, now, link),
        }
      if (!isReady) return noSummary
      const next = hasRules
        ? ({ step: 'computeList', link } as const)
        : ({ step: 'setPrizes', link: `${link}?tab=rules` } as const)
      return { standing: 'waiting', counts: [], next: { ...next, who: 'organisers', until: null } }
    }
  },
}
