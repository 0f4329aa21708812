import { locales } from '@lectern/contract/locales.ts'
import { expect, test } from 'vitest'
import { asWritten, valueTexts } from './values.ts'

test('names of things and moments are told in the language of the reader, names of people as they are written', () => {
  const values = {
    person: asWritten('Ana'),
    count: 3,
    activity: { inLanguages: { 'zh-CN': '课程创新', 'en-US': 'Course Innovation' } },
    until: { moment: new Date('2026-05-01T10:00:00Z'), timeZone: 'Asia/Shanghai' },
  }
  expect(Object.fromEntries(locales.map((locale) => [locale, Object.values(valueTexts(values, locale))]))).toEqual({
    'zh-CN': ['Ana', 3, '课程创新', expect.stringContaining('2026年5月1日')],
    'zh-TW': ['Ana', 3, '课程创新', expect.stringContaining('2026年5月1日')],
    'en-US': ['Ana', 3, 'Course Innovation', expect.stringContaining('May 1, 2026')],
    'pt-BR': ['Ana', 3, '课程创新', expect.stringContaining('1 de maio de 2026')],
    'id-ID': ['Ana', 3, '课程创新', expect.stringContaining('1 Mei 2026')],
  })
})
