import { z } from 'zod'
import { edited, maxOrdered, newOrder, orderAnswer, orderMark, seenVersion, versionQuery } from './ordering.ts'
import { bannerStandings } from './banner-values.ts'
import { endpoint } from './endpoint.ts'
import { picture } from './files.ts'
import { bannerId, fileId } from './ids.ts'
import { locales } from './locales.ts'
import { link, localizedLine, needed } from './localized-fields.ts'
import { pageOf, shortListQuery } from './paging.ts'

/** A banner as visitors see it. All texts are in the language of its title. */
export const shownBanner = z.object({
  id: bannerId,
  title: z.string(),
  alt: z.string(),
  locale: z.enum(locales),
  link: z.string().nullable(),
  /** `wide` is for desktop screens, `narrow` for phones. */
  wide: picture,
  narrow: picture,
})
export type ShownBanner = z.infer<typeof shownBanner>

export const listBanners = endpoint({
  method: 'GET',
  path: '/api/banners',
  summary: 'The banners that are visible now, in order',
  query: shortListQuery,
  answer: pageOf(shownBanner),
})

const content = z.strictObject({
  title: needed(localizedLine(100)),
  alt: needed(localizedLine(200)),
  link: link.nullable(),
  wide: fileId,
  narrow: fileId,
  /** Visible from `opensAt` until before `closesAt`. */
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  visible: z.boolean(),
})

const localized = z.partialRecord(z.enum(locales), z.string())

const banner = z.object({
  id: bannerId,
  title: localized,
  alt: localized,
  link: z.string().nullable(),
  wide: fileId,
  narrow: fileId,
  /** Null until the picture has been processed. */
  widePicture: picture.nullable(),
  narrowPicture: picture.nullable(),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  visible: z.boolean(),
  standing: z.enum(bannerStandings),
  ...edited,
})
export type Banner = z.infer<typeof banner>
export type BannerContent = z.infer<typeof content>

const params = z.strictObject({ id: bannerId })

export const listAllBanners = endpoint({
  method: 'GET',
  path: '/api/banners/all',
  summary: 'All banners in order, for organisers',
  answer: z.object({ list: z.array(banner), order: orderMark }),
})

export const readBanner = endpoint({
  method: 'GET',
  path: '/api/banners/:id',
  summary: 'The editable source of a banner, for organisers',
  params,
  answer: banner,
})

export const createBanner = endpoint({
  method: 'POST',
  path: '/api/banners',
  summary: 'Adds a banner at the end',
  idempotent: true,
  body: content,
  answer: banner,
})

export const saveBanner = endpoint({
  method: 'PUT',
  path: '/api/banners/:id',
  summary: 'Saves a banner; refused if somebody else has saved it meanwhile',
  params,
  body: content.extend({ version: seenVersion }),
  answer: banner,
})

export const switchBanner = endpoint({
  method: 'PUT',
  path: '/api/banners/:id/visible',
  summary: 'Switches a banner on or off',
  params,
  body: z.strictObject({ visible: z.boolean(), version: seenVersion }),
  answer: banner,
})

export const reorderBanners = endpoint({
  method: 'PUT',
  path: '/api/banners/order',
  summary: 'Sets the order of all banners; refused if it is not based on the current order',
  body: newOrder(bannerId, maxOrdered.banner),
  answer: orderAnswer,
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/api/banners/:id',
  summary: 'Deletes a banner; refused if somebody else has saved it meanwhile',
  params,
  query: versionQuery,
  answer: z.object({}),
})
