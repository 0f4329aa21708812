import type * as contract from '@lectern/contract/cases.ts'
import { endpoint } from '../../request/client.ts'

export const listObjectionLists = endpoint<typeof contract.listObjectionLists>('GET', '/api/objections/lists')
export const findObjectionWorks = endpoint<typeof contract.findObjectionWorks>('GET', '/api/objections/lists/:id/works')
export const readObjector = endpoint<typeof contract.readObjector>('GET', '/api/objections/objector')
export const fileObjection = endpoint<typeof contract.fileObjection>('POST', '/api/objections')
export const listMyCases = endpoint<typeof contract.listMyCases>('GET', '/api/account/cases')
export const readMyCase = endpoint<typeof contract.readMyCase>('GET', '/api/account/cases/:id')
export const withdrawCase = endpoint<typeof contract.withdrawCase>('POST', '/api/account/cases/:id/withdrawal')
export const writeInCase = endpoint<typeof contract.writeInCase>('POST', '/api/account/cases/:id/messages')
export const giveStatement = endpoint<typeof contract.giveStatement>('POST', '/api/account/cases/:id/statement')
export const appealCase = endpoint<typeof contract.appealCase>('POST', '/api/account/cases/:id/appeals')
