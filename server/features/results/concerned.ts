import type { ActivityId, ResultDecisionId, ResultListId } from '@lectern/contract/ids.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { forOthers } from '../steps/service.ts'

// Whoever takes part in an activity neither decides on its results nor sees them before everybody does.

export const resultsOfOthers = forOthers(({ id }: { id: ActivityId }) => sql`select ${id}::uuid`)

export const listsOfOthers = forOthers(
  ({ id }: { id: ResultListId }) => sql`select result_list.activity_id from result_list where result_list.id = ${id}`,
)

export const decisionsOfOthers = forOthers(
  ({ id }: { id: ResultDecisionId }) =>
    sql`select result_decision.activity_id from result_decision where result_decision.id = ${id}`,
)
