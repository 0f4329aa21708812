import { expect, it } from 'vitest'
import { joinList } from './lists.ts'
import { locales, type Locale } from './locales.ts'

const joined: Record<Locale, string> = {
  'zh-CN': '甲、乙、丙',
  'zh-TW': '甲、乙、丙',
  'en-US': '甲, 乙, 丙',
  'pt-BR': '甲, 乙, 丙',
  'id-ID': '甲, 乙, 丙',
}

it.each(locales)('the entries of a list are separated in %s', (locale) => {
  expect(joinList(locale, ['甲', '乙', '丙'])).toBe(joined[locale])
  expect(joinList(locale, ['甲'])).toBe('甲')
  expect(joinList(locale, [])).toBe('')
})
