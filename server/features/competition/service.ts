import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { countContest, findCurrentEdition, findPublishedActivity, phasesOf, publishedActivities } from './queries.ts'

/** The contest that runs: its edition, its published activities and all phases. */
export const readContest = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  if (!edition) return { edition: undefined, activities: [], phases: [] }
  const [activities, phases] = await Promise.all([
    publishedActivities(ctx.db, edition.id),
    phasesOf(ctx.db, edition.id),
  ])
  return { edition, activities, phases }
}

export const requireActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = await findPublishedActivity(ctx.db, id)
  if (!found) throw fail('activity.notFound')
  return { ...found, phases: await phasesOf(ctx.db, found.editionId) }
}

export const readFigures = (ctx: Ctx) => countContest(ctx.db)
