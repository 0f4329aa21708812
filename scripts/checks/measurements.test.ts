import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../bench', name), 'utf8')

test('every measurement is explained in bench/README.md, in the order in which they run', () => {
  const [, list = ''] = /const measurements: [^\n]+ = \{\n(.+?)\n\}/s.exec(read('run.ts')) ?? []
  const names = [...list.matchAll(/^  '?([a-z-]+)'?: /gm)].map(([, name]) => name)
  const explained = [...read('README.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(names).toContain('growth')
  expect(explained).toEqual(names)
})
