import { failureOf } from '../../request/request-error.ts'

/** What the reader's duties do not cover is left out of the page, and not asked for. They may have changed meanwhile. */
export const ifCovered = async <Answer>(
  isCovered: boolean,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> => {
  if (!isCovered) return undefined
  return ask().catch((error: unknown) => {
    const name = failureOf(error)?.error
    if (name === 'duty.missing' || name === 'duty.limited') return undefined
    throw error
  })
}
