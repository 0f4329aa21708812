import { describe, expect, test } from 'vitest'
import { directionOf, isLocale, locales, nearestLocale, negotiateLocale } from './locales.ts'
import { localize } from './localized.ts'

describe('the nearest locale', () => {
  test.each([
    ['zh-CN', 'zh-CN'],
    ['ZH-tw', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-Hans-TW', 'zh-CN'],
    ['zh-Hant-CN', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-MO', 'zh-TW'],
    ['zh-SG', 'zh-CN'],
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['pt-PT', 'pt-BR'],
    ['id', 'id-ID'],
    [' en-US ', 'en-US'],
    ['fr', undefined],
    ['*', undefined],
    ['', undefined],
    ['engine', undefined],
  ])('of %j is %j', (tag, expected) => {
    expect(nearestLocale(tag)).toBe(expected)
  })
})

describe('the accepted locale', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['fr, de;q=0.9', undefined],
    ['fr, en;q=0.5', 'en-US'],
    ['en;q=0.5, pt;q=0.8', 'pt-BR'],
    ['en;q=0.8, pt;q=0.8', 'en-US'],
    ['en;q=0, pt', 'pt-BR'],
    ['en ; q=0.1 , id ; q=0.2', 'id-ID'],
    ['en;level=1;q=0.1, id;q=0.2', 'id-ID'],
    ['en;q=1.1.1, id;q=0.2', 'id-ID'],
    [`${'x-long,'.repeat(10_000)}en`, undefined],
  ])('of %j is %j', (header, expected) => {
    expect(negotiateLocale(header)).toBe(expected)
  })
})

test('only the five are locales', () => {
  expect(locales.every((locale) => isLocale(locale))).toBe(true)
  expect(['zh-cn', 'zh', '', 'constructor', null, undefined, 0, ['zh-CN']].some((value) => isLocale(value))).toBe(false)
})

test.each([
  ['he', 'rtl'],
  ['ar-EG', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ku', 'rtl'],
  ['zh-CN', 'ltr'],
  ['en-US', 'ltr'],
])('%s is named %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})

describe('a text for readers', () => {
  test('is in the requested language, else in Chinese, else in any language that it has', () => {
    expect(localize({ 'zh-CN': '甲', 'en-US': 'A' }, 'en-US')).toEqual({ text: 'A', locale: 'en-US' })
    expect(localize({ 'zh-CN': '甲', 'en-US': 'A' }, 'pt-BR')).toEqual({ text: '甲', locale: 'zh-CN' })
    expect(localize({ 'id-ID': 'Satu' }, 'pt-BR')).toEqual({ text: 'Satu', locale: 'id-ID' })
    expect(localize({ 'pt-BR': '', 'en-US': 'A' }, 'pt-BR')).toEqual({ text: 'A', locale: 'en-US' })
    expect(localize({}, 'pt-BR')).toEqual({ text: '', locale: 'pt-BR' })
  })
})
