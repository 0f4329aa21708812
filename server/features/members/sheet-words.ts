import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import { countries } from '@lectern/contract/countries.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { locales } from '@lectern/contract/locales.ts'
import { citiesOf, provinces, type Region } from '@lectern/contract/regions.ts'
import { t } from '../../platform/messages.ts'

/** What people write in a sheet, in any of the languages, as the values that are stored. */

/** No region or access name is nearly this long; normalizing longer text would be slow. */
const maxWordLength = 200

const fold = (text: string): string => plainName(text.slice(0, maxWordLength)).toLowerCase()

type Country = (typeof countries)[number]

let codesByCountry: Map<string, Country> | undefined

const countriesByName = (): Map<string, Country> =>
  new Map(
    locales.flatMap((locale) => {
      const names = new Intl.DisplayNames([locale], { type: 'region' })
      return countries.flatMap((code) => [code, names.of(code) ?? code].map((name) => [fold(name), code] as const))
    }),
  )

export const countryNamed = (text: string): Country | undefined =>
  // Thousands of names: built when the first sheet comes.
  (codesByCountry ??= countriesByName()).get(fold(text))

/** By code, normalized once: a long sheet contains the same few again and again. */
const namesOfRegions = new Map<string, Set<string>>()

const namesOf = ({ code, names }: Region): Set<string> => {
  const spellings = namesOfRegions.get(code) ?? new Set([code, ...Object.values(names).map(fold)])
  namesOfRegions.set(code, spellings)
  return spellings
}

/** Finds a region by code or name; Chinese names also without the type of unit (北京 for 北京市). */
const regionNamed = (regions: readonly Region[], text: string): string | undefined => {
  const folded = fold(text)
  const named = regions.find((region) => namesOf(region).has(folded))
  if (named || folded.length < 2) return named?.code
  const begun = regions.filter(({ names }) =>
    [names.simplified, names.traditional].some((name) => name.startsWith(folded)),
  )
  return begun.length === 1 ? begun[0]!.code : undefined
}

export const provinceNamed = (text: string): string | undefined => regionNamed(provinces, text)

export const cityNamed = (province: string, text: string): string | undefined => regionNamed(citiesOf(province), text)

/** Organisers are appointed one by one, never in a sheet. */
const importedAccesses = ['user', 'expert'] as const
type ImportedAccess = (typeof importedAccesses)[number]

const accessesByName = new Map<string, ImportedAccess>(
  importedAccesses.flatMap((access) =>
    [access, ...locales.map((locale) => t(locale, `sheet.access.${access}`))].map((name) => [fold(name), access]),
  ),
)

export const accessNamed = (text: string): ImportedAccess | undefined => accessesByName.get(fold(text))

export const accessLabels = (locale: (typeof locales)[number]): string =>
  joinList(
    locale,
    importedAccesses.map((access) => t(locale, `sheet.access.${access}`)),
  )
