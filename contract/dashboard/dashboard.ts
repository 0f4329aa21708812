import { z } from 'zod'
import { phaseKinds } from '../competition/competition-values.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { activityId, editionId } from '../ids.ts'
import { locales } from '../locales.ts'

const count = z.int()
const named = { id: activityId, code: z.string(), name: z.string(), locale: z.enum(locales) }

/** Number of enrolments in each state. */
const counts = z.object(Object.fromEntries(enrolmentStates.map((state) => [state, count]))) as z.ZodObject<
  Record<(typeof enrolmentStates)[number], z.ZodInt>
>

const dashboard = z.object({
  /** Null if no edition has been made current. */
  edition: z
    .object({
      id: editionId,
      year: z.int(),
      name: z.string(),
      locale: z.enum(locales),
      timeZone: z.string(),
    })
    .nullable(),
  states: counts,
  /** Number of teams at each step, by stage. */
  steps: z.array(
    z.object({
      /** The message is `office.dashboard.step.<step>`. */
      step: z.enum(['unstarted', ...enrolmentStates]),
      count,
      /** Link to the list of exactly the counted teams. */
      link: z.string(),
      /** Organisers have to act. */
      isWaiting: z.boolean(),
    }),
  ),
  /** Submissions per day since enrolment opened, in the edition's time zone. */
  days: z.array(z.object({ day: z.iso.date(), count })),
  activities: z.array(z.object({ ...named, capacity: z.int().nullable(), taken: count, states: counts })),
  /** Province of the captain; null: unknown. The largest count comes first. */
  provinces: z.array(z.object({ province: z.string().nullable(), count })),
  /** Schools that they are from, each counted once, however it is spelled. */
  institutions: count,
  /** What opens or closes next, the nearest first. */
  next: z.array(
    z.object({
      what: z.enum(['opens', 'closes']),
      kind: z.enum(phaseKinds),
      /** Null: a phase of the whole edition. */
      activity: z.object(named).nullable(),
      at: z.iso.datetime(),
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>

export const readDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Statistics of the current edition, for organisers: enrolments by state, day, activity and province',
  answer: dashboard,
})
