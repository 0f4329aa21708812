import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { deadlinesOfTeams, runningActivities } from '../competition/service.ts'
import { resubmitByOf } from '../teams/service.ts'

interface Row {
  state: EnrolmentState
  resubmitBy: Date | null
  activity: { id: ActivityId }
  team: { id: TeamId }
}

/** The same rows, each with the moment until which it may be sent again as things stand now: null unless it was returned. */
export const withResubmitBy = async <R extends Row>(ctx: Ctx, rows: readonly R[]): Promise<R[]> => {
  const returned = rows.filter(({ state }) => state === 'returned')
  if (returned.length === 0) return rows.map((row) => ({ ...row, resubmitBy: null }))
  const activities = await runningActivities(ctx, [...new Set(returned.map(({ activity }) => activity.id))])
  const teams = returned.flatMap(({ team, activity }) => {
    const running = activities.get(activity.id)
    return running ? [{ id: team.id, activity: running }] : []
  })
  const deadlines = await deadlinesOfTeams(ctx, teams, 'enrolment')
  return rows.map((row) => ({
    ...row,
    resubmitBy: resubmitByOf({ enrolment: row, deadline: deadlines.get(row.team.id) }),
  }))
}
