import type { Answer } from './site.ts'

/** Why a request was refused, and at which fields. */
export const refusalOf = (answer: Answer): { status: number; error: string; at?: string[] } => {
  const { error, fields } = answer.failure()
  return { status: answer.status, error, ...(fields && { at: fields.map(({ path }) => path) }) }
}

/** The name of the error that a request was refused with. */
export const errorOf = async (answer: Answer | Promise<Answer>): Promise<string> => (await answer).failure().error
