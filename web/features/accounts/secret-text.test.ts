import { expect, test } from 'vitest'
import { inFours } from './secret-text.ts'

test('a secret is shown in groups of four letters', () => {
  expect(inFours('AJLV7E446Q')).toBe('AJLV 7E44 6Q')
  expect(inFours('AJLV7E44')).toBe('AJLV 7E44')
})
