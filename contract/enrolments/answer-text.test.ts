import { expect, it, test } from 'vitest'
import { sampleAnswers, sampleFields, sampleFile, sampleTexts } from './answer-samples.ts'
import { answerText, readAnswer } from './answer-text.ts'
import type { AnswerValue, FieldType } from './form-fields.ts'
import { showField } from './form-values.ts'

const reader = {
  locale: 'en-US' as const,
  agreed: 'Agreed',
  fileName: (id: string) => (id === sampleFile.id ? sampleFile.name : undefined),
}

test.each([
  ['en-US', 'Agreed'],
  ['zh-CN', '已同意'],
] as const)('an answer to every type of question is readable in %s', (locale, agreed) => {
  const texts = sampleFields.map((field) => [
    field.id,
    answerText(readAnswer(showField(field, locale), sampleAnswers[field.id]), { ...reader, locale, agreed }),
  ])
  expect(Object.fromEntries(texts)).toEqual(sampleTexts(locale))
})

const options = [
  { id: 'a', label: 'First' },
  { id: 'b', label: 'Second' },
]

test.each<[FieldType, AnswerValue | undefined, string]>([
  ['text', undefined, ''],
  ['text', '  ', ''],
  ['number', 'many', 'many'],
  ['choice', 'gone', 'gone'],
  ['choices', ['gone', 'b', 'a'], 'First, Second, gone'],
  ['choices', [], ''],
  ['date', '2026-99-99', '2026-99-99'],
  ['file', { files: [] }, ''],
  ['file', { file: sampleFile.id }, sampleFile.name],
  ['agreement', false, ''],
])('a %s answer of %j reads %j', (type, value, text) => {
  expect(answerText(readAnswer({ type, options }, value), reader)).toBe(text)
})

it('formats an answer by its value when the question is gone', () => {
  const read = (value: AnswerValue) => answerText(readAnswer(undefined, value), reader)
  expect([read('Kept'), read(1_200), read(['a', 'b']), read(true), read(null)]).toEqual([
    'Kept',
    '1,200',
    'a, b',
    'Agreed',
    '',
  ])
})
