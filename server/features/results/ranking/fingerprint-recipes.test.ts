import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprintRecipes } from './fingerprint-recipes.ts'

test('the documentation has the recipes of the page, and none has more than ten lines', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/verifying-results.md'), 'utf8')
  for (const { code } of fingerprintRecipes) {
    expect(text).toContain(`\n${code}\n`)
    expect(code.split('\n').length).toBeLessThanOrEqual(10)
  }
})
