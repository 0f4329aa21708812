import type {
  createPartner,
  deletePartner,
  listAllPartners,
  readPartner,
  reorderPartners,
  savePartner,
  switchPartner,
} from '@lectern/contract/partners.ts'
import { endpoint } from '../../request/client.ts'

export const allPartners = endpoint<typeof listAllPartners>('GET', '/api/partners/all')
export const partnerDetails = endpoint<typeof readPartner>('GET', '/api/partners/:id')
export const partnerCreation = endpoint<typeof createPartner>('POST', '/api/partners')
export const partnerChange = endpoint<typeof savePartner>('PUT', '/api/partners/:id')
export const partnerSwitch = endpoint<typeof switchPartner>('PUT', '/api/partners/:id/visible')
export const partnerOrder = endpoint<typeof reorderPartners>('PUT', '/api/partners/order')
export const partnerDeletion = endpoint<typeof deletePartner>('DELETE', '/api/partners/:id')
