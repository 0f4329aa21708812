import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { activityId, editionId, enrolmentId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'

/** Enrolment states of teams; `none`: the team has not begun its form. */
const teamStates = ['none', ...enrolmentStates] as const

/** A team in the office's search. */
const foundTeam = z.object({
  id: teamId,
  name: z.string(),
  activity: z.object({ id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }),
  timeZone: z.string(),
  captain: z.string().nullable(),
  people: z.int(),
  enrolment: z.object({ id: enrolmentId, state: z.enum(enrolmentStates), number: z.string().nullable() }).nullable(),
  /** Deadline of this team, its extension included. */
  closesAt: z.iso.datetime().nullable(),
  isExtended: z.boolean(),
})
export type FoundTeam = z.infer<typeof foundTeam>

export const findTeams = endpoint({
  method: 'GET',
  path: '/api/teams',
  summary: 'Teams by their name, their number, their people or their enrolment, the newest first; for organisers',
  query: pageQuery.extend({
    search: search.optional(),
    activity: activityId.optional(),
    edition: editionId.optional(),
    state: z.enum(teamStates).optional(),
  }),
  answer: pageOf(foundTeam),
})
