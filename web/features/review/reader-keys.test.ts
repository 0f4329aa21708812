import { expect, test } from 'vitest'
import { readerActionOf, readerActions, readerKeys } from '../../ui/pdf/reader-keys.ts'
import { actionOf } from './desk-keys.ts'

const keys = readerActions.flatMap((action) => readerKeys[action])

test('each key of a document does one thing, in capitals too', () => {
  expect(new Set(keys).size).toBe(keys.length)
  for (const action of readerActions)
    for (const key of readerKeys[action]) expect(readerActionOf(key.toUpperCase())).toBe(action)
  expect(readerActionOf('q')).toBe(undefined)
})

test('no key of a document does something at the desk', () => {
  const pressed = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false }
  for (const key of keys)
    for (const place of ['page', 'button', 'control'] as const)
      expect([key, actionOf({ ...pressed, key }, place)]).toEqual([key, undefined])
})
