import type { AnswerValue } from '@lectern/contract/form-fields.ts'

/** How much of a question's label names it among others; a declaration's first words tell which one it is. */
const maxColumns = 40

/** Chinese characters are twice as wide as letters. */
const columnsOf = (letter: string): number => (/[\u2E80-\uFFEF]/.test(letter) ? 2 : 1)

export const shortLabel = (label: string): string => {
  let columns = 0
  const end = Array.from(label).findIndex((letter) => (columns += columnsOf(letter)) > maxColumns)
  return end === -1 ? label : `${Array.from(label).slice(0, end).join('').trimEnd()}…`
}

/** What somebody typed into a field for numbers: the number, or what was typed where it is none. */
export const readNumber = (typed: string): AnswerValue => {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}
