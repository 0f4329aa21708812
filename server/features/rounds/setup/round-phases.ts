import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, gt, inArray, min, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import { audit } from '../../audit/service.ts'
import { activityProgress, datedThings } from '../../competition/service.ts'
import { isUnopened } from '../policy.ts'
import { round } from '../tables.ts'
import { changeRound } from './round-queries.ts'
import { lockSeenRound } from './rounds.ts'

/** Rounds in which experts may judge, or could if they were not paused. */
const running = ['open', 'paused'] as const

/** Review takes place since the first round was opened, and until the last one that is open ends. */
const reviewProgress = (now: Date): SQL => sql`
  select round_activity.activity_id, 'review', min(round.opened_at),
    max(round.closes_at) filter (where round.state in ('open', 'paused') and round.closes_at > ${now})
  from round join round_activity on round_activity.round_id = round.id
  where round.opened_at <= ${now}
  group by round_activity.activity_id
`

/** When a round that is open ends by time alone. */
export const nextRoundEnd = async (db: Database, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ at: min(round.closesAt) })
    .from(round)
    .where(and(inArray(round.state, [...running]), gt(round.closesAt, now)))
  return row?.at ?? undefined
}

const listRounds = async ({ db }: Ctx, editionId: EditionId) => {
  const rows = await db
    .select({
      id: round.id,
      name: round.name,
      state: round.state,
      opensAt: round.opensAt,
      closesAt: round.closesAt,
      activities: sql<ActivityId[]>`array(
        select round_activity.activity_id from round_activity where round_activity.round_id = round.id order by 1
      )`,
    })
    .from(round)
    .where(and(eq(round.editionId, editionId), inArray(round.state, ['draft', 'planned', ...running])))
    .orderBy(round.createdAt, round.id)
  return rows.map(({ state, opensAt, ...row }) => ({
    ...row,
    what: 'round' as const,
    // When it was opened does not change any more.
    opensAt: isUnopened({ state }) ? opensAt : null,
    isMovable: true,
  }))
}

/** A time that is null stays. */
const moveTimes = async (ctx: Ctx, id: RoundId, { opensAt, closesAt }: Record<'opensAt' | 'closesAt', Date | null>) => {
  const view = await lockSeenRound(ctx, id)
  const [before, after] = [
    { opensAt: view.opensAt, closesAt: view.closesAt },
    { opensAt: (isUnopened(view) && opensAt) || view.opensAt, closesAt: closesAt ?? view.closesAt },
  ]
  await changeRound(ctx, view, after)
  await audit(ctx, 'round.saved', { subject: { kind: 'round', id }, before, after })
}

/** What the phases of an edition know of its rounds, and do with them. */
export const roundPhases = [
  provide(activityProgress, reviewProgress),
  provide(datedThings, {
    kind: 'review',
    list: listRounds,
    move: (ctx, id, window) => moveTimes(ctx, id as RoundId, window),
  }),
]
