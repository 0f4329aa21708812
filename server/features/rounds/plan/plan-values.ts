import type { EntryId, PanelId, ReviewerId } from '@lectern/contract/ids.ts'

/**
 * Why a work gets too few experts. Besides the reasons of a pool, in panel mode: `panels`: there is no panel with experts. `capacity`: the
 * panels are full. `panelConflicts`: no panel is free of conflicts, so members with one do not judge it. `declined`: members gave it back.
 */
export const shortReasons = [
  'experts',
  'conflicts',
  'institution',
  'load',
  'panels',
  'capacity',
  'panelConflicts',
  'declined',
  'time',
] as const
export type ShortReason = (typeof shortReasons)[number]

/** A proof that places must stay empty: these experts or panels cannot take more. */
export interface Blocked {
  works: number
  experts: ReviewerId[]
  panels: PanelId[]
  wanted: number
  available: number
}

/** Who would judge what. */
export interface SolvedPlan {
  /** All that stand if it is published, except sheets of experts who left. By work, then expert. */
  assignments: { entry: EntryId; reviewer: ReviewerId }[]
  /** In panel mode: the panel of each work. */
  panels: { entry: EntryId; panel: PanelId }[]
  short: { entry: EntryId; missing: number; why: ShortReason }[]
  blocked: Blocked[]
  /** Assignments by how many of the work's fields the expert knows. Null: no work has any. */
  fit: { none: number; part: number; full: number } | null
  isConnected: boolean
  /** False: the time for planning ended, and a better plan may exist. Absent in plans of older versions, which are all complete. */
  isComplete?: boolean
}

/** The result of a dry run, as it is stored until another one replaces it. */
export interface StoredPlan extends SolvedPlan {
  seed: string
  madeAt: string
  /** Of works, experts, conflicts and assignments when it was made: a different one means that it is stale. */
  inputHash: string
  works: number
  experts: number
  publishedAt?: string
}
