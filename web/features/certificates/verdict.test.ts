import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

test('an ended certificate is said to have ended, whatever its code', () => {
  for (const code of ['none', 'right', 'wrong'] as const) {
    expect(verdictOf({ state: 'revoked', code })).toBe('revoked')
    expect(verdictOf({ state: 'replaced', code })).toBe('replaced')
    expect(verdictOf({ state: 'unknown', code })).toBe('unknown')
  }
})

test('a certificate is valid with its code, hidden in part without one, and doubtful with another one', () => {
  expect(verdictOf({ state: 'issued', code: 'right' })).toBe('valid')
  expect(verdictOf({ state: 'issued', code: 'none' })).toBe('masked')
  expect(verdictOf({ state: 'issued', code: 'wrong' })).toBe('wrongCode')
})
