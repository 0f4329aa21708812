import type { readFileState } from '@lectern/contract/files/files.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'

export type FileState = AnswerOf<typeof readFileState>
