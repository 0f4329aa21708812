import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { accountId, activityId } from '../ids.ts'
import { locales } from '../locales.ts'
import { duties, maxActivities } from './duty-values.ts'

const namedActivity = z.object({ id: activityId, year: z.int(), name: z.string(), locale: z.enum(locales) })

const heldDuties = {
  duties: z.array(z.enum(duties)),
  /** The activities to which the duty `contest` is limited; null: none, it is for all of them. */
  activities: z.array(namedActivity).nullable(),
}

export const listOrganisers = endpoint({
  method: 'GET',
  path: '/api/organisers',
  summary: 'Active organisers and what they look after, for all organisers',
  answer: z.object({
    list: z.array(z.object({ uid: accountId, username: z.string(), name: z.string(), ...heldDuties })),
  }),
})
export type Organiser = z.infer<typeof listOrganisers.answer>['list'][number]

const dutiesAnswer = z.object({
  ...heldDuties,
  /** That of the account. */
  version: z.int(),
  /** Activities to which the duty `contest` can be limited: those of the current edition and those named already. */
  choices: z.array(namedActivity),
  /** Why the reader does not change them; null: they may. */
  whyNot: z.string().nullable(),
})
export type OrganiserDuties = z.infer<typeof dutiesAnswer>

const params = z.strictObject({ uid: accountId })

export const readDuties = endpoint({
  method: 'GET',
  path: '/api/organisers/:uid/duties',
  summary: 'What an organiser looks after',
  params,
  answer: dutiesAnswer,
})

export const changeDuties = endpoint({
  method: 'PUT',
  path: '/api/organisers/:uid/duties',
  summary: 'Changes what another organiser looks after, from their next request on; the organiser is notified',
  params,
  body: z.strictObject({
    duties: z
      .array(z.enum(duties))
      .min(1)
      .max(duties.length)
      .overwrite((chosen) => duties.filter((duty) => chosen.includes(duty))),
    activities: z
      .array(activityId)
      .min(1)
      .max(maxActivities)
      .overwrite((ids) => [...new Set(ids)].toSorted())
      .nullable(),
    version: z.int(),
  }),
  answer: dutiesAnswer,
})
