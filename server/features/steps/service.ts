import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { Ctx } from '../../platform/context.ts'
import { permit, type Verdict } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'

/** What a step has made of something. */
export interface Taken<After> {
  after: After
  /** Adds it to the history that people see. Absent: it is no part of that. */
  event?: () => Promise<void>
  log: Parameters<typeof audit>[2] & { action: AuditAction }
  /** Tells whom it concerns, in the same transaction. Absent: nobody is told, or a job does it later. */
  notify?: (() => Promise<void>) | undefined
}

/** A step in the life of what a team hands in, as its feature feeds it. */
export interface Step<View, After> {
  /** Everything that it goes by, locked in the order that ARCHITECTURE.md names. */
  lock: () => Promise<View>
  /** Whether this person may take it now. */
  may: (view: View) => Verdict
  /** Changes the row. What else stands against it is thrown. `unchanged`: it was taken before, and nothing happens. */
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
