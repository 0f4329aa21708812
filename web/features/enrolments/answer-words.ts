import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'

/** Max width of a question's label in lists; the first words identify it. */
const maxColumns = 40

/** Chinese characters are twice as wide as Latin letters. */
const columnsOf = (letter: string): number => (/[\u2E80-\uFFEF]/.test(letter) ? 2 : 1)

export const shortLabel = (label: string): string => {
  let columns = 0
  const end = Array.from(label).findIndex((letter) => (columns += columnsOf(letter)) > maxColumns)
  return end === -1 ? label : `${Array.from(label).slice(0, end).join('').trimEnd()}…`
}

/** The number in a number field, or the text if it is not a number. */
export const readNumber = (typed: string): AnswerValue => {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}
