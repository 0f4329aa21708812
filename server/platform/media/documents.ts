import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import type { Patch } from './overlay.ts'

/** Where in a document a text stands. */
export type TextPlace =
  | { kind: 'page'; page: number }
  | { kind: 'slide'; slide: number }
  | { kind: 'metadata' }
  | { kind: 'subtitles' }
  | { kind: 'part'; name: string }

export interface PlacedText {
  place: TextPlace
  text: string
}

/** What reading a file told. */
export interface DocumentFacts extends Pick<
  FileFacts,
  'media' | 'pages' | 'width' | 'height' | 'hiddenArchive' | 'fault' | 'losses'
> {
  texts: PlacedText[]
}

/** What to write over a film or recording, and the texts that are left in it. */
export interface Metadata {
  patches: Patch[]
  texts: PlacedText[]
}
