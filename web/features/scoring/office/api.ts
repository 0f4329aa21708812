import type * as contract from '@lectern/contract/review-board.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import { endpoint } from '../../../request/client.ts'

export const readBoard = endpoint<typeof contract.readBoard>('GET', '/api/rounds/:id/board')
export const remindReviewers = endpoint<typeof contract.remindReviewers>('POST', '/api/rounds/:id/reminders')
export const listFlags = endpoint<typeof contract.listFlags>('GET', '/api/rounds/:id/flags')
export const resolveFlag = endpoint<typeof contract.resolveFlag>('POST', '/api/rounds/:id/flags/:flag/resolution')
export const listSheets = endpoint<typeof contract.listSheets>('GET', '/api/rounds/:id/works/:entry/sheets')
export const reopenSheet = endpoint<typeof contract.reopenSheet>(
  'POST',
  '/api/rounds/:id/assignments/:assignment/reopening',
)
export const readIntegrity = endpoint<typeof contract.readIntegrity>('GET', '/api/rounds/:id/integrity')
export const settleRound = endpoint<typeof contract.settleRound>('POST', '/api/rounds/:id/settlement')
export const readSettlement = endpoint<typeof contract.readSettlement>('GET', '/api/rounds/:id/settlement')
export const readPrint = endpoint<typeof contract.readPrint>('GET', '/api/rounds/:id/print')

/** All sheets of a round as a file. */
export const exportAddress = (id: RoundId, format: 'xlsx' | 'csv'): string =>
  `/api/rounds/${id}/sheets/export?format=${format}`

/** The score sheets to print. */
export const printAddress = (id: RoundId): string => `/Admin/Review/Print?id=${id}`
