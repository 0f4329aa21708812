import type { StageStanding } from '@lectern/contract/dashboard/contest-line-values.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import type { ActivityId, RoundId } from '@lectern/contract/ids.ts'
import { asc, eq, inArray, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { noSummary, type NextStep, type StageSummaries } from '../../../platform/stage-summary.ts'
import { round, roundActivity } from '../tables.ts'

/** Assignments of works that are in the round. */
const countAssignments = (more: SQL) => sql<number>`(
  select count(*)::integer from assignment
  join entry on entry.id = assignment.entry_id and entry.removed_at is null
  where assignment.round_id = round.id and assignment.state in ('open', 'kept') and ${more}
)`

const roundsOf = (db: Database, ids: readonly ActivityId[]) =>
  db
    .select({
      activityId: roundActivity.activityId,
      id: round.id,
      state: round.state,
      opensAt: round.opensAt,
      closesAt: round.closesAt,
      sheets: countAssignments(sql`true`),
      finished: countAssignments(sql`assignment.is_finished`),
    })
    .from(roundActivity)
    .innerJoin(round, eq(round.id, roundActivity.roundId))
    .where(inArray(roundActivity.activityId, [...ids]))
    .orderBy(asc(round.createdAt), asc(round.id))
type Round = Awaited<ReturnType<typeof roundsOf>>[number]

const roundPage = (id: RoundId): string => `/Admin/Review/${id}`

/** The next step of a round that is not settled. */
const stepOf = ({ id, state, opensAt, closesAt }: Round, now: Date): NextStep => {
  const link = roundPage(id)
  const byOrganisers = (step: NextStep['step'], until: Date | null = null): NextStep => ({
    step,
    who: 'organisers',
    until,
    link,
  })
  const steps: Record<RoundState, () => NextStep> = {
    draft: () => byOrganisers('planRound', opensAt),
    planned: () => byOrganisers('openRound', opensAt),
    open: () =>
      closesAt && now >= closesAt
        ? byOrganisers('closeRound')
        : { step: 'score', who: 'experts', until: closesAt, link },
    paused: () => byOrganisers('resumeRound', closesAt),
    closed: () => byOrganisers('settleRound'),
    settled: () => byOrganisers('settleRound'),
  }
  return steps[state]()
}

const standingOf = ({ state }: Round, { who }: NextStep): StageStanding => {
  if (state === 'draft' || state === 'planned') return 'upcoming'
  return who === 'experts' ? 'running' : 'waiting'
}

export const reviewSummaries: StageSummaries = {
  stage: 'review',
  read: async ({ db, now }, activities, keep) => {
    const ids = activities.map(({ id }) => id)
    const rows = await keep(`rounds of ${ids.join(' ')}`, () => roundsOf(db, ids))
    return ({ id, hasWorks, window }) => {
      if (!hasWorks) return noSummary
      const rounds = rows.filter((row) => row.activityId === id)
      const submission = window('submission')
      const next: NextStep = {
        step: 'createRound',
        who: 'organisers',
        until: window('review')?.opensAt ?? null,
        link: '/Admin/Review',
      }
      // While works still come in, a round can wait.
      if (rounds.length === 0) return { ...noSummary, next: submission && now >= submission.opensAt ? next : null }
      const current = rounds.find(({ state }) => state !== 'settled')
      const counted = current ?? rounds.at(-1)!
      const counts = [
        {
          name: 'sheets' as const,
          count: counted.finished,
          of: counted.sheets,
          link: `${roundPage(counted.id)}?tab=board`,
        },
      ]
      if (!current) return { standing: 'done', counts, next: null }
      const step = stepOf(current, now)
      return { standing: standingOf(current, step), counts, next: step }
    }
  },
}
