import { expect, test } from 'vitest'
import { sectionOf } from './activity-sections.ts'

test.each([
  ['code', 'basics'],
  ['name.en-US', 'basics'],
  ['capacity', 'limits'],
  ['body.zh-CN', 'about'],
  ['rules.zh-CN', 'terms'],
  ['fields.3.label.en-US', 'form'],
])('the field %s is in the section %s', (path, section) => {
  expect(sectionOf(path)).toBe(section)
})
