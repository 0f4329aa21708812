import { listTeamRecommendations } from '@lectern/contract/recommendations/team-recommendation.ts'
import type { Client } from '../../request/client.ts'

/** Until when a level wants the entry of a team changed; null: none does, or that time has passed. */
export const readChangeDate = async (client: Client, teamId: string): Promise<string | null> => {
  try {
    const { list } = await client(listTeamRecommendations, undefined, { skipErrorHandler: true })
    const entry = list.find((each) => each.teamId === teamId)
    return entry?.standing === 'change' && entry.until !== null && Date.parse(entry.until) > Date.now()
      ? entry.until
      : null
  } catch {
    // The end of the phase is shown instead.
    return null
  }
}

/** Of two ends, the earlier one: a level may want a change before the phase ends. */
export const earlierEnd = (due: string | null, changeBy: string | null): string | null =>
  changeBy !== null && (due === null || Date.parse(changeBy) < Date.parse(due)) ? changeBy : due
