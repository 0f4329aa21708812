import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/reviewers.ts'
import { endpoint, type Client } from '../../../request/client.ts'

export const listReviewers = endpoint<typeof contract.listReviewers>('GET', '/api/rounds/:id/reviewers')
export const listCandidates = endpoint<typeof contract.listCandidates>('GET', '/api/rounds/:id/candidates')
export const inviteReviewers = endpoint<typeof contract.inviteReviewers>('POST', '/api/rounds/:id/reviewers')
export const saveReviewer = endpoint<typeof contract.saveReviewer>('PUT', '/api/rounds/:id/reviewers/:reviewer')
export const inviteAgain = endpoint<typeof contract.inviteAgain>(
  'POST',
  '/api/rounds/:id/reviewers/:reviewer/invitation',
)
export const listPanels = endpoint<typeof contract.listPanels>('GET', '/api/rounds/:id/panels')
export const savePanels = endpoint<typeof contract.savePanels>('PUT', '/api/rounds/:id/panels')
export const listConflicts = endpoint<typeof contract.listConflicts>('GET', '/api/rounds/:id/conflicts')
export const findConflicts = endpoint<typeof contract.findConflicts>('POST', '/api/rounds/:id/conflicts/search')
export const addConflict = endpoint<typeof contract.addConflict>('POST', '/api/rounds/:id/conflicts')
export const liftConflict = endpoint<typeof contract.liftConflict>(
  'POST',
  '/api/rounds/:id/conflicts/:conflict/lifting',
)

const importReviewers = endpoint<typeof contract.importReviewers>('POST', '/api/rounds/:id/reviewers/import')
export type ImportResult = AnswerOf<typeof importReviewers>

/** A long sheet takes a while. */
const importTimeout = 120_000

/** The request body is the sheet itself, for which the contract has no schema. */
export const importSheet = (client: Client, id: RoundId, sheet: Blob, dryRun: boolean): Promise<ImportResult> => {
  const input = { params: { id }, query: { dryRun: dryRun ? 'true' : 'false' } as const, body: sheet }
  const { body: _body, ...typed } = input
  return client(importReviewers, input as typeof typed, { timeout: importTimeout, inPlaceSignIn: true })
}
