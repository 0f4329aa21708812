import type { MessageId } from '@lectern/messages/message-id.ts'
import type { AnswerProblem } from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, AnswerValue, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import {
  askedFields,
  endingsOf,
  fileProblem,
  filesOf,
  hasFormat,
  isEmptyAnswer,
  maxFileMegabytes,
  type FileRules,
  type FormatType,
} from '@lectern/contract/enrolments/form-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { t } from '../../../platform/messages.ts'

/** The files that the team has uploaded. */
type KnownFiles = ReadonlyMap<FileId, { name: string; size: number }>

type ProblemText = [id: MessageId, values?: Record<string, string | number>]

const beyond = (
  value: number,
  min: number | undefined,
  max: number | undefined,
  what: '' | '.length' | '.items' = '',
): ProblemText | undefined => {
  if (min !== undefined && value < min) return [`validation${what}.min`, { limit: min }]
  return max !== undefined && value > max ? [`validation${what}.max`, { limit: max }] : undefined
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

type Judge<Type extends FormField['type']> = (
  field: Extract<FormField, { type: Type }>,
  value: NonNullable<AnswerValue>,
  files: KnownFiles,
) => ProblemText | undefined

const judgeText = ({ maxLength }: { maxLength?: number | undefined }, value: AnswerValue): ProblemText | undefined =>
  typeof value === 'string' ? beyond(value.length, undefined, maxLength, '.length') : ['validation.type.text']

const dateText = (date: string, locale: Locale): string => formatMoment(locale, date, 'day', 'UTC')

/** The limits of a date, formatted for the reader. */
const dateTexts = (id: string, values: Record<string, string | number> | undefined, locale: Locale) =>
  id.startsWith('validation.date')
    ? Object.fromEntries(Object.entries(values ?? {}).map(([name, date]) => [name, dateText(String(date), locale)]))
    : values

const judgeFormat = (type: FormatType, value: AnswerValue): ProblemText | undefined =>
  typeof value === 'string' && hasFormat(type, value) ? undefined : [`enrolment.answer.${type}`]

const fileLimits = (field: FileRules) => ({
  megabytes: field.maxMegabytes ?? maxFileMegabytes,
  endings: (endingsOf(field) ?? []).join(' '),
})

const judgeFiles: Judge<'file'> = (field, value, fileFacts) => {
  const named = filesOf(value)
  const files = named.flatMap((id) => fileFacts.get(id) ?? [])
  if (named.length === 0 || files.length < named.length) return ['validation.required']
  const most = field.maxFiles ?? 1
  if (named.length > most) return ['enrolment.answer.files', { most }]
  for (const file of files) {
    const problem = fileProblem(field, file)
    if (problem) return [`enrolment.answer.${problem}`, { name: file.name, ...fileLimits(field) }]
  }
  return undefined
}

const judges: { [Type in FormField['type']]: Judge<Type> } = {
  text: (field, value) =>
    typeof value === 'string' && /[\r\n]/.test(value) ? ['validation.format'] : judgeText(field, value),
  longText: judgeText,
  number: ({ min, max, whole }, value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return ['validation.type.number']
    return whole && !Number.isInteger(value) ? ['validation.type.integer'] : beyond(value, min, max)
  },
  choice: ({ options }, value) => (options.some(({ id }) => id === value) ? undefined : ['validation.format']),
  choices: ({ options, min, max }, value) => {
    if (!Array.isArray(value)) return ['validation.type.list']
    const isKnown = value.every((chosen) => options.some(({ id }) => id === chosen))
    if (!isKnown || new Set(value).size < value.length) return ['validation.format']
    return beyond(value.length, min, max, '.items')
  },
  date: ({ from, until }, value) => {
    if (typeof value !== 'string' || !isDate(value)) return ['validation.date']
    const isWithin = (from === undefined || value >= from) && (until === undefined || value <= until)
    if (isWithin) return undefined
    if (from !== undefined && until !== undefined) return ['validation.date.range', { from, until }]
    return from === undefined ? ['validation.date.max', { until: until! }] : ['validation.date.min', { from }]
  },
  phone: (_field, value) => judgeFormat('phone', value),
  email: (_field, value) => judgeFormat('email', value),
  url: (_field, value) => judgeFormat('url', value),
  file: judgeFiles,
  agreement: (_field, value) => (value === true ? undefined : ['validation.tick']),
}

const judge = (field: FormField, answers: Answers, files: KnownFiles): ProblemText | undefined => {
  const value = Object.hasOwn(answers, field.id) ? answers[field.id] : undefined
  const missing = field.type === 'agreement' ? 'validation.tick' : 'validation.required'
  if (isEmptyAnswer(value)) return field.required ? [missing] : undefined
  return (judges[field.type] as Judge<FormField['type']>)(field, value!, files)
}

/**
 * Problems that keep these answers from being complete, in the order of the form. Questions that are not shown are
 * skipped.
 */
export const judgeAnswers = (
  fields: readonly FormField[],
  answers: Answers,
  files: KnownFiles,
  locale: Locale,
): AnswerProblem[] =>
  askedFields(fields, answers).flatMap((field) => {
    const problemText = judge(field, answers, files)
    if (!problemText) return []
    const [id, values] = problemText
    return [{ field: field.id, message: t(locale, id, dateTexts(id, values, locale)) }]
  })

/** The files that answers name. */
export const filesIn = (answers: Answers): FileId[] => Object.values(answers).flatMap(filesOf)
