/** The languages of the interface, in the order of the language picker. */
export const locales = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR', 'id-ID'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'zh-CN'

/** The chosen language: a key in local storage, and a cookie of the same name for the server. */
export const localeKey = 'lectern.locale'

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

const rightToLeft = /^(he|ar|fa|ku)/i

export const directionOf = (tag: string): 'rtl' | 'ltr' => (rightToLeft.test(tag) ? 'rtl' : 'ltr')

/** The supported locale nearest to a language tag: zh-TW for `zh-Hant-HK`, en-US for `en-GB`. */
export const nearestLocale = (tag: string): Locale | undefined => {
  const parts = tag.trim().toLowerCase().split('-')
  const exact = locales.find((locale) => locale.toLowerCase() === parts.join('-'))
  if (exact) return exact
  if (parts[0] === 'zh') {
    // The script takes precedence over the region: Hong Kong has readers of both.
    if (parts.includes('hans')) return 'zh-CN'
    return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN'
  }
  return locales.find((locale) => locale.split('-')[0] === parts[0])
}

/** The nearest locale that the site offers. Each of the two Chinese locales is a fallback for the other. */
const nearestOffered = (tag: string, offered: readonly Locale[]): Locale | undefined => {
  const nearest = nearestLocale(tag)
  if (nearest === undefined || offered.includes(nearest)) return nearest
  return nearest.startsWith('zh') ? defaultLocale : undefined
}

/** The first supported locale of an `Accept-Language` header (or `navigator.languages` joined by commas). */
export const negotiateLocale = (
  acceptLanguage: string | undefined,
  offered: readonly Locale[] = locales,
): Locale | undefined => {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry, position) => {
      const [tag = '', ...parameters] = entry.split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality), position }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.position - b.position)
  for (const { tag } of wishes) {
    const locale = nearestOffered(tag, offered)
    if (locale) return locale
  }
  return undefined
}
