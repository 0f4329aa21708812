import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { auditLabels } from '@lectern/contract/audit/audit-fields.ts'
import { vocabularies } from '@lectern/contract/audit/vocabularies.ts'
import { expect, test } from 'vitest'

const directory = resolve(import.meta.dirname, '../../../messages/en-US')

test('every field and every value of a list has a label', () => {
  const messages = new Set(
    readdirSync(directory).flatMap((name) =>
      Object.keys(JSON.parse(readFileSync(join(directory, name), 'utf8')) as Record<string, string>),
    ),
  )
  expect(auditLabels().filter((label) => !messages.has(label))).toEqual([])
})

test('no two vocabularies declare the same', () => {
  const names = vocabularies.flatMap(({ actions, subjects, codes, fields, bySubject }) => [
    ...actions.map((name) => `action ${name}`),
    ...Object.keys(subjects).map((name) => `subject ${name}`),
    ...Object.keys(codes).map((name) => `codes ${name}`),
    ...Object.keys(fields).map((name) => `field ${name}`),
    ...Object.keys(bySubject).map((name) => `fields of ${name}`),
  ])
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
