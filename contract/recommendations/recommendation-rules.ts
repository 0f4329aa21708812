import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { activityId, editionId, institutionId } from '../ids.ts'
import { locales } from '../locales.ts'
import { recommendationLevels, recommendedBys, recommendedThings } from './recommendation-values.ts'

const moment = z.iso.datetime()

/** What is recommended in an activity, and by whom. */
const rules = z.strictObject({
  thing: z.enum(recommendedThings),
  by: z.enum(recommendedBys),
  /** Provinces write the quotas of their schools; otherwise the organisers do. */
  provincesWriteQuotas: z.boolean(),
  /** Handing in needs a scan of the stamped summary. */
  needsScan: z.boolean(),
})

const params = z.strictObject({ id: activityId })

const editedRules = rules.extend({
  /** 0: never saved. */
  version: z.int(),
  timeZone: z.string(),
  /** Lists that were handed in: `thing` and `by` stay. */
  handedIn: z.int(),
  /** Why the reader may not change `thing` and `by`; null: they may. */
  whyNotLevels: z.string().nullable(),
  /** Why the reader changes nothing here; null: they may. */
  whyNot: z.string().nullable(),
  /** The phases of the levels as they apply to this activity; a level without one has no dates yet. */
  phases: z.array(z.object({ level: z.enum(recommendationLevels), opensAt: moment, closesAt: moment })),
})
export type EditedRecommendationRules = z.infer<typeof editedRules>

export const readRecommendationRules = endpoint({
  method: 'GET',
  path: '/api/activities/:id/recommendation',
  summary: 'What institutions recommend in an activity, for organisers',
  params,
  answer: editedRules,
})

export const saveRecommendationRules = endpoint({
  method: 'PUT',
  path: '/api/activities/:id/recommendation',
  summary: 'Says what institutions recommend in an activity; refused if somebody else has saved it meanwhile',
  params,
  body: rules.extend({ version: z.int().min(0) }),
  answer: editedRules,
})

/** An activity with levels. */
const recommendingActivity = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  ...rules.shape,
})

export const listRecommendingActivities = endpoint({
  method: 'GET',
  path: '/api/recommendations/activities',
  summary:
    'The activities of an edition in which institutions recommend, for organisers; the current edition if none is named',
  query: z.strictObject({ edition: editionId.optional() }),
  answer: z.object({ list: z.array(recommendingActivity) }),
})
export type RecommendingActivity = z.infer<typeof recommendingActivity>

const provinceProgress = z.object({
  /** Null: institutions that belong to no province. */
  institution: z.object({ id: institutionId, name: z.string() }).nullable(),
  /** Institutions below that have entries or a list. */
  schools: z.int(),
  /** Lists of schools by state; schools with entries but no list count as draft. */
  draft: z.int(),
  handedIn: z.int(),
  accepted: z.int(),
  returned: z.int(),
  late: z.int(),
  /** Of the schools. */
  quota: z.int(),
  recommended: z.int(),
  /** Entries of the province that were submitted. */
  entries: z.int(),
  /** The province's own list; null: it has none. */
  own: z
    .object({
      state: z.enum(['draft', 'handedIn', 'accepted', 'returned']),
      quota: z.int(),
      recommended: z.int(),
      isLate: z.boolean(),
    })
    .nullable(),
})
export type ProvinceProgress = z.infer<typeof provinceProgress>

export const readRecommendationProgress = endpoint({
  method: 'GET',
  path: '/api/recommendations/:activity/progress',
  summary: 'How far the institutions of each province are with their lists, for organisers',
  params: z.strictObject({ activity: activityId }),
  answer: z.object({ list: z.array(provinceProgress) }),
})
