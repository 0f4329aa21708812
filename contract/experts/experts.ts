import { z } from 'zod'
import { search } from '../accounts/account-fields.ts'
import { edited, maxOrdered, newOrder, orderAnswer, orderMark, seenVersion, versionQuery } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { expertFields, expertSorts, expertStates } from './expert-values.ts'
import { picture } from '../files/files.ts'
import { accountId, expertId, fileId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, localizedLines, needed } from '../localized-fields.ts'
import { pageOf, pageQuery } from '../paging.ts'

const field = z.enum(expertFields)
const state = z.enum(expertStates)

/** A profile as visitors see it. All texts are in the language of the name. */
const shownExpert = z.object({
  id: expertId,
  name: z.string(),
  title: z.string(),
  school: z.string(),
  bio: z.string(),
  locale: z.enum(locales),
  fields: z.array(field),
  photo: picture.nullable(),
})
export type ShownExpert = z.infer<typeof shownExpert>

export const listExperts = endpoint({
  method: 'GET',
  path: '/api/experts',
  summary: 'The experts of the contest, in order',
  query: pageQuery.extend({ field: field.optional(), search: search.optional() }),
  answer: pageOf(shownExpert),
})

const content = z.strictObject({
  name: needed(localizedLine(60)),
  title: localizedLine(100),
  school: localizedLine(100),
  bio: localizedLines(3_000),
  fields: z
    .array(field)
    .max(expertFields.length)
    .transform((fields) => expertFields.filter((option) => fields.includes(option))),
  photo: fileId.nullable(),
  /** Must be an account with the access `expert`. */
  accountId: accountId.nullable(),
})
export type ExpertContent = z.infer<typeof content>

const localized = z.partialRecord(z.enum(locales), z.string())

const expertItem = z.object({
  id: expertId,
  name: localized,
  title: localized,
  school: localized,
  fields: z.array(field),
  /** Null until the picture has been processed. */
  photoPicture: picture.nullable(),
  state,
  /** The linked account, if there is one. */
  account: z.object({ uid: accountId, username: z.string() }).nullable(),
  ...edited,
})
export type ExpertItem = z.infer<typeof expertItem>

const expert = expertItem.extend({ bio: localized, photo: fileId.nullable() })
export type Expert = z.infer<typeof expert>

const params = z.strictObject({ id: expertId })

export const listAllExperts = endpoint({
  method: 'GET',
  path: '/api/experts/all',
  summary: 'Experts in every state, for organisers',
  query: pageQuery.extend({
    field: field.optional(),
    state: state.optional(),
    search: search.optional(),
    sort: z.enum(expertSorts).default('position'),
  }),
  answer: pageOf(expertItem),
})

export const readExpert = endpoint({
  method: 'GET',
  path: '/api/experts/:id',
  summary: 'The editable source of an expert, for organisers',
  params,
  answer: expert,
})

export const createExpert = endpoint({
  method: 'POST',
  path: '/api/experts',
  summary: 'Adds an expert at the end, as a draft',
  idempotent: true,
  body: content,
  answer: expert,
})

export const saveExpert = endpoint({
  method: 'PUT',
  path: '/api/experts/:id',
  summary: 'Saves an expert; refused if somebody else has saved it meanwhile',
  params,
  body: content.extend({ version: seenVersion }),
  answer: expert,
})

export const moveExpert = endpoint({
  method: 'PUT',
  path: '/api/experts/:id/state',
  summary: 'Publishes an expert, archives one, or makes one a draft again',
  params,
  body: z.strictObject({ state, version: seenVersion }),
  answer: expert,
})

const orderedExpert = z.object({ id: expertId, name: z.string(), locale: z.enum(locales), state })
export type OrderedExpert = z.infer<typeof orderedExpert>

export const readExpertOrder = endpoint({
  method: 'GET',
  path: '/api/experts/order',
  summary: 'All experts by name, in order, for organisers',
  answer: z.object({ list: z.array(orderedExpert), order: orderMark }),
})

export const reorderExperts = endpoint({
  method: 'PUT',
  path: '/api/experts/order',
  summary: 'Sets the order of all experts; refused if it is not based on the current order',
  body: newOrder(expertId, maxOrdered.expert),
  answer: orderAnswer,
})

export const deleteExpert = endpoint({
  method: 'DELETE',
  path: '/api/experts/:id',
  summary: 'Deletes an expert; refused if somebody else has saved it meanwhile',
  params,
  query: versionQuery,
  answer: z.object({}),
})
