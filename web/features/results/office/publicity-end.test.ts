import { expect, test } from 'vitest'
import { publicityEnd } from './publicity-end.ts'

test('a public notice lasts its days, to the next full hour', () => {
  expect(publicityEnd(Date.parse('2026-05-01T08:10:30.000Z'), 7)).toBe('2026-05-08T09:00:00.000Z')
  expect(publicityEnd(Date.parse('2026-05-01T08:00:00.000Z'), 1)).toBe('2026-05-02T08:00:00.000Z')
})
