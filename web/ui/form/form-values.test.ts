import { expect, it } from 'vitest'
import { digitsOf } from './code-digits.ts'
import { isMissing, placeProblems } from './form-values.ts'

const field = { name: 'a', label: '', missing: undefined }

it('lists problems in the order of the fields, then those without a field', () => {
  const problems = [
    { path: '', message: 'whole' },
    { path: 'b', message: 'second' },
    { path: 'a', message: 'first' },
    { path: 'b', message: 'second again' },
    { path: 'members.0.role', message: 'elsewhere' },
  ]
  expect(placeProblems(problems, ['a', 'b'])).toEqual([
    { path: 'a', message: 'first', inField: true },
    { path: 'b', message: 'second', inField: true },
    { path: 'b', message: 'second again', inField: true },
    { path: '', message: 'whole', inField: false },
    { path: 'members.0.role', message: 'elsewhere', inField: false },
  ])
})

it('treats spaces as empty, except in a password', () => {
  const missing = (kind: 'text' | 'secret', value: string): boolean => isMissing({ ...field, kind }, { a: value })
  expect([missing('text', ' \u3000'), missing('text', ' a '), missing('secret', '   '), missing('secret', '')]).toEqual(
    [true, false, false, true],
  )
})

it('counts a choice without a value as missing', () => {
  expect(isMissing({ ...field, kind: 'choice' }, {})).toBe(true)
})

it('reads a code in any format', () => {
  expect(['123456', '123 456', '１２３４５６', 'code: 12-34-56.', '1234567', ''].map(digitsOf)).toEqual([
    '123456',
    '123456',
    '123456',
    '123456',
    '123456',
    '',
  ])
})
