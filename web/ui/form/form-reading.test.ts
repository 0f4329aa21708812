import { expect, it } from 'vitest'
import { digitsOf } from './code-digits.ts'
import { isMissing, placeProblems } from './form-reading.ts'

const field = { name: 'a', label: '', missing: undefined }

it('tells problems in the order of the fields, and after them those that no field can show', () => {
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

it('takes blanks for an empty field, but not for an empty password', () => {
  const missing = (kind: 'text' | 'secret', value: string): boolean => isMissing({ ...field, kind }, { a: value })
  expect([missing('text', ' \u3000'), missing('text', ' a '), missing('secret', '   '), missing('secret', '')]).toEqual(
    [true, false, false, true],
  )
})

it('misses a field that is not in the document', () => {
  expect(isMissing({ ...field, kind: 'choice' }, {})).toBe(true)
})

it('reads a code however it is typed', () => {
  expect(['123456', '123 456', '１２３４５６', 'code: 12-34-56.', '1234567', ''].map(digitsOf)).toEqual([
    '123456',
    '123456',
    '123456',
    '123456',
    '123456',
    '',
  ])
})
