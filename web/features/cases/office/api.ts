import type * as contract from '@lectern/contract/case-office.ts'
import { endpoint } from '../../../request/client.ts'

export const listCases = endpoint<typeof contract.listCases>('GET', '/api/cases')
export const readCase = endpoint<typeof contract.readCase>('GET', '/api/cases/:id')
export const openCase = endpoint<typeof contract.openCase>('POST', '/api/cases/:id/looks')
export const decideAdmission = endpoint<typeof contract.decideAdmission>('POST', '/api/cases/:id/admission')
export const investigateCase = endpoint<typeof contract.investigateCase>('POST', '/api/cases/:id/investigation')
export const askForStatement = endpoint<typeof contract.askForStatement>('POST', '/api/cases/:id/statement-request')
export const writeToParty = endpoint<typeof contract.writeToParty>('POST', '/api/cases/:id/messages')
export const ruleCase = endpoint<typeof contract.ruleCase>('POST', '/api/cases/:id/ruling')
export const listCaseSheets = endpoint<typeof contract.listCaseSheets>('GET', '/api/cases/:id/sheets')
export const listArbiters = endpoint<typeof contract.listArbiters>('GET', '/api/arbiters')
export const appointArbiter = endpoint<typeof contract.appointArbiter>('POST', '/api/arbiters')
export const endArbiter = endpoint<typeof contract.endArbiter>('DELETE', '/api/arbiters/:id')
