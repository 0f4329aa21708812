import type * as contract from '@lectern/contract/experts.ts'
import { endpoint } from '../../../request/client.ts'

export const listAllExperts = endpoint<typeof contract.listAllExperts>('GET', '/api/experts/all')
export const readExpert = endpoint<typeof contract.readExpert>('GET', '/api/experts/:id')
export const createExpert = endpoint<typeof contract.createExpert>('POST', '/api/experts')
export const saveExpert = endpoint<typeof contract.saveExpert>('PUT', '/api/experts/:id')
export const moveExpert = endpoint<typeof contract.moveExpert>('PUT', '/api/experts/:id/state')
export const readExpertOrder = endpoint<typeof contract.readExpertOrder>('GET', '/api/experts/order')
export const reorderExperts = endpoint<typeof contract.reorderExperts>('PUT', '/api/experts/order')
export const deleteExpert = endpoint<typeof contract.deleteExpert>('DELETE', '/api/experts/:id')
