import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import type { FormField } from '@lectern/contract/form-fields.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/work-rules.ts'
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
