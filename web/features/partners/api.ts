import type * as contract from '@lectern/contract/partners.ts'
import { endpoint } from '../../request/client.ts'

export const listAllPartners = endpoint<typeof contract.listAllPartners>('GET', '/api/partners/all')
export const readPartner = endpoint<typeof contract.readPartner>('GET', '/api/partners/:id')
export const createPartner = endpoint<typeof contract.createPartner>('POST', '/api/partners')
export const savePartner = endpoint<typeof contract.savePartner>('PUT', '/api/partners/:id')
export const switchPartner = endpoint<typeof contract.switchPartner>('PUT', '/api/partners/:id/visible')
export const reorderPartners = endpoint<typeof contract.reorderPartners>('PUT', '/api/partners/order')
export const deletePartner = endpoint<typeof contract.deletePartner>('DELETE', '/api/partners/:id')
