import type {
  createExpert,
  deleteExpert,
  listAllExperts,
  moveExpert,
  readExpert,
  readExpertOrder,
  reorderExperts,
  saveExpert,
} from '@lectern/contract/experts.ts'
import { endpoint } from '../../request/client.ts'

export const allExperts = endpoint<typeof listAllExperts>('GET', '/api/experts/all')
export const expertDetails = endpoint<typeof readExpert>('GET', '/api/experts/:id')
export const expertCreation = endpoint<typeof createExpert>('POST', '/api/experts')
export const expertChange = endpoint<typeof saveExpert>('PUT', '/api/experts/:id')
export const expertMove = endpoint<typeof moveExpert>('PUT', '/api/experts/:id/state')
export const expertOrder = endpoint<typeof readExpertOrder>('GET', '/api/experts/order')
export const expertReordering = endpoint<typeof reorderExperts>('PUT', '/api/experts/order')
export const expertDeletion = endpoint<typeof deleteExpert>('DELETE', '/api/experts/:id')
