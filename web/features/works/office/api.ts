import type * as contract from '@lectern/contract/work-office.ts'
import { endpoint } from '../../../request/client.ts'

export const listWorks = endpoint<typeof contract.listWorks>('GET', '/api/works')
export const readWorkDossier = endpoint<typeof contract.readWorkDossier>('GET', '/api/works/:id/dossier')
export const readWorkNeighbours = endpoint<typeof contract.readWorkNeighbours>('GET', '/api/works/:id/neighbours')
export const decideWorks = endpoint<typeof contract.decideWorks>('POST', '/api/works/decisions')
export const judgeLeaks = endpoint<typeof contract.judgeLeaks>('POST', '/api/works/:id/leaks')
export const bundleWorks = endpoint<typeof contract.bundleWorks>('POST', '/api/works/bundles')
