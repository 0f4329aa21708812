import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { KeptCounts } from '../../platform/kept-counts.ts'
import { readSchedule } from '../competition/service.ts'
import { daysBetween, dayIn } from './days.ts'
import {
  countDays,
  countedActivities,
  countEnrolledInstitutions,
  countProvinces,
  countStates,
  countUnstarted,
} from './queries.ts'

const day = 86_400_000

/** Max days and dates on one screen. */
const most = { days: 366, next: 6 }

type Schedule = Awaited<ReturnType<typeof readSchedule>>

/** When enrolment first opened in any activity; at most a year ago. */
const firstMoment = ({ phases }: Schedule, now: Date): Date => {
  const opened = phases.filter(({ kind, opensAt }) => kind === stagePhases.enrolment && opensAt <= now)
  const first = Math.min(now.getTime(), ...opened.map(({ opensAt }) => opensAt.getTime()))
  return new Date(Math.max(first, now.getTime() - (most.days - 1) * day))
}

const comingUp = ({ phases }: Schedule, now: Date) =>
  phases
    .flatMap(({ kind, activityId, opensAt, closesAt }) => [
      { what: 'opens' as const, kind, activityId, at: opensAt },
      { what: 'closes' as const, kind, activityId, at: closesAt },
    ])
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())

export const readDashboard = async (ctx: Ctx, counts: KeptCounts) => {
  const schedule = await readSchedule(ctx)
  const { edition } = schedule
  if (!edition) return undefined
  const { db, now } = ctx
  const { id, timeZone } = edition
  const since = firstMoment(schedule, now)
  const keep = counts.of(db)
  const dayBefore = new Date(since.getTime() - day)
  const [activities, states, unstarted, counted, provinces, institutions] = await Promise.all([
    countedActivities(db, id),
    keep(`states of ${id}`, () => countStates(db, id)),
    keep(`unstarted of ${id}`, () => countUnstarted(db, id)),
    keep(`days of ${id} since ${dayIn(timeZone, dayBefore)} in ${timeZone}`, () =>
      countDays(db, id, timeZone, dayBefore),
    ),
    keep(`provinces of ${id}`, () => countProvinces(db, id)),
    keep(`institutions of ${id}`, () => countEnrolledInstitutions(db, id)),
  ])
  const days = daysBetween(dayIn(timeZone, since), dayIn(timeZone, now)).map((name) => ({
    day: name,
    count: counted.find((row) => row.day === name)?.count ?? 0,
  }))
  const ids = new Set(activities.map((activity) => activity.id))
  const next = comingUp(schedule, now)
    .filter(({ activityId }) => activityId === null || ids.has(activityId))
    .slice(0, most.next)
  return { edition, activities, states, unstarted, days, provinces, institutions, next }
}
