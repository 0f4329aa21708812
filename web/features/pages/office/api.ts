import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/pages.ts'
import { endpoint } from '../../../request/client.ts'

export const listPages = endpoint<typeof contract.listPages>('GET', '/api/pages')
export const readPageDraft = endpoint<typeof contract.readPageDraft>('GET', '/api/pages/:name/draft')
export const savePageDraft = endpoint<typeof contract.savePageDraft>('PUT', '/api/pages/:name/draft')
export const publishPage = endpoint<typeof contract.publishPage>('POST', '/api/pages/:name/publication')
export const previewPage = endpoint<typeof contract.previewPage>('POST', '/api/pages/:name/preview')

export type PreviewedPage = AnswerOf<typeof previewPage>
