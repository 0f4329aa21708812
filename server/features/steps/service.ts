import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { Ctx } from '../../platform/context.ts'
import { permit, type Verdict } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'

export { decideEach, decisionMove, resubmitTime } from './decisions.ts'
export { eventOf, logOf, undecided, type StageMove, type StageStep } from './stage-moves.ts'
export { notifyOfDecisions, type DueEvent } from './decision-notices.ts'
export {
  checkTakesNoPart,
  forDuty,
  forOthers,
  forPeopleOfOthers,
  onBehalfOfOthers,
  ownActivities,
  participation,
  requireControl,
  requireOnBehalf,
  requireTakesNoPart,
  siteControl,
  whyNotAbout,
  whyNotControl,
  whyNotOf,
  whyNotOnBehalf,
  whyNotPeople,
  type OwnActivities,
} from './participation.ts'

/** The result of a step. */
export interface Taken<After> {
  after: After
  /** Adds an event to the visible history. Absent: there is none. */
  event?: () => Promise<void>
  log: Parameters<typeof audit>[2] & { action: AuditAction }
  /** Notifies the people concerned, in the same transaction. Absent: nobody is notified, or a job does it later. */
  notify?: (() => Promise<unknown>) | undefined
}

/** A step, as its feature defines it. */
export interface Step<View, After> {
  /** Locks everything that the step depends on, in the order given in ARCHITECTURE.md. */
  lock: () => Promise<View>
  /** Whether the actor may take it now. */
  may: (view: View) => Verdict
  /** Changes the row; throws on any other obstacle. `unchanged`: the step was taken before, and nothing happens. */
  move: (view: View) => Promise<Taken<After> | { unchanged: After }>
}

/** The one way to take a step, in a transaction: lock, permit, move, event, audit, notify. */
export const takeStep = async <View, After>(ctx: Ctx, { lock, may, move }: Step<View, After>): Promise<After> => {
  const view = await lock()
  permit(may(view))
  const taken = await move(view)
  if ('unchanged' in taken) return taken.unchanged
  const { action, ...entry } = taken.log
  await taken.event?.()
  await audit(ctx, action, entry)
  await taken.notify?.()
  return taken.after
}
