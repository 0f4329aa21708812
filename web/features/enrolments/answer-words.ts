import type { ShownField } from '@lectern/contract/enrolments.ts'
import type { AnswerValue } from '@lectern/contract/form-fields.ts'
import type { IntlShape } from '../../ui/intl.tsx'

const labelsOf = ({ options }: ShownField, chosen: readonly string[]): string[] =>
  options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label)

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** An answer in words, empty where there is none. Files have names of their own. */
export const wordsOf = (intl: IntlShape, field: ShownField, value: AnswerValue | undefined): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return intl.formatNumber(value)
  if (typeof value === 'boolean') return value ? intl.formatMessage({ id: 'enrolment.agreed' }) : ''
  if (Array.isArray(value)) return intl.formatList(labelsOf(field, value))
  if (typeof value === 'object') return ''
  if (field.type === 'choice') return labelsOf(field, [value]).join('')
  if (field.type === 'date' && isDate(value)) return intl.formatMoment(value, 'day', 'UTC')
  return value
}

/** How much of a question's label names it among others; a declaration's first words tell which one it is. */
const mostColumns = 40

/** Chinese characters are twice as wide as letters. */
const columnsOf = (letter: string): number => (/[\u2E80-\uFFEF]/.test(letter) ? 2 : 1)

export const shortLabel = (label: string): string => {
  let columns = 0
  const end = Array.from(label).findIndex((letter) => (columns += columnsOf(letter)) > mostColumns)
  return end === -1 ? label : `${Array.from(label).slice(0, end).join('').trimEnd()}…`
}

/** What somebody typed into a field for numbers: the number, or his words where it is none. */
export const readNumber = (typed: string): AnswerValue => {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}
