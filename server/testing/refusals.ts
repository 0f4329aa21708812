import type { Failure } from '@lectern/contract/envelope.ts'
import type { Answer } from './site.ts'

/** Why a request was refused, and at which fields. */
export const refusalOf = (answer: Answer): { status: number; error: string; at?: string[] } => {
  const { error, fields } = answer.data<Failure>()
  return { status: answer.status, error, ...(fields && { at: fields.map(({ path }) => path) }) }
}
