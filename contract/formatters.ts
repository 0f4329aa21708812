import type { Locale } from './locales.ts'

/** Formatters are expensive to create, so they are cached by their options. */
const kept = <Options, Formatter>(
  make: new (locale: Locale, options?: Options) => Formatter,
): ((locale: Locale, options?: Options) => Formatter) => {
  const made = new Map<string, Formatter>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const formatter = made.get(key) ?? new make(locale, options)
    made.set(key, formatter)
    return formatter
  }
}

export const dateFormat = kept(Intl.DateTimeFormat)
export const numberFormat = kept(Intl.NumberFormat)
export const pluralRules = kept(Intl.PluralRules)
