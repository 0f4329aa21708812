import { expect, it } from 'vitest'
import { locales } from '@lectern/contract/locales.ts'
import { languageOption } from './language-options.ts'

it('describes every language of the site in its own words', () => {
  expect(locales.map((locale) => languageOption(locale).label)).toEqual([
    '简体中文',
    '繁體中文',
    'English',
    'Português',
    'Bahasa Indonesia',
  ])
})

it('shows a globe and the code itself for a language that nobody described', () => {
  expect(languageOption('eo')).toEqual({ lang: 'eo', label: 'eo', icon: 'globe', title: 'eo' })
})
