import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listPages, previewPage, publishPage, readPageDraft, savePageDraft } from '@lectern/contract/pages.ts'
import { reach } from '../../request/client.ts'

export const pageList = reach<typeof listPages>('GET', '/api/pages')
export const pageDraft = reach<typeof readPageDraft>('GET', '/api/pages/:name/draft')
export const draftChange = reach<typeof savePageDraft>('PUT', '/api/pages/:name/draft')
export const pagePublication = reach<typeof publishPage>('POST', '/api/pages/:name/publication')
export const pagePreview = reach<typeof previewPage>('POST', '/api/pages/:name/preview')

export type PreviewedPage = AnswerOf<typeof previewPage>
