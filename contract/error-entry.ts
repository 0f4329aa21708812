import type { showTypes } from './show-types.ts'

type ParameterKind = 'string' | 'number'

export interface ErrorEntry {
  code: number
  /** HTTP status of the response. */
  status: number
  showType: (typeof showTypes)[keyof typeof showTypes]
  /** Parameters of the message; type-checked where the error is thrown. */
  params: Readonly<Record<string, ParameterKind>>
}
