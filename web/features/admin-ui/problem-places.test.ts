import { expect, it } from 'vitest'
import { placeOf } from './problem-places.ts'

const fields = [
  'code',
  'title.zh-CN',
  'title.en-US',
  'fields.0.type',
  'fields.0.label.zh-CN',
  'fields.1.label.zh-CN',
  'limits',
]

it.each([
  ['code', 'code'],
  ['title', 'title.en-US'],
  ['title.zh-CN', 'title.zh-CN'],
  ['title.id-ID', 'title.en-US'],
  ['fields.1', 'fields.1.label.zh-CN'],
  ['fields.0.when', 'fields.0.type'],
  ['fields.7.label', 'fields.0.type'],
  ['limits.min', 'limits'],
  ['version', undefined],
  ['tit', undefined],
])('a problem of %s is shown at %s', (path, field) => {
  expect(placeOf(path, fields, 'en-US')).toBe(field)
})
