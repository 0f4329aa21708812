import type { ActivityId, EditionId, ResultListId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import {
  activityProgress,
  checkInside,
  datedThings,
  readPlannedPhase,
  type DatedThing,
} from '../../competition/service.ts'
import { readLeftOut } from '../../works/service.ts'
import type { ListView } from '../lists/list-queries.ts'
import { shortestPublicity } from '../policy.ts'

const day = 86_400_000

/** The phase that is meant for what comes next: until it was publicised the notice, then the results. */
const nextKind = ({ publicisedAt }: Pick<ListView, 'publicisedAt'>): 'publicity' | 'results' =>
  publicisedAt === null ? 'publicity' : 'results'

/** The phase of the next step with a list, and what the step would leave out if it took effect at that moment. */
export const readListPhase = async (ctx: Ctx, view: ListView, at: Date) => {
  const activities = [view.activityId]
  const kind = nextKind(view)
  const phase = await readPlannedPhase(ctx, view.editionId, activities, kind)
  // A notice that could not end within its phase comes late.
  const last = phase && kind === 'publicity' ? new Date(phase.closesAt.getTime() - shortestPublicity) : phase?.closesAt
  const meant = phase && { opensAt: phase.opensAt, closesAt: last! }
  return { phase, leavesOut: await readLeftOut(ctx, { activities, phase: meant, at }) }
}

type ListPhase = Awaited<ReturnType<typeof readListPhase>>['phase']

/** A notice can end within the phase: before it, or while enough of it is left. */
const hasRoom = (phase: ListPhase, now: Date): phase is NonNullable<ListPhase> =>
  phase !== undefined && phase.closesAt.getTime() - now.getTime() > shortestPublicity

/** A notice that begins now ends with its phase. Undefined: it is too late for that, or there is no phase. */
export const plannedPublicityEnd = (phase: ListPhase, now: Date): Date | undefined =>
  hasRoom(phase, now) ? phase.closesAt : undefined

/** When a notice that begins now ends: with its phase, or else after the days of the rules. */
export const defaultPublicityEnd = ({ rules }: Pick<ListView, 'rules'>, phase: ListPhase, now: Date): Date =>
  plannedPublicityEnd(phase, now) ?? new Date(now.getTime() + rules.publicityDays * day)

/**
 * A notice ends by the end of its phase. One that begins early may end early, too, and one that is late ends whenever it has to: both are
 * acknowledged.
 */
export const checkPublicityEnd = (
  { locale, now }: Pick<Ctx, 'locale' | 'now'>,
  { timeZone }: Pick<ListView, 'timeZone'>,
  phase: ListPhase,
  until: Date,
): void => {
  if (hasRoom(phase, now) && until > phase.closesAt) checkInside({ until }, { phase, locale, timeZone })
}

/** Since when the newest notice is public and until when, and since when results are. */
const resultProgress = (now: Date): SQL => sql`
  (
    select distinct on (activity_id) activity_id, 'publicity', publicised_at, publicity_until
    from result_list where publicised_at <= ${now} and publicity_until is not null
    order by activity_id, public_version desc
  )
  union all
  select activity_id, 'results', min(announced_at), null::timestamptz
  from result_list where announced_at <= ${now} group by activity_id
`

type Row = Record<string, unknown> & { id: ResultListId; name: LocalizedText; activity: ActivityId; at: Date }

/** Lists whose time in this column is still to come. What visitors were told stays, unless organisers take it back. */
const listsWith =
  (column: SQL) =>
  async ({ db, now }: Ctx, editionId: EditionId): Promise<DatedThing[]> => {
    const { rows } = await db.execute<Row>(sql`
      select result_list.id, activity.name, activity.id as activity, ${column} as at
      from result_list join activity on activity.id = result_list.activity_id
      where activity.edition_id = ${editionId} and result_list.state in ('publicised', 'final') and ${column} > ${now}
      order by activity.position, result_list.number
    `)
    return rows.map(({ id, name, activity, at }) => ({
      what: 'list',
      id,
      name,
      activities: [activity],
      opensAt: null,
      closesAt: new Date(at),
      isMovable: false,
    }))
  }

const stays = (): Promise<void> => Promise.resolve()

/** What the phases of an edition know of result lists. */
export const listPhases = [
  provide(activityProgress, resultProgress),
  provide(datedThings, { kind: 'publicity', list: listsWith(sql`result_list.publicity_until`), move: stays }),
  provide(datedThings, { kind: 'results', list: listsWith(sql`result_list.announced_at`), move: stays }),
]
