import type { IncomingHttpHeaders } from 'node:http'
import { defaultLocale, isLocale, localeKey, locales, negotiateLocale, type Locale } from '@lectern/contract/locales.ts'

/** Headers of browsers are far shorter; longer ones are not cached. */
const longestRemembered = 200

/** The offered languages change only with the settings, and are a new list each time. */
const remembered = new WeakMap<readonly Locale[], Map<string, Locale>>()

const rememberedFor = (offered: readonly Locale[]): Map<string, Locale> => {
  const known = remembered.get(offered) ?? new Map<string, Locale>()
  remembered.set(offered, known)
  return known
}

const acceptedLocale = (header: string | undefined, offered: readonly Locale[]): Locale => {
  if (!header) return defaultLocale
  const answers = rememberedFor(offered)
  const known = answers.get(header)
  if (known) return known
  const locale = negotiateLocale(header, offered) ?? defaultLocale
  if (header.length > longestRemembered) return locale
  // Few distinct headers occur in practice; a stream of invented ones must not grow this for ever.
  if (answers.size >= 1_000) answers.clear()
  answers.set(header, locale)
  return locale
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${localeKey.replace('.', '\\.')}=([\\w-]+)`)

/** Data follows `Accept-Language`, which our own browser code sets to the current language. */
export const localeOfCall = (headers: IncomingHttpHeaders): Locale =>
  acceptedLocale(headers['accept-language'], locales)

/** A page follows its address, then the language cookie, then the browser; limited to the offered languages. */
export const localeOfPage = (
  headers: IncomingHttpHeaders,
  url: string,
  offered: readonly Locale[] = locales,
): Locale => {
  const isOffered = (value: string | undefined): value is Locale => isLocale(value) && offered.includes(value)
  const asked = /[?&]lang=([\w-]+)/.exec(url)?.[1]
  if (isOffered(asked)) return asked
  const chosen = headers.cookie ? cookiePattern.exec(headers.cookie)?.[1] : undefined
  return isOffered(chosen) ? chosen : acceptedLocale(headers['accept-language'], offered)
}
