import { failureOf } from '../../request/request-error.ts'

/** What the reader's duties do not cover is left out of the page. */
export const ifCovered = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    const name = failureOf(error)?.error
    if (name === 'duty.missing' || name === 'duty.limited') return undefined
    throw error
  })
