import type * as contract from '@lectern/contract/works.ts'
import { endpoint } from '../../request/client.ts'

export const listMyWorks = endpoint<typeof contract.listMyWorks>('GET', '/api/account/works')
export const startWork = endpoint<typeof contract.startWork>('POST', '/api/works')
export const readWork = endpoint<typeof contract.readWork>('GET', '/api/works/:id')
export const saveWork = endpoint<typeof contract.saveWork>('PUT', '/api/works/:id')
export const orderWorkFiles = endpoint<typeof contract.orderWorkFiles>('PUT', '/api/works/:id/parts/:part/order')
export const removeWorkFile = endpoint<typeof contract.removeWorkFile>('DELETE', '/api/works/:id/files/:file')
export const discardWorkChanges = endpoint<typeof contract.discardWorkChanges>('POST', '/api/works/:id/discard')
export const submitWork = endpoint<typeof contract.submitWork>('POST', '/api/works/:id/submission')
export const withdrawWork = endpoint<typeof contract.withdrawWork>('POST', '/api/works/:id/withdrawal')
export const reviveWork = endpoint<typeof contract.reviveWork>('POST', '/api/works/:id/revival')
export const readReceipt = endpoint<typeof contract.readReceipt>('GET', '/api/works/:id/submissions/:number')
