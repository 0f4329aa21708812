import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { SheetNote } from '@lectern/contract/review/review.ts'
import type { FlagKind } from '@lectern/contract/review/review-values.ts'

/** Points by criterion, in the order of the rules. */
export interface ListedSheet {
  points: number[]
  comment?: string
  remark?: string
}

/** The sheets of a work; its experts take them in the order of their usernames, the demo's expert last. */
export interface ListedWork {
  team: string
  sheets: ListedSheet[]
}

/** rounds.json. People are usernames, works the names of their teams. */
export interface ListedRounds {
  rules: unknown
  /** Last year's, settled. Its panels begin with their chairs. */
  former: {
    name: LocalizedText
    panels: { name: string; members: string[] }[]
    conflict: { team: string; reason: string }
    flag: { team: string; kind: FlagKind; text: string; answer: string }
    thirdFor: string
    works: ListedWork[]
  }
  /** This year's, open. */
  current: {
    name: LocalizedText
    /** How many works each expert has judged, and how many of the next ones are drafts. */
    progress: Record<string, [finished: number, drafts: number]>
    /** Everybody but the demo's expert has judged it, and they disagree. */
    farApart: string
    conflict: { expert: string; reason: string }
    flag: { expert: string; kind: FlagKind; text: string }
    notes: SheetNote[]
    works: ListedWork[]
  }
  /** This year's, being set up. */
  draft: { name: LocalizedText; accepted: string[]; invited: string[] }
  fields: Record<string, ExpertField[]>
}
