import type {
  createBanner,
  deleteBanner,
  listAllBanners,
  readBanner,
  reorderBanners,
  saveBanner,
  switchBanner,
} from '@lectern/contract/banners.ts'
import { reach } from '../../request/client.ts'

export const allBanners = reach<typeof listAllBanners>('GET', '/api/banners/all')
export const bannerDetails = reach<typeof readBanner>('GET', '/api/banners/:id')
export const bannerCreation = reach<typeof createBanner>('POST', '/api/banners')
export const bannerChange = reach<typeof saveBanner>('PUT', '/api/banners/:id')
export const bannerSwitch = reach<typeof switchBanner>('PUT', '/api/banners/:id/visible')
export const bannerOrder = reach<typeof reorderBanners>('PUT', '/api/banners/order')
export const bannerDeletion = reach<typeof deleteBanner>('DELETE', '/api/banners/:id')
