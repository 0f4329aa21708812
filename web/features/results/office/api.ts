import type { ResultListId } from '@lectern/contract/ids.ts'
import type * as differences from '@lectern/contract/result-differences.ts'
import type * as contract from '@lectern/contract/results.ts'
import { endpoint } from '../../../request/client.ts'

export const listResultActivities = endpoint<typeof contract.listResultActivities>('GET', '/api/results/activities')
export const readActivityResults = endpoint<typeof contract.readActivityResults>('GET', '/api/results/activities/:id')
export const savePrizeRules = endpoint<typeof contract.savePrizeRules>('PUT', '/api/results/activities/:id/rules')
export const simulatePrizes = endpoint<typeof contract.simulatePrizes>('POST', '/api/results/activities/:id/simulation')
export const computeList = endpoint<typeof contract.computeList>('POST', '/api/results/activities/:id/lists')
export const readList = endpoint<typeof contract.readList>('GET', '/api/results/lists/:id')
export const listResultRows = endpoint<typeof contract.listResultRows>('GET', '/api/results/lists/:id/rows')
export const readRankings = endpoint<typeof contract.readRankings>('GET', '/api/results/lists/:id/rankings')
export const decideTie = endpoint<typeof contract.decideTie>('POST', '/api/results/lists/:id/ties')
export const adjustPrize = endpoint<typeof contract.adjustPrize>('POST', '/api/results/lists/:id/adjustments')
export const undoDecision = endpoint<typeof contract.undoDecision>('DELETE', '/api/results/decisions/:id')
export const stepList = endpoint<typeof contract.stepList>('POST', '/api/results/lists/:id/steps')
export const readDifference = endpoint<typeof differences.readDifference>('GET', '/api/results/lists/:id/difference')

/** A list as a file. */
export const exportAddress = (id: ResultListId, format: 'xlsx' | 'csv'): string =>
  `/api/results/lists/${id}/export?format=${format}`
