import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

it('has a drawing for every flag', () => {
  const drawings = readFileSync(join(import.meta.dirname, 'flags.svg'), 'utf8')
  const drawn = [...drawings.matchAll(/ id="(\w+)"/g)].map(([, name]) => name)
  expect(drawn.toSorted()).toEqual([...locales, 'eo'].map((locale) => languageOption(locale).icon).toSorted())
})
