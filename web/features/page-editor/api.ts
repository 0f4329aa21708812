import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listPages, previewPage, publishPage, readPageDraft, savePageDraft } from '@lectern/contract/pages.ts'
import { endpoint } from '../../request/client.ts'

export const pageList = endpoint<typeof listPages>('GET', '/api/pages')
export const pageDraft = endpoint<typeof readPageDraft>('GET', '/api/pages/:name/draft')
export const draftChange = endpoint<typeof savePageDraft>('PUT', '/api/pages/:name/draft')
export const pagePublication = endpoint<typeof publishPage>('POST', '/api/pages/:name/publication')
export const pagePreview = endpoint<typeof previewPage>('POST', '/api/pages/:name/preview')

export type PreviewedPage = AnswerOf<typeof previewPage>
