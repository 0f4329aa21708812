import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['a', 1],
  ['X9$kQ2!', 1],
  ['password1', 1],
  ['13800138000', 1],
  ['20260501', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['abcdefghijklmnop', 1],
  ['qwertyuiop123456', 1],
  ['abcabcabcabcabc', 1],
  ['zhangwei1990', 2],
  ['mountain42', 2],
  ['7mQ$xv2Lp!', 3],
  ['correct horse battery', 4],
  ['7mQ$xv2Lp!Rw9z', 4],
  ['春风又绿江南岸何时', 4],
])('rates %s as step %i', (password, step) => {
  expect(strengthOf(password)).toBe(step)
})

it('does not count capital letters in a repetition as variety', () => {
  expect(strengthOf('AaAaAaAaAaAaAaAa')).toBe(1)
})
