import type { ActivityId } from '@lectern/contract/ids.ts'
import { and, desc, inArray, ne, sql } from '../../../platform/database/drizzle.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { noSummary, type NextStep, type StageSummaries, type StageSummary } from '../../../platform/stage-summary.ts'
import { settledActivities } from './activity-queries.ts'
import { resultList } from '../tables.ts'

/** Lists that count, the newest first. */
const listsOf = (db: Database, ids: readonly ActivityId[]) =>
  db
    .select({
      activityId: resultList.activityId,
      state: resultList.state,
      confirmedAt: resultList.confirmedAt,
      publicityUntil: resultList.publicityUntil,
      announcedAt: resultList.announcedAt,
      prizes: sql<number>`(
        select coalesce(sum((each ->> 'awarded')::integer), 0)::integer
        from jsonb_array_elements(${resultList.totals} -> 'prizes') as each
      )`,
    })
    .from(resultList)
    .where(and(inArray(resultList.activityId, [...ids]), ne(resultList.state, 'superseded')))
    .orderBy(desc(resultList.number))
type List = Awaited<ReturnType<typeof listsOf>>[number]

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
    const lists = await listsOf(db, ids)
    const settled = await settledActivities(db, ids)
    return ({ id, hasWorks }) => {
      if (!hasWorks) return noSummary
      const link = `/Admin/Result/${id}`
      const list = lists.find(({ activityId }) => activityId === id)
      if (list)
        return {
          counts: [{ name: 'prizes', count: list.prizes, link: `${link}?tab=list` }],
          ...stepOf(list, now, link),
        }
      const rounds = settled.get(id)
      if (!rounds) return noSummary
      const next = rounds.hasRules
        ? ({ step: 'computeList', link } as const)
        : ({ step: 'setPrizes', link: `${link}?tab=rules` } as const)
      return { standing: 'waiting', counts: [], next: { ...next, who: 'organisers', until: null } }
    }
  },
}
