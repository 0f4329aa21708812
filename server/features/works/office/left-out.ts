import { isDeepStrictEqual } from 'node:util'
import { extendedKinds, stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { timingOf } from '@lectern/contract/competition/timing.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LeftOut } from '@lectern/contract/works/left-out.ts'
import { isNothing, leftOutCounts } from '@lectern/contract/works/left-out-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, inArray } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { isOpen, phaseOf, runningActivities, stageProgress } from '../../competition/service.ts'
import { work } from '../tables.ts'

/** A step of the second half: which activities it is about, and the phase that is meant for it. */
interface LaterStep {
  activities: readonly ActivityId[]
  phase: { opensAt: Date; closesAt: Date } | undefined
  /** When it takes effect. */
  at: Date
}

/** What such a step would leave out now. Teams that have missed their time are not left out by it. */
export const readLeftOut = async (ctx: Ctx, { activities: ids, phase, at }: LaterStep): Promise<LeftOut> => {
  const { db, now, installation } = ctx
  const activities = [...(await runningActivities(ctx, ids)).values()]
  const openIn = (kind: (typeof extendedKinds)[number]): ActivityId[] =>
    activities.flatMap(({ id, phases }) => {
      const window = phaseOf(phases, id, kind)
      return window && isOpen(window, now) ? [id] : []
    })
  const stage = installation.ports.all(stageProgress).find(({ kind }) => kind === stagePhases.work)!
  const open = openIn(stagePhases.work)
  const undone = await stage.countUndone(db, open, now)
  // Where the phase is over, only an extension gives more time.
  const closed = ids.filter((id) => !open.includes(id))
  const { extended } = await stage.countUndone(db, closed, now)
  return {
    running: extendedKinds.filter((kind) => openIn(kind).length > 0),
    drafts: undone.drafts,
    unstarted: undone.unstarted,
    extended: undone.extended + extended,
    unchecked: await db.$count(work, and(eq(work.state, 'submitted'), inArray(work.activityId, [...ids]))),
    timing: timingOf(phase, at),
  }
}

/** For screens: null if nothing has to be acknowledged. */
export const presentLeftOut = (left: LeftOut): LeftOut | null => (isNothing(left) ? null : left)

const leftOutText = (left: LeftOut, locale: Locale): string =>
  joinList(locale, [
    ...(left.timing ? [t(locale, `office.leftOut.${left.timing}`)] : []),
    ...left.running.map((kind) => t(locale, `office.leftOut.running.${kind}`)),
    ...leftOutCounts
      .filter((name) => left[name] > 0)
      .map((name) => t(locale, `office.leftOut.${name}`, { count: left[name] })),
  ])

/** Refuses a step whose actor has not seen what it leaves out now. */
export const requireAcknowledged = ({ locale }: Ctx, left: LeftOut, acknowledged: LeftOut | undefined): void => {
  if (isNothing(left) || isDeepStrictEqual(left, acknowledged)) return
  throw fail('activity.leftOut', { what: leftOutText(left, locale) })
}
