import { countries } from '@lectern/contract/countries.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { citiesOf, provinces, regionName, type Region } from '@lectern/contract/regions.ts'

export interface PlaceOption {
  value: string
  label: string
}

const sorted = (options: readonly PlaceOption[], locale: Locale): PlaceOption[] => {
  const { compare } = new Intl.Collator(locale)
  return options.toSorted((one, other) => compare(one.label, other.label))
}

/** China first, then all others in the order of the reader's language. */
export const countryOptions = (locale: Locale): PlaceOption[] => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const [home, others] = [countries.filter((code) => code === 'CN'), countries.filter((code) => code !== 'CN')].map(
    (codes) => codes.map((code) => ({ value: code, label: names.of(code) ?? code })),
  )
  return [...home!, ...sorted(others!, locale)]
}

/** Chinese forms use the order of the codes; for other languages it is alphabetical. */
const regionOptions = (regions: readonly Region[], locale: Locale): PlaceOption[] => {
  const options = regions.map(({ code }) => ({ value: code, label: regionName(code, locale) ?? code }))
  return locale.startsWith('zh') ? options : sorted(options, locale)
}

export const provinceOptions = (locale: Locale): PlaceOption[] => regionOptions(provinces, locale)

export const cityOptions = (province: string, locale: Locale): PlaceOption[] =>
  regionOptions(citiesOf(province), locale)
