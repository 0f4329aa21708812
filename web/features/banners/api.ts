import type {
  createBanner,
  deleteBanner,
  listAllBanners,
  readBanner,
  reorderBanners,
  saveBanner,
  switchBanner,
} from '@lectern/contract/banners.ts'
import { endpoint } from '../../request/client.ts'

export const allBanners = endpoint<typeof listAllBanners>('GET', '/api/banners/all')
export const bannerDetails = endpoint<typeof readBanner>('GET', '/api/banners/:id')
export const bannerCreation = endpoint<typeof createBanner>('POST', '/api/banners')
export const bannerChange = endpoint<typeof saveBanner>('PUT', '/api/banners/:id')
export const bannerSwitch = endpoint<typeof switchBanner>('PUT', '/api/banners/:id/visible')
export const bannerOrder = endpoint<typeof reorderBanners>('PUT', '/api/banners/order')
export const bannerDeletion = endpoint<typeof deleteBanner>('DELETE', '/api/banners/:id')
