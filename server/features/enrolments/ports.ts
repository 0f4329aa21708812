import type { ActivityId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { countUnmet, readRefusals, whereMet, type Precondition } from '../../platform/precondition.ts'
import { definePort } from '../../platform/ports.ts'
import { permitted, type Verdict } from '../../platform/policy.ts'
import type { TeamView } from '../teams/service.ts'
import { enrolment } from './tables.ts'

/** A stage after enrolment, as far as an enrolment must know it. Every later stage may provide one. */
export const enrolmentStages = definePort<{
  /** What must hold of an enrolment before it is approved: a stage may ask others first. Absent: it asks nobody. */
  approval?: Precondition
  /** Whether the approval may be changed or withdrawn: not once the team has gone on in a way that depends on it. */
  mayLeaveApproval: (ctx: Ctx, team: TeamView) => Promise<Verdict>
  /** Whether the team may withdraw its enrolment. */
  mayWithdraw: (ctx: Ctx, team: TeamView) => Promise<Verdict>
  /** The enrolment is withdrawn: what the team did in this stage is, too. Requires a transaction that has locked the enrolment. */
  withdraw: (ctx: Ctx, team: TeamView) => Promise<void>
}>('the stages after enrolment')

type Asking = Pick<Ctx, 'db' | 'installation'>

const columns = { table: enrolment, id: enrolment.id, activityId: enrolment.activityId, enrolmentId: enrolment.id }

const approvals = ({ installation }: Pick<Asking, 'installation'>): Precondition[] =>
  installation.ports.all(enrolmentStages).flatMap(({ approval }) => approval ?? [])

/** Those enrolments that nobody else is asked about before organisers approve them; undefined: nobody ever is. */
export const whereApprovable = (asking: Pick<Asking, 'installation'>): SQL | undefined =>
  whereMet(approvals(asking), columns)

/** How many submitted enrolments of an activity cannot be approved yet. */
export const countUnapprovable = (
  ctx: Asking,
  activities: readonly ActivityId[],
): Promise<(activity: ActivityId) => number> =>
  countUnmet(ctx.db, approvals(ctx), columns, {
    activities,
    where: sql`${enrolment.state} = 'submitted' and ${enrolment.isListed}`,
  })

/** Those of these enrolments that cannot be approved yet, with the reason. */
export const readApprovalRefusals = (
  ctx: Asking,
  ids: readonly EnrolmentId[],
): Promise<ReadonlyMap<EnrolmentId, Verdict>> => readRefusals(ctx.db, approvals(ctx), columns, ids)

export const checkApproval = async (ctx: Asking, id: EnrolmentId): Promise<Verdict> =>
  (await readApprovalRefusals(ctx, [id])).get(id) ?? permitted
