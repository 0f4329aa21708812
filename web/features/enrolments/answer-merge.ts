import type { Answers, AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'

/** Empty and absent answers are equal. */
const textOf = (value: AnswerValue | undefined): string => JSON.stringify(value === '' ? null : (value ?? null))

const isSame = (one: AnswerValue | undefined, other: AnswerValue | undefined): boolean => textOf(one) === textOf(other)

/** Ids of the fields that differ, in the order of the first argument. */
export const changedFields = (one: Answers, other: Answers): string[] =>
  Object.keys({ ...one, ...other }).filter((field) => !isSame(one[field], other[field]))

interface Merged {
  /** Includes changes made elsewhere; in a conflict, the value typed here. */
  answers: Answers
  /** Changed only elsewhere. */
  taken: string[]
  /** Changed here and elsewhere, differently. */
  conflicts: string[]
}

/**
 * The base for merging after a save without a response. If the stored value is the one that was sent, the save has
 * arrived, and the value is not somebody else's change.
 */
export const baseAfter = (sent: Answers, base: Answers, stored: Answers): Answers => {
  const arrived = changedFields(base, sent).filter((field) => isSame(sent[field], stored[field]))
  return { ...base, ...Object.fromEntries(arrived.map((field) => [field, sent[field] ?? null])) }
}

/** Merges answers of two people, or two tabs, that started from the same version. */
export const mergeAnswers = (base: Answers, mine: Answers, theirs: Answers): Merged => {
  const changedHere = new Set(changedFields(base, mine))
  const differing = changedFields(base, theirs).filter((field) => !isSame(mine[field], theirs[field]))
  const taken = differing.filter((field) => !changedHere.has(field))
  const conflicts = differing.filter((field) => changedHere.has(field))
  const answers = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field] ?? null])) }
  return { answers, taken, conflicts }
}
