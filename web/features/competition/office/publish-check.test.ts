import { expect, it } from 'vitest'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { publishChecks } from './publish-check.ts'

const everywhere: LocalizedText = Object.fromEntries(locales.map((locale) => [locale, 'x']))
const activity = {
  id: 'a' as ActivityId,
  name: everywhere,
  summary: everywhere,
  body: everywhere,
  cover: null,
  fields: [],
  workRules: { parts: [] } as never,
}

/** What is not good, with what is missing. */
const lacks = (change: Partial<typeof activity>) =>
  publishChecks({ ...activity, ...change }, { list: [] })
    .filter(({ isGood }) => !isGood)
    .map(({ what, missing }) => [what, ...missing])

it('names the texts and the languages that are missing', () => {
  const others = [['cover'], ['phases'], ['form']]
  expect(lacks({})).toEqual(others)
  expect(lacks({ summary: { 'zh-CN': ' ' }, body: { ...everywhere, 'pt-BR': '' } })).toEqual([
    ['texts', 'summary'],
    ['languages', ...locales],
    ...others,
  ])
  expect(lacks({ body: { ...everywhere, 'pt-BR': '' } })).toEqual([['languages', 'pt-BR'], ...others])
})
