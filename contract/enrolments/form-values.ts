import { isEmail, isPhone, plainEmail, plainPhone } from '../contact-messages/contact-forms.ts'
import type { ShownField } from './enrolments.ts'
import { megabyte } from '../files/file-values.ts'
import type { Answers, AnswerValue, FieldType, FormField } from './form-fields.ts'
import type { FileId } from '../ids.ts'
import type { Locale } from '../locales.ts'
import { localize, type LocalizedText } from '../localized.ts'

// Rules about forms and answers that browser and server share. No schemas, so that the browser can load it.

/** All types of questions. */
export const fieldTypes = Object.keys({
  text: true,
  longText: true,
  number: true,
  choice: true,
  choices: true,
  date: true,
  phone: true,
  email: true,
  url: true,
  file: true,
  agreement: true,
} satisfies Record<FieldType, true>) as [FieldType, ...FieldType[]]

/** Kinds of files that a question may accept, with their extensions. */
export const fileKinds = {
  pdf: ['pdf'],
  document: ['doc', 'docx', 'odt', 'txt', 'md'],
  sheet: ['xls', 'xlsx', 'ods', 'csv'],
  slides: ['ppt', 'pptx', 'odp'],
  picture: ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'],
  audio: ['mp3', 'm4a', 'wav'],
  video: ['mp4', 'm4v', 'webm'],
  archive: ['zip', 'rar', '7z'],
} as const satisfies Record<string, readonly string[]>
export type FileKind = keyof typeof fileKinds
export const fileKindNames = Object.keys(fileKinds) as [FileKind, ...FileKind[]]

/** Max megabytes per file, and max files per answer. */
export const maxFileMegabytes = 200
export const maxFilesPerAnswer = 20

/** Whose profile fills in a question: the captain's, or that of the user who starts the form. */
export const profileOwners = ['captain', 'writer'] as const
export type ProfileOwner = (typeof profileOwners)[number]

/** Profile values that can fill in a question. */
export const profileValues = ['realName', 'school', 'department', 'title', 'email', 'phone'] as const
export type ProfileValue = (typeof profileValues)[number]

/** Profile values that fit each question type. */
export const profileValuesOf = {
  text: profileValues,
  phone: ['phone'],
  email: ['email'],
} as const satisfies Partial<Record<FormField['type'], readonly ProfileValue[]>>

/** Contacts are only filled in for their owner, so that nobody else sees them by starting a form. */
export const isContactValue = (value: ProfileValue): boolean => value === 'email' || value === 'phone'

/** A question in one language, without the values of a profile. */
export const showField = (field: FormField, locale: Locale): ShownField => {
  const textOf = (text: LocalizedText): string => localize(text, locale).text
  const { label, help, ...rest } = field
  const profile = 'profile' in rest && rest.profile ? { ...rest.profile, value: null } : undefined
  const options =
    'options' in rest ? rest.options.map((option) => ({ id: option.id, label: textOf(option.label) })) : []
  return { ...rest, label: textOf(label), help: textOf(help), options, profile }
}

/** File ids of an answer. Old answers have a single file in another format. */
export const filesOf = (value: AnswerValue | undefined): readonly FileId[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return 'files' in value ? value.files : [value.file]
}

/** Nothing typed, ticked, chosen or uploaded. */
export const isEmptyAnswer = (value: AnswerValue | undefined): boolean => {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && filesOf(value).length === 0
}

/** When a question is shown: one of these options is chosen, or, without options, the agreement is ticked. */
export interface Condition {
  field: string
  options: readonly string[]
}

interface Conditional {
  id: string
  when?: Condition | undefined
}

const isMet = ({ options }: Condition, value: AnswerValue | undefined): boolean => {
  if (options.length === 0) return value === true
  const chosen = Array.isArray(value) ? value : [value]
  return options.some((option) => chosen.includes(option))
}

/** The questions that are shown for these answers. A question that depends on a hidden one is hidden too. */
export const askedFields = <Field extends Conditional>(fields: readonly Field[], answers: Answers): Field[] => {
  const ids = new Set<string>()
  return fields.filter(({ id, when }) => {
    const isAsked = when === undefined || (ids.has(when.field) && isMet(when, answers[when.field]))
    if (isAsked) ids.add(id)
    return isAsked
  })
}

/** Removes answers to hidden questions. Answers to questions that are no longer in the form stay. */
export const askedAnswers = (fields: readonly Conditional[], answers: Answers): Answers => {
  const ids = new Set(askedFields(fields, answers).map(({ id }) => id))
  const hidden = new Set(fields.filter(({ id }) => !ids.has(id)).map(({ id }) => id))
  return hidden.size === 0
    ? answers
    : Object.fromEntries(Object.entries(answers).filter(([field]) => !hidden.has(field)))
}

/** Accepts a mobile number, an international number, or a Chinese landline with its area code. */
const isFormPhone = (text: string): boolean => {
  const plain = plainPhone(text)
  return isPhone(plain) || /^(\+86)?0\d{9,11}$/.test(plain)
}

const maxUrlLength = 2_000

/** A URL with scheme, and a host name that has a dot. */
const isUrl = (text: string): boolean => {
  const trimmed = text.trim()
  if (trimmed.length > maxUrlLength || !/^https?:\/\/[^\s]+$/i.test(trimmed)) return false
  if (!URL.canParse(trimmed)) return false
  const { hostname, username, password } = new URL(trimmed)
  return hostname.includes('.') && username === '' && password === ''
}

const maxContactLength = 254

const formats = {
  phone: isFormPhone,
  email: (text) => isEmail(plainEmail(text)),
  url: isUrl,
} as const satisfies Record<string, (text: string) => boolean>
export type FormatType = keyof typeof formats

export const isFormatType = (type: string): type is FormatType => Object.hasOwn(formats, type)

/** Whether a text has the format that its question type requires. */
export const hasFormat = (type: FormatType, text: string): boolean =>
  text.length <= (type === 'url' ? maxUrlLength : maxContactLength) && formats[type](text)

/** Restrictions of a question on its files. */
export interface FileRules {
  kinds?: readonly FileKind[] | undefined
  maxMegabytes?: number | undefined
  maxFiles?: number | undefined
}

/** Accepted file extensions; undefined: all that the site accepts. */
export const endingsOf = ({ kinds = [] }: FileRules): readonly string[] | undefined =>
  kinds.length === 0 ? undefined : kinds.flatMap((kind) => fileKinds[kind])

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Why a file does not fit the question. The upload has checked already that content and extension match. */
export const fileProblem = (rules: FileRules, { name, size }: { name: string; size: number }) => {
  if (rules.maxMegabytes !== undefined && size > rules.maxMegabytes * megabyte) return 'tooLarge'
  const endings = endingsOf(rules)
  return endings && !endings.includes(endingOf(name)) ? 'wrongKind' : undefined
}
