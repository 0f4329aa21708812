import { expect, it } from 'vitest'
import { locales } from '@lectern/contract/locales.ts'
import { languageOption } from './language-options.ts'

it('has an option for every language of the site, in that language', () => {
  expect(locales.map((locale) => languageOption(locale).label)).toEqual([
    '简体中文',
    '繁體中文',
    'English',
    'Português',
    'Bahasa Indonesia',
  ])
})

it('shows a globe and the code for an unknown language', () => {
  expect(languageOption('eo')).toEqual({ lang: 'eo', label: 'eo', icon: 'globe', title: 'eo' })
})
