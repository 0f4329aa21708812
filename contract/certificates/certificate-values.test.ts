import { expect, test } from 'vitest'
import { fillIn, neededFieldsIn } from './certificate-values.ts'

test('double brackets leave out what would have a gap, and lines of which nothing is left', () => {
  const text = '{name}\n[[Team: {people}]]\n[[Advisor: {advisors}]]'
  expect(fillIn(text, { name: 'A', people: 'A, B' })).toBe('A\nTeam: A, B')
  expect(fillIn(text, { name: 'A' })).toBe('A')
  expect(neededFieldsIn(text)).toEqual(['name'])
})

test('a value that looks like a merge field is printed as it is, also in double brackets', () => {
  expect(fillIn('{work} [[({work})]]', { name: 'A', work: '{name}' })).toBe('{name} ({name})')
})

test('double brackets belong to one line, for what is filled in and for what is needed', () => {
  const text = '[[Team:\n{people}]]'
  expect([fillIn(text, { people: 'A' }), neededFieldsIn(text)]).toEqual(['[[Team:\nA]]', ['people']])
})
