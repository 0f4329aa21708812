import type { FieldType, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import {
  profileValuesOf,
  type FileKind,
  type ProfileOwner,
  type ProfileValue,
} from '@lectern/contract/enrolments/form-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'

export const questionTypes: readonly FieldType[] = [
  'text',
  'longText',
  'number',
  'choice',
  'choices',
  'date',
  'phone',
  'email',
  'url',
  'file',
  'agreement',
]

export interface Option {
  id: string
  label: LocalizedText
}

/** A question in the editor's form: keeps the properties of all types, so that changing the type loses nothing. */
export interface Question {
  id: string
  type: FieldType
  label: LocalizedText
  help: LocalizedText
  required: boolean
  personal: boolean
  options?: Option[]
  maxLength?: number | null
  min?: number | null
  max?: number | null
  whole?: boolean
  from?: string
  until?: string
  kinds?: FileKind[]
  maxMegabytes?: number | null
  maxFiles?: number | null
  sealed?: boolean
  when?: { field: string; options: string[] } | null
  profile?: { whose: ProfileOwner; what: ProfileValue } | null
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Answers are stored under it, so it never changes. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')

export const newOption = (): Option => ({ id: newKey(), label: {} })

export const newQuestion = (): Question => ({
  id: newKey(),
  type: 'text',
  label: {},
  help: {},
  required: true,
  personal: false,
})

export const hasOptions = ({ type }: Pick<Question, 'type'>): boolean => type === 'choice' || type === 'choices'

const limitNames = {
  text: ['maxLength', 'profile'],
  longText: ['maxLength'],
  number: ['min', 'max', 'whole'],
  choice: ['options'],
  choices: ['options', 'min', 'max'],
  date: ['from', 'until'],
  phone: ['profile'],
  email: ['profile'],
  url: [],
  file: ['kinds', 'maxMegabytes', 'maxFiles', 'sealed'],
  agreement: [],
} as const satisfies Record<FieldType, readonly (keyof Question)[]>

/** Profile values for a question of this type. */
export const profileChoices = (type: FieldType): readonly ProfileValue[] =>
  type === 'text' || type === 'phone' || type === 'email' ? profileValuesOf[type] : []

/** Whether other questions can depend on it. */
export const isDecisive = ({ type }: Pick<Question, 'type'>): boolean =>
  type === 'choice' || type === 'choices' || type === 'agreement'

const says = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0)

/** The question to send: only with non-empty limits of its type. */
export const fieldOf = (question: Question): FormField => {
  const { id, type, label, help, required, personal, profile } = question
  const names: readonly (keyof Question)[] = [...limitNames[type], 'when']
  const isFilled = profile && profileChoices(type).includes(profile.what)
  const isGiven = (name: keyof Question): boolean =>
    name === 'options' || (says(question[name]) && (name !== 'profile' || isFilled === true))
  const lists = names.filter(isGiven).map((name) => [name, question[name] ?? []] as const)
  return withoutBlanks({ id, type, label, help, required, personal, ...Object.fromEntries(lists) }) as FormField
}
