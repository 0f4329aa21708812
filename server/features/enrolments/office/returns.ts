import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deadlinesOfTeams } from '../../competition/service.ts'
import { resubmitByOf } from '../../teams/service.ts'

interface Row {
  state: EnrolmentState
  resubmitBy: Date | null
  activity: { id: ActivityId }
  team: { id: TeamId }
}

/** The same rows with the current deadline for resubmission: null unless returned. */
export const withResubmitBy = async <R extends Row>(ctx: Pick<Ctx, 'db'>, rows: readonly R[]): Promise<R[]> => {
  const returned = rows.filter(({ state }) => state === 'returned')
  if (returned.length === 0) return rows.map((row) => ({ ...row, resubmitBy: null }))
  const deadlines = await deadlinesOfTeams(
    ctx,
    returned.map(({ team, activity }) => ({ id: team.id, activity })),
  )
  return rows.map((row) => ({
    ...row,
    resubmitBy:
      row.state === 'returned' ? resubmitByOf({ enrolment: row, deadlines: deadlines.get(row.team.id)! }) : null,
  }))
}
