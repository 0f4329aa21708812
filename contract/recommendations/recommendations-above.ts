import { z } from 'zod'
import { lines, search } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { several } from '../enrolments/enrolment-office.ts'
import { activityId, enrolmentId, institutionId, quotaEntryId } from '../ids.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  listDecisions,
  listMarks,
  listStates,
  maxAtOnce,
  maxQuota,
  maxQuotaReason,
  maxQuotasAtOnce,
  maxVerdictReason,
  recommendationLevels,
  rowVerdicts,
  type ListState,
} from './recommendation-values.ts'
import { listReason, listSummary, openList } from './recommendations.ts'

// What the level above does: provinces for their schools, organisers for everybody.

const moment = z.iso.datetime()
const params = z.strictObject({ activity: activityId, institution: institutionId })
const path = '/api/recommendations/:activity/:institution'

const listedBelow = listSummary.omit({ entries: true }).extend({
  /** Display names of officers in office; empty: nobody can hand in. */
  officers: z.array(z.string()),
  remindedAt: moment.nullable(),
})
export type ListedBelow = z.infer<typeof listedBelow>

export const listListsBelow = endpoint({
  method: 'GET',
  path: '/api/recommendations/:activity/lists',
  summary: 'Lists of the institutions below a province, or below the nation for organisers',
  params: z.strictObject({ activity: activityId }),
  query: pageQuery.extend({
    /** A province. Absent: all, for organisers only. */
    above: institutionId.optional(),
    level: z.enum(recommendationLevels).optional(),
    state: several<ListState>(listStates).optional(),
    mark: z.enum(listMarks).optional(),
    search: search.optional(),
  }),
  answer: pageOf(listedBelow).extend({
    counts: z.object({
      draft: z.int(),
      handedIn: z.int(),
      accepted: z.int(),
      returned: z.int(),
      late: z.int(),
    }),
    /** The earlier date that the province `above` has set for its schools; version 0: it has never set one. */
    dateBelow: z.object({ until: moment.nullable(), version: z.int() }).nullable(),
    /** Why the reader sets no such date; null: they may. */
    whyNotSetDate: z.string().nullable(),
    /** Why the reader reminds nobody now; null: they may. */
    whyNotRemind: z.string().nullable(),
    /** Why the reader writes no quotas here; null: they may. */
    whyNotGrantQuota: z.string().nullable(),
  }),
})

export const judgeRows = endpoint({
  method: 'POST',
  path: `${path}/verdicts`,
  summary: 'Verdicts on rows of a list that was handed in; null takes one back',
  params,
  body: z.strictObject({
    version: z.int(),
    verdicts: z
      .array(
        z.strictObject({
          entry: enrolmentId,
          verdict: z.enum(rowVerdicts).nullable(),
          /** Needed unless it passes. */
          reason: lines(maxVerdictReason).optional(),
          /** For `change`: until when the team may change it; at least an hour from now. */
          until: moment.optional(),
        }),
      )
      .min(1)
      .max(maxAtOnce),
  }),
  answer: openList,
})

export const decideList = endpoint({
  method: 'POST',
  path: `${path}/decision`,
  summary: 'Accepts a list once every row has passed or not, or returns it with a reason',
  params,
  body: z.strictObject({
    version: z.int(),
    decision: z.enum(listDecisions),
    /** Needed to return it. */
    reason: listReason.optional(),
    /** Until when a returned list can be handed in again; at least three days if absent. */
    until: moment.optional(),
  }),
  answer: openList,
})

const quotaEntry = z.object({
  id: quotaEntryId,
  amount: z.int(),
  reason: z.string(),
  /** Null: the account was deleted. */
  by: z.string().nullable(),
  at: moment,
})

export const listQuotaEntries = endpoint({
  method: 'GET',
  path: `${path}/quota`,
  summary: 'The ledger of an institution in an activity, the newest first',
  params,
  query: pageQuery,
  answer: pageOf(quotaEntry).extend({ balance: z.int(), recommended: z.int() }),
})

export const grantQuotas = endpoint({
  method: 'POST',
  path: '/api/recommendations/:activity/quotas',
  summary:
    'Adds entries to the ledgers of institutions, all of them or none; no balance falls below what is recommended',
  params: z.strictObject({ activity: activityId }),
  body: z.strictObject({
    quotas: z
      .array(
        z.strictObject({
          institution: institutionId,
          /** Negative: fewer. */
          amount: z
            .int()
            .min(-maxQuota)
            .max(maxQuota)
            .refine((amount) => amount !== 0),
        }),
      )
      .min(1)
      .max(maxQuotasAtOnce),
    reason: lines(maxQuotaReason),
  }),
  answer: z.object({ list: z.array(z.object({ institution: institutionId, balance: z.int() })) }),
  idempotent: true,
})

export const extendList = endpoint({
  method: 'POST',
  path: `${path}/extensions`,
  summary: 'Gives an institution more time for its list',
  params,
  body: z.strictObject({ version: z.int(), until: moment, reason: lines(500) }),
  answer: openList,
})

export const revokeListExtension = endpoint({
  method: 'POST',
  path: `${path}/extensions/revocation`,
  summary: 'Takes the extension of a list back',
  params,
  body: z.strictObject({ version: z.int() }),
  answer: openList,
})

export const setDateBelow = endpoint({
  method: 'PUT',
  path: `${path}/date-below`,
  summary: 'Sets an earlier date for the lists of the schools of a province, or removes it; never a later one',
  params,
  body: z.strictObject({ version: z.int(), until: moment.nullable() }),
  answer: z.object({ until: moment.nullable(), version: z.int() }),
})

export const remindLate = endpoint({
  method: 'POST',
  path: '/api/recommendations/:activity/reminders',
  summary: 'Reminds the officers of exactly those institutions whose lists are not handed in, each once a day at most',
  params: z.strictObject({ activity: activityId }),
  body: z.strictObject({
    /** A province. Absent: the highest level, for organisers only. */
    above: institutionId.optional(),
    /** Absent: all whose list is late or due within three days. */
    institutions: z.array(institutionId).min(1).max(maxAtOnce).optional(),
  }),
  answer: z.object({ reminded: z.int(), skipped: z.int(), /** Nobody is in office there. */ withoutOfficer: z.int() }),
  idempotent: true,
})
