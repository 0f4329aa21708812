import type { WorkId } from '@lectern/contract/ids.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { definePort } from '../../platform/ports.ts'
import type { Verdict } from '../../platform/policy.ts'

interface WorkMove {
  id: WorkId
  from: WorkState
  to: WorkState
}

/** A stage after works, as far as a work must know it. Both run in the transaction that has locked the work. */
export const workStages = definePort<{
  /** Whether the work may change its state: not where experts already judge it. */
  mayMove: (ctx: Ctx, move: WorkMove) => Promise<Verdict>
  /** Whether experts are judging the work, or have just done so. */
  isJudged: (db: Database, id: WorkId) => Promise<boolean>
  /** The state has changed. */
  moved: (ctx: Ctx, move: WorkMove) => Promise<void>
}>('the stages after works')
