import type * as contract from '@lectern/contract/accounts.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { endpoint, type Client } from '../../request/client.ts'

export const listUsers = endpoint<typeof contract.listUsers>('GET', '/api/users')
export const createMember = endpoint<typeof contract.createMember>('POST', '/api/users')
export const readMemberContest = endpoint<typeof contract.readMemberContest>('GET', '/api/users/:uid/contest')
export const readMember = endpoint<typeof contract.readMember>('GET', '/api/users/:uid')
export const setMemberStatus = endpoint<typeof contract.setMemberStatus>('PUT', '/api/users/:uid/status')
export const setMemberContacts = endpoint<typeof contract.setMemberContacts>('PUT', '/api/users/:uid/contacts')
export const endMemberSessions = endpoint<typeof contract.endMemberSessions>('DELETE', '/api/users/:uid/sessions')
export const resetMemberSecondFactor = endpoint<typeof contract.resetMemberSecondFactor>(
  'DELETE',
  '/api/users/:uid/second-factor',
)

const importMembers = endpoint<typeof contract.importMembers>('POST', '/api/users/import')
export type ImportResult = AnswerOf<typeof importMembers>

/** A long sheet takes a while. */
const importTimeout = 120_000

/** The request body is the sheet itself, for which the contract has no schema. */
export const importSheet = (client: Client, sheet: Blob, dryRun: boolean): Promise<ImportResult> => {
  const input = { query: { dryRun: dryRun ? 'true' : 'false' } as const, body: sheet }
  return client(importMembers, input as { query: typeof input.query }, { timeout: importTimeout, inPlaceSignIn: true })
}

const checkImport = endpoint<typeof contract.checkImport>('POST', '/api/users/import/report')

/** The sheet with an added column for the problems of each row. */
export const reportSheet = async (client: Client, sheet: Blob): Promise<{ name: string; content: Blob }> => {
  const options = { timeout: importTimeout, inPlaceSignIn: true }
  const { name, content } = await client(checkImport, { body: sheet } as object, options)
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  return { name, content: new Blob([bytes], { type: 'application/octet-stream' }) }
}
