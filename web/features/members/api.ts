import type {
  checkImport,
  createMember,
  endMemberSessions,
  importMembers,
  listUsers,
  readMember,
  readMemberContest,
  resetMemberSecondFactor,
  setMemberContacts,
  setMemberStatus,
} from '@lectern/contract/accounts.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { endpoint, type Client } from '../../request/client.ts'

export const memberList = endpoint<typeof listUsers>('GET', '/api/users')
export const memberCreation = endpoint<typeof createMember>('POST', '/api/users')
export const memberContest = endpoint<typeof readMemberContest>('GET', '/api/users/:uid/contest')
export const memberDetails = endpoint<typeof readMember>('GET', '/api/users/:uid')
export const memberStatus = endpoint<typeof setMemberStatus>('PUT', '/api/users/:uid/status')
export const memberContacts = endpoint<typeof setMemberContacts>('PUT', '/api/users/:uid/contacts')
export const memberSessions = endpoint<typeof endMemberSessions>('DELETE', '/api/users/:uid/sessions')
export const memberSecondFactor = endpoint<typeof resetMemberSecondFactor>('DELETE', '/api/users/:uid/second-factor')

const memberImport = endpoint<typeof importMembers>('POST', '/api/users/import')
export type ImportResult = AnswerOf<typeof importMembers>

/** A long sheet may take its time. */
const importPatience = 120_000

/** The sheet itself is the body, for which the contract has no schema. */
export const importSheet = (client: Client, sheet: Blob, dryRun: boolean): Promise<ImportResult> => {
  const input = { query: { dryRun: dryRun ? 'true' : 'false' } as const, body: sheet }
  return client(memberImport, input as { query: typeof input.query }, { timeout: importPatience, inPlaceSignIn: true })
}

const importReport = endpoint<typeof checkImport>('POST', '/api/users/import/report')

/** The sheet with a column that tells what is wrong with each row. */
export const reportSheet = async (client: Client, sheet: Blob): Promise<{ name: string; content: Blob }> => {
  const options = { timeout: importPatience, inPlaceSignIn: true }
  const { name, content } = await client(importReport, { body: sheet } as object, options)
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  return { name, content: new Blob([bytes], { type: 'application/octet-stream' }) }
}
