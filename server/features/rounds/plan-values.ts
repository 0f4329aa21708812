import type { EntryId, PanelId, ReviewerId } from '@lectern/contract/ids.ts'

/** The result of a dry run, as it is stored until it is published or replaced. */
export interface StoredPlan {
  seed: string
  madeAt: string
  /** Of works, experts, conflicts and assignments when it was made: a different one means that it is stale. */
  inputHash: string
  assignments: { entry: EntryId; reviewer: ReviewerId }[]
  /** In panel mode: the panel of each work. */
  panels: { entry: EntryId; panel: PanelId }[]
  short: { entry: EntryId; missing: number; why: string }[]
  /** Which works and experts block each other, for the advice. */
  blocked: { works: EntryId[]; experts: ReviewerId[] }[]
  fit: { none: number; some: number }
  isConnected: boolean
}
