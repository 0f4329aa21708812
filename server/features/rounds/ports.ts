import type { AssignmentId, PanelId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import type { SheetState } from '@lectern/contract/review-values.ts'
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
