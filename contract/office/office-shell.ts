import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { activityId } from '../ids.ts'
import { locales } from '../locales.ts'
import { firstSteps, officeHitKinds } from './office-values.ts'

/** By the name that a part of the program gives its count. */
const officeCounts = z.record(z.string(), z.int())
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
    /** The first activity that is not published yet; null: there is none. */
    draft: activityId.nullable(),
    /** Number of items that are still unchanged demo content. */
    demoLeft: z.int(),
  }),
})
