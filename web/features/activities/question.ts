import type { FieldType, FormField } from '@lectern/contract/form-fields.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { filled } from '../office/filled.ts'

export const questionTypes: readonly FieldType[] = [
  'text',
  'longText',
  'number',
  'choice',
  'choices',
  'date',
  'file',
  'agreement',
]

export interface Option {
  id: string
  label: LocalizedText
}

/** A question as the form of the office holds it: whatever its type was before, nothing typed is lost while it is open. */
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
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Answers are kept under it for good. */
const newKey = (): string =>
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
  text: ['maxLength'],
  longText: ['maxLength'],
  number: ['min', 'max', 'whole'],
  choice: ['options'],
  choices: ['options', 'min', 'max'],
  date: ['from', 'until'],
  file: [],
  agreement: [],
} as const satisfies Record<FieldType, readonly (keyof Question)[]>

/** What is sent: of the limits only those of its type that say something. */
export const fieldOf = (question: Question): FormField => {
  const { id, type, label, help, required, personal } = question
  const names: readonly (keyof Question)[] = limitNames[type]
  const said = names.flatMap((name) => {
    const value = name === 'options' ? (question.options ?? []) : question[name]
    return value === undefined || value === null || value === '' || value === false ? [] : [[name, value] as const]
  })
  return filled({ id, type, label, help, required, personal, ...Object.fromEntries(said) }) as FormField
}
