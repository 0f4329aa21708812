import type { ActivityId, AssignmentId, PanelId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { SheetState } from '@lectern/contract/review/review-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { definePort } from '../../platform/ports.ts'

/** What the stage after a round's setup knows about it. */
export const roundResults = definePort<{
  /** The works that went on from a settled round. Undefined: its scores are not settled yet. */
  goingOn: (ctx: Ctx, id: RoundId) => Promise<readonly WorkId[] | undefined>
}>('the results of a round')

/** How many reports of experts nobody has answered, for each of these rounds that has any. */
export const roundFlags =
  definePort<(ctx: Ctx, ids: readonly RoundId[]) => Promise<ReadonlyMap<RoundId, number>>>('the reports of experts')

/** How many works have totals that are too far apart and wait for a further expert, for each of these rounds that has any. */
export const roundDiscrepancies =
  definePort<(ctx: Ctx, ids: readonly RoundId[]) => Promise<ReadonlyMap<RoundId, number>>>('works with discrepancies')

/** When the chairs of these panels signed the scores, for those that did. */
export const panelSignatures =
  definePort<(ctx: Ctx, ids: readonly PanelId[]) => Promise<ReadonlyMap<PanelId, Date>>>('the signatures of chairs')

/** How far experts are with their sheets, for those of these assignments that have one. */
export const sheetProgress =
  definePort<
    (
      ctx: Ctx,
      ids: readonly AssignmentId[],
    ) => Promise<ReadonlyMap<AssignmentId, { state: SheetState; total: number | null }>>
  >('the progress of sheets')

/** Activities were copied together with rounds: from each activity and round, its copy. */
export interface RoundCopies {
  activities: ReadonlyMap<ActivityId, ActivityId>
  rounds: ReadonlyMap<RoundId, RoundId>
}

/** Rounds were copied: a later stage copies what organisers have set up about their scores. */
export const roundsCopied = definePort<(ctx: Ctx, copies: RoundCopies) => Promise<void>>('copies of rounds')
