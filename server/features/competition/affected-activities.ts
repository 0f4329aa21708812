import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'

// Which activities a step of an organiser is about: whoever takes part in one of them may not take it.

export const oneActivity = ({ id }: { id: ActivityId }): SQL => sql`select ${id}::uuid`

export const activitiesOfEdition = ({ id }: { id: EditionId }): SQL =>
  sql`select activity.id from activity where activity.edition_id = ${id}`

/** Another edition becomes the current one. */
export const activitiesOfEditionAndCurrent = ({ id }: { id: EditionId }): SQL => sql`
  select activity.id from activity join edition on edition.id = activity.edition_id
  where edition.id = ${id} or edition.current
`

interface Place {
  editionId: EditionId
  activityId: ActivityId | null
  kind: PhaseKind
}

/** The activity of a phase, or those of the edition that have no phase of their own. */
export const activitiesGoverned = ({ editionId, activityId, kind }: Place): SQL =>
  activityId
    ? sql`select ${activityId}::uuid`
    : sql`
        select activity.id from activity
        where activity.edition_id = ${editionId} and not exists (
          select from phase as own where own.activity_id = activity.id and own.kind = ${kind}
        )
      `

/** The same of a stored phase. */
export const activitiesOfPhase = ({ id }: { id: PhaseId }): SQL => sql`
  select activity.id from phase join activity
    on activity.id = phase.activity_id
    or phase.activity_id is null and activity.edition_id = phase.edition_id and not exists (
      select from phase as own where own.activity_id = activity.id and own.kind = phase.kind
    )
  where phase.id = ${id}
`
