import type { EditionCheck, PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { definePort } from '../../platform/ports.ts'
import type { ActivityUse } from './policy.ts'

/** What teams have done in activities. */
export const activityUses = definePort<{
  /** `forms`: the current form and the new one. */
  useOf: (
    ctx: Ctx,
    id: ActivityId,
    ...forms: readonly (readonly FormField[])[]
  ) => Promise<Omit<ActivityUse, 'usedParts'>>
  /** SQL for the activity in a statement: its number of teams, and how many of them have submitted. */
  counts: { teams: SQL<number>; enrolments: SQL<number> }
}>('the use of activities')

/** Parts of an activity's works for which teams have uploaded or typed something, with the number of works. */
export interface PartUse {
  id: string
  works: number
}

export const partUses = definePort<(db: Database, id: ActivityId) => Promise<PartUse[]>>('the use of parts')

export interface ChangedWorkRules {
  activity: { id: ActivityId; name: LocalizedText }
  before: WorkRules
  after: WorkRules
}

/** The rules of works of an activity have changed: what lists show about its works is computed again. */
export const workRulesChanged =
  definePort<(ctx: Ctx, changed: ChangedWorkRules) => Promise<void>>('changed rules of works')

/**
 * What has really happened in activities. Selects of each activity its id, the kind of a phase, since when it really takes place, and
 * until when or null: rounds for `review` (null: none is open), the newest notice for `publicity`, the announcement for `results`.
 */
export const activityProgress = definePort<(now: Date) => SQL>('the progress of activities')

/** Something with times of its own that should lie within a phase: a round, a result list. */
export interface DatedThing {
  what: 'round' | 'list'
  id: string
  name: LocalizedText
  activities: readonly ActivityId[]
  /** Null: not set, or not to be changed any more. */
  opensAt: Date | null
  closesAt: Date | null
  /** It can follow the phase. */
  isMovable: boolean
}

/** What should lie within phases of one kind, and has not ended. */
export const datedThings = definePort<{
  kind: PhaseKind
  list: (ctx: Ctx, editionId: EditionId) => Promise<DatedThing[]>
  /** Moves something that is movable. Requires a transaction with the exclusive lock on the edition rules. */
  move: (ctx: Ctx, id: string, window: { opensAt: Date | null; closesAt: Date | null }) => Promise<void>
}>('what lies within a phase')

export interface UndoneTeams {
  drafts: number
  unstarted: number
  extended: number
}

/** A stage in which teams submit something during phases of one kind. */
export const stageProgress = definePort<{
  kind: PhaseKind
  /** Teams of some activities that have not submitted; separately, those whose extension ends after the given end. */
  countUndone: (db: Database, activities: readonly ActivityId[], end: Date | undefined) => Promise<UndoneTeams>
}>('the progress of a stage')

interface CopiedEdition {
  id: EditionId
  year: number
  timeZone: string
}

/** Activities that were copied within an edition or to another one: from each, its copy. */
export interface ActivityCopies {
  from: CopiedEdition
  to: CopiedEdition
  activities: ReadonlyMap<ActivityId, ActivityId>
}

/** Activities were copied: a stage copies what organisers have set up for them. */
export const activitiesCopied = definePort<(ctx: Ctx, copies: ActivityCopies) => Promise<void>>('copies of activities')

/** Things of an edition that one check found. */
export interface CheckResult {
  check: EditionCheck
  names: LocalizedText[]
  link: string
}

export interface CheckedEdition {
  id: EditionId
  /** Of the edition before it, whose texts may have been copied; undefined: it is the first. */
  earlierYear: number | undefined
}

/** What a later stage checks before an edition begins. */
export const editionCheck =
  definePort<(ctx: Ctx, edition: CheckedEdition) => Promise<CheckResult>>('checks of an edition')
