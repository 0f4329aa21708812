import type { Locale } from '../locales.ts'
import type { AnswerValue, FieldType } from './form-fields.ts'
import { filesOf, isEmptyAnswer } from './form-values.ts'
import { numberFormat } from '../formatters.ts'
import type { FileId } from '../ids.ts'
import { joinList } from '../lists.ts'
import { formatMoment } from '../moment-formats.ts'

// Formats answers for screens, letters, sheets and exports. No schemas, so that the browser can load it.

/** The parts of a question that decide how its answer is formatted. */
interface ReadableField {
  type: FieldType
  /** In the reader's language. */
  options: readonly { id: string; label: string }[]
}

/** An answer by its meaning. `date` is a calendar day (`2026-05-20`), the same in every time zone. */
export type ReadAnswer =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'date'; date: string }
  | { kind: 'chosen'; labels: readonly string[] }
  | { kind: 'files'; files: readonly FileId[] }
  | { kind: 'agreed' }

type Given = NonNullable<AnswerValue>
type Reader = (value: Given, options: ReadableField['options']) => ReadAnswer

/** Shows any stored value, even if it does not fit the question or the question is gone. */
const readByShape = (value: Given): ReadAnswer => {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', number: value }
  if (typeof value === 'boolean') return { kind: 'agreed' }
  return Array.isArray(value) ? { kind: 'chosen', labels: value } : { kind: 'files', files: filesOf(value) }
}

/** In the order of the form. Removed options come last, by their id. */
const readChosen: Reader = (value, options) => {
  const chosen = typeof value === 'string' ? [value] : value
  if (!Array.isArray(chosen)) return readByShape(value)
  const choices = options.filter(({ id }) => chosen.includes(id))
  const gone = chosen.filter((id) => !choices.some((option) => option.id === id))
  return { kind: 'chosen', labels: [...choices.map(({ label }) => label), ...gone] }
}

const isDate = (value: Given): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** Covers every question type: a new type does not compile until its format is decided. */
const readers: Record<FieldType, Reader> = {
  text: readByShape,
  longText: readByShape,
  number: readByShape,
  choice: readChosen,
  choices: readChosen,
  date: (value) => (isDate(value) ? { kind: 'date', date: value } : readByShape(value)),
  phone: readByShape,
  email: readByShape,
  url: readByShape,
  file: readByShape,
  agreement: readByShape,
}

/** `field` is undefined if the question is no longer in the form. */
export const readAnswer = (field: ReadableField | undefined, value: AnswerValue | undefined): ReadAnswer => {
  if (value === undefined || value === null || isEmptyAnswer(value)) return { kind: 'none' }
  return field ? readers[field.type](value, field.options) : readByShape(value)
}

interface AnswerReader {
  locale: Locale
  /** The word for "agreed" in the reader's language. */
  agreed: string
  /** Undefined: the file was deleted. */
  fileName: (id: FileId) => string | undefined
}

/** The answer as text; empty if there is none. */
export const answerText = (answer: ReadAnswer, { locale, agreed, fileName }: AnswerReader): string => {
  switch (answer.kind) {
    case 'none':
      return ''
    case 'text':
      return answer.text
    case 'number':
      return numberFormat(locale).format(answer.number)
    case 'date':
      return formatMoment(locale, answer.date, 'day', 'UTC')
    case 'chosen':
      return joinList(locale, answer.labels)
    case 'files':
      return joinList(
        locale,
        answer.files.flatMap((id) => fileName(id) ?? []),
      )
    case 'agreed':
      return agreed
  }
}
