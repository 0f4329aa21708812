import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { definePort } from '../../platform/ports.ts'
import type { Verdict } from '../../platform/policy.ts'
import type { TeamView } from '../teams/service.ts'

/** A stage after enrolment, as far as an enrolment must know it. Every later stage may provide one. */
export const enrolmentStages = definePort<{
  /** Whether the enrolment may be approved: a stage may ask others first. Absent: it asks nobody. */
  mayApprove?: (ctx: Ctx, id: EnrolmentId) => Promise<Verdict>
  /** Whether the approval may be changed or withdrawn: not once the team has gone on in a way that depends on it. */
  mayLeaveApproval: (ctx: Ctx, team: TeamView) => Promise<Verdict>
  /** Whether the team may withdraw its enrolment. */
  mayWithdraw: (ctx: Ctx, team: TeamView) => Promise<Verdict>
  /** The enrolment is withdrawn: what the team did in this stage is, too. Requires a transaction that has locked the enrolment. */
  withdraw: (ctx: Ctx, team: TeamView) => Promise<void>
}>('the stages after enrolment')
