import { isEmail, isPhone, plainEmail, plainPhone } from './contact-forms.ts'
import type { ShownField } from './enrolments.ts'
import type { Answers, AnswerValue, FormField } from './form-fields.ts'
import type { FileId } from './ids.ts'
import type { Locale } from './locales.ts'
import { localize, type LocalizedText } from './localized.ts'

// What the browser and the server both ask about a form and its answers. No schemas, so that browsers may load it.

/** Kinds of files that a question may ask for, by how their names end. */
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

/** Megabytes of one file, and how many files one answer may name. */
export const maxFileMegabytes = 200
export const maxFilesPerAnswer = 20

/** Whose profile fills a question in: the captain's, or that of the person who starts the form. */
export const profileOwners = ['captain', 'writer'] as const
export type ProfileOwner = (typeof profileOwners)[number]

/** What of a profile fills a question in. */
export const profileValues = ['realName', 'school', 'department', 'title', 'email', 'phone'] as const
export type ProfileValue = (typeof profileValues)[number]

/** What of a profile fits a type of question. */
export const profileValuesOf = {
  text: profileValues,
  phone: ['phone'],
  email: ['email'],
} as const satisfies Partial<Record<FormField['type'], readonly ProfileValue[]>>

/** Contacts are filled in for their owner only: nobody else learns them by starting a form. */
export const isContactValue = (value: ProfileValue): boolean => value === 'email' || value === 'phone'

/** A question in somebody's language. What the profile says is not known here. */
export const showField = (field: FormField, locale: Locale): ShownField => {
  const said = (text: LocalizedText): string => localize(text, locale).text
  const { label, help, ...rest } = field
  const profile = 'profile' in rest && rest.profile ? { ...rest.profile, value: null } : undefined
  const options = 'options' in rest ? rest.options.map((option) => ({ id: option.id, label: said(option.label) })) : []
  return { ...rest, label: said(label), help: said(help), options, profile }
}

/** The files that an answer names. One file was once stored by itself. */
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

/** The condition under which a question is asked: one of these options is chosen, or, without options, the agreement is ticked. */
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

/** The questions that are asked, given these answers. A question that depends on one that is not asked is not asked either. */
export const askedFields = <Field extends Conditional>(fields: readonly Field[], answers: Answers): Field[] => {
  const asked = new Set<string>()
  return fields.filter(({ id, when }) => {
    const isAsked = when === undefined || (asked.has(when.field) && isMet(when, answers[when.field]))
    if (isAsked) asked.add(id)
    return isAsked
  })
}

/** The answers without those to questions that are not asked. Answers to questions that left the form stay. */
export const askedAnswers = (fields: readonly Conditional[], answers: Answers): Answers => {
  const asked = new Set(askedFields(fields, answers).map(({ id }) => id))
  const hidden = new Set(fields.filter(({ id }) => !asked.has(id)).map(({ id }) => id))
  return hidden.size === 0
    ? answers
    : Object.fromEntries(Object.entries(answers).filter(([field]) => !hidden.has(field)))
}

/** A phone number as people write it in a form: mobile, international, or a Chinese landline with its area code. */
const isFormPhone = (text: string): boolean => {
  const plain = plainPhone(text)
  return isPhone(plain) || /^(\+86)?0\d{9,11}$/.test(plain)
}

const maxUrlLength = 2_000

/** An address that a browser opens: with its scheme, and a host that has a dot. */
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

/** Whether a text is what the type of its question says. */
export const hasFormat = (type: FormatType, text: string): boolean =>
  text.length <= (type === 'url' ? maxUrlLength : maxContactLength) && formats[type](text)

/** What a question says about its files. */
export interface FileRules {
  kinds?: readonly FileKind[] | undefined
  maxMegabytes?: number | undefined
  maxFiles?: number | undefined
}

export const megabyte = 1_000_000

/** The endings that a question takes; undefined: all that the site takes. */
export const endingsOf = ({ kinds = [] }: FileRules): readonly string[] | undefined =>
  kinds.length === 0 ? undefined : kinds.flatMap((kind) => fileKinds[kind])

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** What a question has against a file. The content fits the ending: that was checked when the file was uploaded. */
export const fileProblem = (rules: FileRules, { name, size }: { name: string; size: number }) => {
  if (rules.maxMegabytes !== undefined && size > rules.maxMegabytes * megabyte) return 'tooLarge'
  const endings = endingsOf(rules)
  return endings && !endings.includes(endingOf(name)) ? 'wrongKind' : undefined
}
