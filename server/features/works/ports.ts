import type { ActivityId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { countUnmet, readRefusals, whereMet, type Precondition } from '../../platform/precondition.ts'
import { definePort } from '../../platform/ports.ts'
import { permitted, type Verdict } from '../../platform/policy.ts'
import { work } from './tables.ts'

interface WorkMove {
  id: WorkId
  from: WorkState
  to: WorkState
}

/** A stage after works, as far as a work must know it. `mayMove` and `moved` run in the transaction that has locked the work. */
export const workStages = definePort<{
  /** What must hold of a work before it is accepted: a stage may ask others first. Absent: it asks nobody. */
  acceptance?: Precondition
  /** Whether the work may change its state: not where experts already judge it. */
  mayMove: (ctx: Ctx, move: WorkMove) => Promise<Verdict>
  /** Whether experts are judging the work, or have just done so. */
  isJudged: (db: Database, id: WorkId) => Promise<boolean>
  /** The state has changed. */
  moved: (ctx: Ctx, move: WorkMove) => Promise<void>
}>('the stages after works')

type Asking = Pick<Ctx, 'db' | 'installation'>

const columns = { table: work, id: work.id, activityId: work.activityId, enrolmentId: work.enrolmentId }

const acceptances = ({ installation }: Pick<Asking, 'installation'>): Precondition[] =>
  installation.ports.all(workStages).flatMap(({ acceptance }) => acceptance ?? [])

/** Those works that nobody else is asked about before organisers accept them; undefined: nobody ever is. */
export const whereAcceptable = (asking: Pick<Asking, 'installation'>): SQL | undefined =>
  whereMet(acceptances(asking), columns)

/** How many submitted works of an activity cannot be accepted yet. */
export const countUnacceptable = (
  ctx: Asking,
  activities: readonly ActivityId[],
): Promise<(activity: ActivityId) => number> =>
  countUnmet(ctx.db, acceptances(ctx), columns, {
    activities,
    where: sql`${work.state} = 'submitted'`,
  })

/** Those of these works that cannot be accepted yet, with the reason. */
export const readAcceptanceRefusals = (ctx: Asking, ids: readonly WorkId[]): Promise<ReadonlyMap<WorkId, Verdict>> =>
  readRefusals(ctx.db, acceptances(ctx), columns, ids)

export const checkAcceptance = async (ctx: Asking, id: WorkId): Promise<Verdict> =>
  (await readAcceptanceRefusals(ctx, [id])).get(id) ?? permitted
