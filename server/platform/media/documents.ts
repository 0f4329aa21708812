import type { FileFacts } from '@lectern/contract/file-findings.ts'

/** Where in a document a text stands. */
export type TextPlace =
  | { kind: 'page'; page: number }
  | { kind: 'slide'; slide: number }
  | { kind: 'metadata' }
  | { kind: 'part'; name: string }

/** What reading a document told. */
export interface DocumentFacts extends Pick<FileFacts, 'pages' | 'width' | 'height' | 'fault'> {
  texts: { place: TextPlace; text: string }[]
}
