import type * as contract from '@lectern/contract/public-results.ts'
import type * as team from '@lectern/contract/work-results.ts'
import { endpoint } from '../../request/client.ts'

export const listPublicResults = endpoint<typeof contract.listPublicResults>('GET', '/api/public/results')
export const readPublicResult = endpoint<typeof contract.readPublicResult>('GET', '/api/public/results/:id')
export const readPublicity = endpoint<typeof contract.readPublicity>('GET', '/api/public/publicity/:id')
export const listPublicWorks = endpoint<typeof contract.listPublicWorks>('GET', '/api/public/works')
export const readPublicWork = endpoint<typeof contract.readPublicWork>('GET', '/api/public/works/:id')
export const readWorkResult = endpoint<typeof team.readWorkResult>('GET', '/api/works/:id/result')
