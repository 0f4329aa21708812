import { z } from 'zod'
import { search } from './account-fields.ts'
import { endpoint } from './endpoint.ts'
import { locales } from './locales.ts'
import { firstSteps, officeHitKinds } from './office-values.ts'

const officeCounts = z.object({
  /** Submitted enrolments of the current edition that wait for a decision. */
  enrolments: z.int(),
  /** Submitted works of the current edition that wait for the formal check. */
  works: z.int(),
  /** Result lists that wait for the caller: to be confirmed, or to be made final. */
  results: z.int(),
  /** Objections and appeals that are not decided. */
  cases: z.int(),
  /** Requests for another spelling of a name on certificates that are not decided. */
  certificates: z.int(),
  /** Messages that are neither answered nor closed. */
  messages: z.int(),
  /** Letters that could not be delivered. */
  outbox: z.int(),
  /** Background tasks that have failed for good. */
  tasks: z.int(),
})
export type OfficeCounts = z.infer<typeof officeCounts>

export const readOfficeCounts = endpoint({
  method: 'GET',
  path: '/api/office/counts',
  summary: 'Counts of open work for the office menu; each is at most 100',
  answer: officeCounts,
})

const officeHit = z.object({
  kind: z.enum(officeHitKinds),
  id: z.string(),
  title: z.string(),
  /** Distinguishes hits with the same title. */
  detail: z.string(),
  /** The language of the title, where it is a text in several languages. */
  locale: z.enum(locales).nullable(),
  /** The kind of an article, which decides where it is edited. */
  variant: z.string().nullable(),
})
export type OfficeHit = z.infer<typeof officeHit>

export const findInOffice = endpoint({
  method: 'GET',
  path: '/api/office/search',
  summary: 'Finds enrolments, teams, members, activities, articles, materials and experts, five of each at most',
  query: z.strictObject({ q: search.min(1) }),
  answer: z.object({ list: z.array(officeHit) }),
})

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/api/office/first-steps',
  summary: 'The remaining setup steps of a new site, for organisers',
  answer: z.object({
    steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
    /** Number of items that are still unchanged demo content. */
    demoLeft: z.int(),
  }),
})
