import { z } from 'zod'
import { orderedEndpoints } from '../ordered-endpoints.ts'
import { edited, maxOrdered } from '../ordering.ts'
import { bannerStandings } from './banner-values.ts'
import { endpoint } from '../endpoint.ts'
import { picture } from '../files/files.ts'
import { bannerId, fileId } from '../ids.ts'
import { locales } from '../locales.ts'
import { link, localizedLine, needed } from '../localized-fields.ts'
import { pageOf, shortListQuery } from '../paging.ts'

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

const endpoints = orderedEndpoints({
  one: 'banner',
  many: 'banners',
  id: bannerId,
  max: maxOrdered.banner,
  content,
  item: banner,
})
export const listAllBanners = endpoints.listAll
export const readBanner = endpoints.read
export const createBanner = endpoints.create
export const saveBanner = endpoints.save
export const switchBanner = endpoints.switch
export const reorderBanners = endpoints.reorder
export const deleteBanner = endpoints.delete
