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
import { reach } from '../../request/client.ts'

export const allExperts = reach<typeof listAllExperts>('GET', '/api/experts/all')
export const expertDetails = reach<typeof readExpert>('GET', '/api/experts/:id')
export const expertCreation = reach<typeof createExpert>('POST', '/api/experts')
export const expertChange = reach<typeof saveExpert>('PUT', '/api/experts/:id')
export const expertMove = reach<typeof moveExpert>('PUT', '/api/experts/:id/state')
export const expertOrder = reach<typeof readExpertOrder>('GET', '/api/experts/order')
export const expertReordering = reach<typeof reorderExperts>('PUT', '/api/experts/order')
export const expertDeletion = reach<typeof deleteExpert>('DELETE', '/api/experts/:id')
