import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { edited, maxOrdered, newOrder, orderAnswer, orderMark, seenVersion, versionQuery } from '../ordering.ts'
import { activityStates } from './competition-values.ts'
import { activityDetail } from './competition.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { picture } from '../files/files.ts'
import { formFields } from '../enrolments/form-fields.ts'
import { activityId, editionId, fileId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedHtml, localizedLine, localizedLines, needed } from '../localized-fields.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { workRules } from '../works/work-rules.ts'

const state = z.enum(activityStates)

/** Part of every enrolment number. */
const code = withWords(z.string().regex(/^[A-Z0-9]{2,6}$/), {
  required: 'validation.activityCode',
  invalid: 'validation.activityCode',
})

const content = z.strictObject({
  code,
  name: needed(localizedLine(100)),
  group: localizedLine(60),
  summary: localizedLines(500),
  body: localizedHtml(100_000),
  requirements: localizedHtml(100_000),
  rules: localizedHtml(100_000),
  cover: fileId.nullable(),
  teamMin: z.int().min(1).max(50),
  teamMax: z.int().min(1).max(50),
  advisorsMax: z.int().min(0).max(10),
  /** Null: no limit. */
  capacity: z.int().min(1).max(1_000_000).nullable(),
  /** Teams that enrol when it is full may join the waiting list. */
  waitingList: z.boolean().default(false),
  fields: formFields,
  workRules,
})
export type ActivityContent = z.infer<typeof content>

const localized = z.partialRecord(z.enum(locales), z.string())

const activityItem = z.object({
  id: activityId,
  editionId,
  code: z.string(),
  name: localized,
  group: localized,
  /** Null until the picture has been processed. */
  coverPicture: picture.nullable(),
  state,
  /** When visitors start to see it; null unless it is scheduled. */
  publishAt: z.iso.datetime().nullable(),
  capacity: z.int().nullable(),
  /** Occupied seats. */
  taken: z.int(),
  /** Teams on the waiting list, and how many of them have a reserved seat. */
  waiting: z.int(),
  offered: z.int(),
  /** Teams that are not deleted. */
  teams: z.int(),
  /** Enrolments that were submitted at least once. */
  enrolments: z.int(),
  ...edited,
})
export type ActivityItem = z.infer<typeof activityItem>

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

/** A question that has answers. */
const answeredField = z.object({
  id: z.string(),
  answers: z.int(),
  /** Whether its type may be changed. */
  type: refusal,
  /** Options that are in use, and why they cannot be removed. */
  options: z.array(z.object({ id: z.string(), why: z.string() })),
})
export type AnsweredField = z.infer<typeof answeredField>

/** The editable source: all languages, and what may be changed. */
const activitySource = activityItem.extend({
  summary: localized,
  body: localized,
  requirements: localized,
  rules: localized,
  cover: fileId.nullable(),
  teamMin: z.int(),
  teamMax: z.int(),
  advisorsMax: z.int(),
  waitingList: z.boolean(),
  fields: formFields,
  workRules,
  /** Parts for which teams have uploaded or typed something, with the number of works: their kind stays. */
  usedParts: z.array(z.object({ id: z.string(), works: z.int() })),
  /** `hide`: moving it back to draft, or rescheduling it for later. */
  may: z.object({
    /** Why the caller may change nothing here; null: they may. */
    save: refusal,
    code: refusal,
    hide: refusal,
    delete: refusal,
  }),
  answered: z.array(answeredField),
})
export type ActivitySource = z.infer<typeof activitySource>

const params = z.strictObject({ id: activityId })

export const listAllActivities = endpoint({
  method: 'GET',
  path: '/api/activities/all',
  summary: 'Activities of one edition, or of all, in every state, for organisers',
  query: pageQuery.extend({ edition: editionId.optional(), state: state.optional(), search: search.optional() }),
  answer: pageOf(activityItem),
})

export const readActivitySource = endpoint({
  method: 'GET',
  path: '/api/activities/:id/source',
  summary: 'The editable source of an activity, with the parts that are in use and cannot be changed',
  params,
  answer: activitySource,
})

export const createActivity = endpoint({
  method: 'POST',
  path: '/api/activities',
  summary: 'Adds an activity at the end of an edition, as a draft',
  idempotent: true,
  body: content.extend({ editionId }),
  answer: activitySource,
})

export const copyActivity = endpoint({
  method: 'POST',
  path: '/api/activities/:id/copies',
  summary: 'Adds a draft with the texts, limits and form of this activity to an edition, the same or another',
  idempotent: true,
  params,
  body: z.strictObject({ editionId, code }),
  answer: activitySource,
})

export const saveActivity = endpoint({
  method: 'PUT',
  path: '/api/activities/:id',
  summary:
    'Saves an activity; refused if somebody else has saved it meanwhile, or if it contradicts what teams have done',
  params,
  body: content.extend({ version: seenVersion }),
  answer: activitySource,
})

export const moveActivity = endpoint({
  method: 'PUT',
  path: '/api/activities/:id/state',
  summary: 'Publishes an activity now or at a given time, archives it, or makes it a draft again',
  params,
  /** `publishAt` is required for the state `scheduled`. */
  body: z.strictObject({ state, version: seenVersion, publishAt: z.iso.datetime().optional() }),
  answer: activitySource,
})

export const deleteActivity = endpoint({
  method: 'DELETE',
  path: '/api/activities/:id',
  summary: 'Deletes a draft that was never published, with its phases; refused if somebody else has saved it meanwhile',
  params,
  query: versionQuery,
  answer: z.object({}),
})

export const previewActivity = endpoint({
  method: 'POST',
  path: '/api/activities/preview',
  summary: 'Preview of an activity in one language, for organisers; nothing is stored',
  body: z.strictObject({ locale: z.enum(locales), editionId, id: activityId.nullable(), content }),
  answer: activityDetail,
})

const orderedActivity = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  state,
})
export type OrderedActivity = z.infer<typeof orderedActivity>

export const readActivityOrder = endpoint({
  method: 'GET',
  path: '/api/activities/order',
  summary: 'All activities of an edition by name, in order, for organisers',
  query: z.strictObject({ edition: editionId }),
  answer: z.object({ list: z.array(orderedActivity), order: orderMark }),
})

export const reorderActivities = endpoint({
  method: 'PUT',
  path: '/api/activities/order',
  summary: 'Sets the order of all activities of an edition; refused if it is not based on the current order',
  body: newOrder(activityId, maxOrdered.activity).extend({ editionId }),
  answer: orderAnswer,
})
