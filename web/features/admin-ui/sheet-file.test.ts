import { locales, type Locale } from '@lectern/contract/locales.ts'
import { expect, test } from 'vitest'
import { importedFields } from '@lectern/contract/accounts/account-values.ts'
import { readFile } from './sheet-file.ts'

const textsOf = async (locale: Locale, file: string): Promise<Record<string, string>> => {
  const { default: texts } = await import(`../../../messages/${locale}/${file}.json`, { with: { type: 'json' } })
  return texts as Record<string, string>
}

test.each(locales)('the columns in %s have the headings that the import recognises', async (locale) => {
  const [shown, read] = [await textsOf(locale, 'office'), await textsOf(locale, 'members')]
  expect(importedFields.map((column) => shown[`office.members.column.${column}`])).toEqual(
    importedFields.map((column) => read[`sheet.column.${column}`]),
  )
})

test.each([
  ['text/csv', 'text/csv'],
  ['application/vnd.ms-excel', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('a file of type %j is sent as %j', async (type, sent) => {
  const sheet = await readFile(new File(['a'], 'members.csv', { type }))
  expect([sheet.type, await sheet.text()]).toEqual([sent, 'a'])
})
