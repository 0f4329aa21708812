import type { Answers, AnswerValue, FieldType, FormField } from './form-fields.ts'
import type { FileId } from '../ids.ts'
import type { LocalizedText } from '../localized.ts'

// For tests: one answer for every question type, and the text that users see.

interface Sample {
  /** Further properties of the question. */
  field?: object
  value: AnswerValue
  text: { 'en-US': string; 'zh-CN': string }
}

const same = (text: string): Sample['text'] => ({ 'en-US': text, 'zh-CN': text })

const options: { id: string; label: LocalizedText }[] = [
  { id: 'maths', label: { 'zh-CN': '数学', 'en-US': 'Mathematics' } },
  { id: 'art', label: { 'zh-CN': '美术', 'en-US': 'Art' } },
]

export const sampleFile = { id: '019a0000-0000-7000-8000-000000000001' as FileId, name: 'plan.pdf', size: 2_000 }

export const answerSamples: Record<FieldType, Sample> = {
  text: { value: 'A course', text: same('A course') },
  longText: { value: 'Two\nlines', text: same('Two\nlines') },
  number: { value: 1_200.5, text: same('1,200.5') },
  choice: { field: { options }, value: 'art', text: { 'en-US': 'Art', 'zh-CN': '美术' } },
  choices: {
    field: { options },
    value: ['art', 'maths'],
    text: { 'en-US': 'Mathematics, Art', 'zh-CN': '数学、美术' },
  },
  date: { value: '2031-03-01', text: { 'en-US': 'March 1, 2031', 'zh-CN': '2031年3月1日' } },
  phone: { value: '13911112222', text: same('13911112222') },
  email: { value: 'office@example.org', text: same('office@example.org') },
  url: { value: 'https://example.org/course', text: same('https://example.org/course') },
  file: { value: { files: [sampleFile.id] }, text: same(sampleFile.name) },
  agreement: { value: true, text: { 'en-US': 'Agreed', 'zh-CN': '已同意' } },
}

const entries = Object.entries(answerSamples) as [FieldType, Sample][]

/** A form with one question of every type; ids and labels are the types. */
export const sampleFields = entries.map(
  ([type, { field }]) =>
    ({ id: type, type, label: { 'zh-CN': type }, help: {}, required: false, personal: false, ...field }) as FormField,
)

export const sampleAnswers: Answers = Object.fromEntries(entries.map(([type, { value }]) => [type, value]))

export const sampleTexts = (locale: keyof Sample['text']): Record<string, string> =>
  Object.fromEntries(entries.map(([type, { text }]) => [type, text[locale]]))
