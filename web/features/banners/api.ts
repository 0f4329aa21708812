import type * as contract from '@lectern/contract/banners.ts'
import { endpoint } from '../../request/client.ts'

export const listAllBanners = endpoint<typeof contract.listAllBanners>('GET', '/api/banners/all')
export const readBanner = endpoint<typeof contract.readBanner>('GET', '/api/banners/:id')
export const createBanner = endpoint<typeof contract.createBanner>('POST', '/api/banners')
export const saveBanner = endpoint<typeof contract.saveBanner>('PUT', '/api/banners/:id')
export const switchBanner = endpoint<typeof contract.switchBanner>('PUT', '/api/banners/:id/visible')
export const reorderBanners = endpoint<typeof contract.reorderBanners>('PUT', '/api/banners/order')
export const deleteBanner = endpoint<typeof contract.deleteBanner>('DELETE', '/api/banners/:id')
