import { expect, test } from 'vitest'
import { actionOf, type PressedKey } from './desk-keys.ts'

const press = (key: string, others: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...others,
})

test('digits choose a level, and with Shift a criterion, on every keyboard', () => {
  expect(actionOf(press('2', { code: 'Digit2' }), 'page')).toEqual({ do: 'level', number: 2 })
  expect(actionOf(press('é', { code: 'Digit2' }), 'page')).toEqual({ do: 'level', number: 2 })
  expect(actionOf(press('@', { code: 'Digit2', shiftKey: true }), 'page')).toEqual({ do: 'criterion', number: 2 })
})

test('nothing happens while somebody types, or with the keys of the browser', () => {
  expect(actionOf(press('s'), 'text')).toBe(undefined)
  expect(actionOf(press('2', { code: 'Digit2' }), 'text')).toBe(undefined)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
    expect(actionOf(press('s', { [modifier]: true }), 'page')).toBe(undefined)
})

test('controls keep the keys that they use themselves', () => {
  for (const key of [' ', 'Enter', 'ArrowUp', 'ArrowLeft']) expect(actionOf(press(key), 'control')).toBe(undefined)
  for (const key of [' ', 'Enter']) expect(actionOf(press(key), 'button')).toBe(undefined)
  expect(actionOf(press('ArrowUp'), 'button')).toEqual({ do: 'up' })
  expect(actionOf(press('n'), 'control')).toEqual({ do: 'next' })
  expect(actionOf(press(' '), 'page')).toEqual({ do: 'play' })
})

test('capital letters mean the same, and unknown keys nothing', () => {
  expect(actionOf(press('N', { shiftKey: true }), 'page')).toEqual({ do: 'next' })
  expect(actionOf(press('q'), 'page')).toBe(undefined)
  expect(actionOf(press('Tab'), 'page')).toBe(undefined)
})
