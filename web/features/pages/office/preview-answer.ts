import type { previewPage } from '@lectern/contract/pages/pages.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'

export type PreviewAnswer = AnswerOf<typeof previewPage>
