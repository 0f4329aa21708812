import { contestStages, isOfOffice, type ContestStage } from '@lectern/contract/dashboard/contest-line-values.ts'
import type { ContestLine } from '@lectern/contract/dashboard/contest-lines.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Feature } from '../../platform/feature.ts'
import type { KeptCounts } from '../../platform/kept-counts.ts'
import type { StageSummaries, StageSummary, SummarisedActivity } from '../../platform/stage-summary.ts'
import { phaseOf, readScheduleOf } from '../competition/service.ts'
import { activitiesOfLines } from './queries.ts'

/** The stages of the contest that features have, in order. */
export const stagesOf = (features: readonly Feature[]): StageSummaries[] =>
  contestStages.flatMap(
    (stage) => features.find(({ stageSummaries }) => stageSummaries?.stage === stage)?.stageSummaries ?? [],
  )

type Summaries = readonly { stage: ContestStage; summary: StageSummary }[]

/** Where somebody of the office must act; otherwise where others do. */
const currentStage = (summaries: Summaries): ContestStage | null => {
  const open = summaries.filter(({ summary }) => summary.next !== null)
  const first =
    open.find(({ summary }) => summary.standing === 'waiting') ??
    open.find(({ summary }) => isOfOffice(summary.next!.who))
  return (first ?? open[0])?.stage ?? null
}

/** A stage that says what it follows in this activity is moved there. */
const inOrder = (summaries: Summaries): Summaries => {
  const moved = summaries.filter(({ summary }) => summary.follows !== undefined)
  return summaries.flatMap((one) =>
    moved.includes(one) ? [] : [one, ...moved.filter(({ summary }) => summary.follows === one.stage)],
  )
}

const presentStage = ({
  stage,
  summary: { standing, counts, next },
}: Summaries[number]): ContestLine['stages'][number] => ({
  stage,
  standing,
  counts: counts.map(({ name, count, of = null, link = null }) => ({ name, count, of, link })),
  next: next && { ...next, until: next.until?.toISOString() ?? null },
})

/** The activities of an edition, each with its stages. The number of queries does not depend on how many there are. */
export const readLines = async (
  ctx: Ctx,
  counts: KeptCounts,
  stages: readonly StageSummaries[],
  edition: EditionId | undefined,
) => {
  const schedule = await readScheduleOf(ctx, edition)
  if (!schedule.edition) return { timeZone: null, list: [] }
  const activities = await activitiesOfLines(ctx.db, schedule.edition.id)
  const summarised = activities.map(({ id, editionId, hasWorks }): SummarisedActivity => ({
    id,
    editionId,
    hasWorks,
    window: (kind) => phaseOf(schedule.phases, id, kind),
  }))
  const readers: { stage: ContestStage; summarise: Awaited<ReturnType<StageSummaries['read']>> }[] = []
  const keep = counts.of(ctx.db)
  if (activities.length > 0)
    for (const { stage, read } of stages) readers.push({ stage, summarise: await read(ctx, summarised, keep) })
  const list = activities.map(({ id, code, name }, at): ContestLine => {
    const summaries = inOrder(
      readers.flatMap(({ stage, summarise }) => {
        const summary = summarise(summarised[at]!)
        return summary ? [{ stage, summary }] : []
      }),
    )
    const { text, locale } = localize(name, ctx.locale)
    return { id, code, name: text, locale, stages: summaries.map(presentStage), current: currentStage(summaries) }
  })
  // Counts are kept for all activities together: what is not the reader's is left out afterwards.
  return { timeZone: schedule.edition.timeZone, list: list.filter(({ id }) => hasDutyFor(ctx.actor, id)) }
}
