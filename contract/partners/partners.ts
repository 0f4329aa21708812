import { z } from 'zod'
import { orderedEndpoints } from '../ordered-endpoints.ts'
import { edited, maxOrdered } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { partnerRoles } from '../experts/expert-values.ts'
import { picture } from '../files/files.ts'
import { fileId, partnerId } from '../ids.ts'
import { locales } from '../locales.ts'
import { link, localizedLine, needed } from '../localized-fields.ts'
import { pageOf, shortListQuery } from '../paging.ts'

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

const endpoints = orderedEndpoints({
  one: 'partner',
  many: 'partners',
  id: partnerId,
  max: maxOrdered.partner,
  content,
  item: partner,
})
export const listAllPartners = endpoints.listAll
export const readPartner = endpoints.read
export const createPartner = endpoints.create
export const savePartner = endpoints.save
export const switchPartner = endpoints.switch
export const reorderPartners = endpoints.reorder
export const deletePartner = endpoints.delete
