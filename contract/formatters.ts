import type { Locale } from './locales.ts'

/** Formatters are expensive to create, so they are cached by their options. */
const memoize = <Options, Formatter>(
  make: new (locale: Locale, options?: Options) => Formatter,
): ((locale: Locale, options?: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const formatter = formatters.get(key) ?? new make(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}

export const dateFormat = memoize(Intl.DateTimeFormat)
export const numberFormat = memoize(Intl.NumberFormat)
export const pluralRules = memoize(Intl.PluralRules)
