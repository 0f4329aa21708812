import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')

const [english, chinese] = [read('operations.md'), read('operations.zh-CN.md')]

/** Everything of this form in a text, once each. */
const found = (text: string, form: RegExp): string[] => [...new Set(text.match(form))].toSorted()

// A change of one must be made in the other.
test.each([
  ['settings', /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g],
  ['commands', /portal (?:-- )?[a-z][a-z-]+/g],
  ['options', /(?<=\s|`)--[a-z][a-z-]+/g],
  ['addresses', /(?<=`)\/[A-Za-z][\w/-]*(?=`)/g],
])('operators read of the same %s in English and in Chinese', (_what, form) => {
  expect(found(chinese, form)).toEqual(found(english, form))
})

test.each([
  ['chapters', /^## /gm],
  ['steps', /^\d+\. /gm],
  ['rows of tables', /^\|/gm],
  ['examples', /^ *```/gm],
])('both have as many %s', (_what, form) => {
  expect(chinese.match(form)?.length).toBe(english.match(form)?.length)
})
