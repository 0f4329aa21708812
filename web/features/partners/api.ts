import type {
  createPartner,
  deletePartner,
  listAllPartners,
  readPartner,
  reorderPartners,
  savePartner,
  switchPartner,
} from '@lectern/contract/partners.ts'
import { reach } from '../../request/client.ts'

export const allPartners = reach<typeof listAllPartners>('GET', '/api/partners/all')
export const partnerDetails = reach<typeof readPartner>('GET', '/api/partners/:id')
export const partnerCreation = reach<typeof createPartner>('POST', '/api/partners')
export const partnerChange = reach<typeof savePartner>('PUT', '/api/partners/:id')
export const partnerSwitch = reach<typeof switchPartner>('PUT', '/api/partners/:id/visible')
export const partnerOrder = reach<typeof reorderPartners>('PUT', '/api/partners/order')
export const partnerDeletion = reach<typeof deletePartner>('DELETE', '/api/partners/:id')
