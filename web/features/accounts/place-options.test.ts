import { expect, test } from 'vitest'
import { cityOptions, countryOptions, provinceOptions } from './place-options.ts'

test('China is first, then all other countries in the order of the language', () => {
  const english = countryOptions('en-US')
  expect(english.slice(0, 3).map(({ label }) => label)).toEqual(['China', 'Afghanistan', 'Åland Islands'])
  expect(english.filter(({ value }) => value === 'CN')).toHaveLength(1)
  const portuguese = countryOptions('pt-BR').map(({ label }) => label)
  expect(portuguese.indexOf('Alemanha')).toBeLessThan(portuguese.indexOf('Brasil'))
})

test('provinces are in the order of their codes for readers of Chinese, and alphabetical for others', () => {
  expect(provinceOptions('zh-CN')[0]).toEqual({ value: '110000', label: '北京市' })
  expect(provinceOptions('zh-TW')).toHaveLength(34)
  expect(provinceOptions('en-US')[0]!.label).toBe('Anhui')
})

test('cities belong to their province, and without a province there are none', () => {
  expect(cityOptions('810000', 'en-US').map(({ value }) => value)).toEqual(['810000'])
  expect(cityOptions('', 'en-US')).toEqual([])
})
