import type { ShownField } from '@lectern/contract/enrolments.ts'
import type { AnswerValue } from '@lectern/contract/form-fields.ts'
import { expect, test } from 'vitest'
import { createIntl } from '../../ui/intl.tsx'
import { readNumber, shortLabel, wordsOf } from './answer-words.ts'

const intl = createIntl({ locale: 'en-US', messages: { 'enrolment.agreed': 'Agreed' } })

const field = (type: ShownField['type']): ShownField => ({
  id: 'f',
  type,
  label: 'F',
  help: '',
  required: true,
  personal: false,
  options: [
    { id: 'a', label: 'First' },
    { id: 'b', label: 'Second' },
  ],
})

test.each<[ShownField['type'], AnswerValue | undefined, string]>([
  ['text', undefined, ''],
  ['text', 'A course', 'A course'],
  ['number', 1200, '1,200'],
  ['number', 'many', 'many'],
  ['choice', 'b', 'Second'],
  ['choice', 'gone', ''],
  ['choices', ['b', 'a'], 'First, Second'],
  ['date', '2026-11-15', 'November 15, 2026'],
  ['date', '2026-99-99', '2026-99-99'],
  ['agreement', true, 'Agreed'],
  ['agreement', false, ''],
])('a %s answer of %j reads %j', (type, value, words) => {
  expect(wordsOf(intl, field(type), value)).toBe(words)
})

test.each<[string, AnswerValue]>([
  ['', null],
  [' 12 ', 12],
  ['１２', 12],
  ['-0.5', -0.5],
  ['1,000', '1,000'],
  ['1e5', '1e5'],
])('%j typed into a number is %j', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test.each<[string, string]>([
  ['Phone number for this enrollment', 'Phone number for this enrollment'],
  ['We declare that this is all our own work and agree', 'We declare that this is all our own work…'],
  ['本人承诺参赛作品为原创', '本人承诺参赛作品为原创'],
  ['本人承诺参赛作品为原创，不侵犯他人的著作权，并同意公开展示', '本人承诺参赛作品为原创，不侵犯他人的著作…'],
])('the label %j is named %j', (label, short) => {
  expect(shortLabel(label)).toBe(short)
})
