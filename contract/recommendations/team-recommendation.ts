import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { teamId } from '../ids.ts'
import { entryStandings, recommendationLevels, recommendedThings } from './recommendation-values.ts'

/** Where an entry stands, as its team sees it. Ranks, remarks and quotas are not told. */
const teamRecommendation = z.object({
  teamId,
  thing: z.enum(recommendedThings),
  standing: z.enum(entryStandings),
  /** The level that has it, or that decided last. */
  level: z.enum(recommendationLevels).nullable(),
  /** That institution; null: the organisers, or the team has none. */
  institution: z.string().nullable(),
  /** Until when the level hands in its list, or the team changes the entry. */
  until: z.iso.datetime().nullable(),
  timeZone: z.string(),
  reason: z.string().nullable(),
  /** The officer to ask; null: nobody is in office. */
  contact: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
})
export type TeamRecommendation = z.infer<typeof teamRecommendation>

export const listTeamRecommendations = endpoint({
  method: 'GET',
  path: '/api/account/team-recommendations',
  summary:
    'Where the entries of the current user stand with their institutions; teams of activities without levels are left out',
  answer: z.object({ list: z.array(teamRecommendation) }),
})
