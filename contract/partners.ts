import { z } from 'zod'
import { edited, maxOrdered, newOrder, orderAnswer, orderMark, seenVersion, versionQuery } from './ordering.ts'
import { endpoint } from './endpoint.ts'
import { partnerRoles } from './expert-values.ts'
import { picture } from './files.ts'
import { fileId, partnerId } from './ids.ts'
import { locales } from './locales.ts'
import { link, localizedLine, needed } from './localized-fields.ts'
import { pageOf, shortListQuery } from './paging.ts'

const partnerRole = z.enum(partnerRoles)

/** A partner as visitors see it. */
export const shownPartner = z.object({
  id: partnerId,
  role: partnerRole,
  name: z.string(),
  locale: z.enum(locales),
  link: z.string().nullable(),
  logo: picture.nullable(),
})
export type ShownPartner = z.infer<typeof shownPartner>

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/partners',
  summary: 'Hosts, organisers, partners and media, in order',
  query: shortListQuery.extend({ role: partnerRole.optional() }),
  answer: pageOf(shownPartner),
})

const content = z.strictObject({
  role: partnerRole,
  name: needed(localizedLine(100)),
  link: link.nullable(),
  logo: fileId.nullable(),
  visible: z.boolean(),
})

const partner = z.object({
  id: partnerId,
  role: partnerRole,
  name: z.partialRecord(z.enum(locales), z.string()),
  link: z.string().nullable(),
  logo: fileId.nullable(),
  /** Null until the picture has been processed. */
  logoPicture: picture.nullable(),
  visible: z.boolean(),
  ...edited,
})
export type Partner = z.infer<typeof partner>
export type PartnerContent = z.infer<typeof content>

const params = z.strictObject({ id: partnerId })

export const listAllPartners = endpoint({
  method: 'GET',
  path: '/api/partners/all',
  summary: 'All partners in order, for organisers',
  answer: z.object({ list: z.array(partner), order: orderMark }),
})

export const readPartner = endpoint({
  method: 'GET',
  path: '/api/partners/:id',
  summary: 'The editable source of a partner, for organisers',
  params,
  answer: partner,
})

export const createPartner = endpoint({
  method: 'POST',
  path: '/api/partners',
  summary: 'Adds a partner at the end',
  idempotent: true,
  body: content,
  answer: partner,
})

export const savePartner = endpoint({
  method: 'PUT',
  path: '/api/partners/:id',
  summary: 'Saves a partner; refused if somebody else has saved it meanwhile',
  params,
  body: content.extend({ version: seenVersion }),
  answer: partner,
})

export const switchPartner = endpoint({
  method: 'PUT',
  path: '/api/partners/:id/visible',
  summary: 'Shows a partner or hides it',
  params,
  body: z.strictObject({ visible: z.boolean(), version: seenVersion }),
  answer: partner,
})

export const reorderPartners = endpoint({
  method: 'PUT',
  path: '/api/partners/order',
  summary: 'Sets the order of all partners; refused if it is not based on the current order',
  body: newOrder(partnerId, maxOrdered.partner),
  answer: orderAnswer,
})

export const deletePartner = endpoint({
  method: 'DELETE',
  path: '/api/partners/:id',
  summary: 'Deletes a partner; refused if somebody else has saved it meanwhile',
  params,
  query: versionQuery,
  answer: z.object({}),
})
