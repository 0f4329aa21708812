import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { expect, test } from 'vitest'
import { readNumber, shortLabel } from './answer-words.ts'

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
