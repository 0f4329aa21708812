import type { IncomingHttpHeaders } from 'node:http'
import { defaultLocale, isLocale, localeKey, negotiateLocale, type Locale } from '@lectern/contract/locales.ts'

/** Those of browsers are far shorter; what is longer is read each time. */
const longestRemembered = 200

const remembered = new Map<string, Locale>()

const acceptedLocale = (header: string | undefined): Locale => {
  if (!header) return defaultLocale
  const known = remembered.get(header)
  if (known) return known
  const locale = negotiateLocale(header) ?? defaultLocale
  if (header.length > longestRemembered) return locale
  // Few distinct headers exist in the wild; a stream of invented ones must not grow this for ever.
  if (remembered.size >= 1_000) remembered.clear()
  remembered.set(header, locale)
  return locale
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${localeKey.replace('.', '\\.')}=([\\w-]+)`)

/** Data follows `Accept-Language`, which our own browser code sets to the language in use. */
export const localeOfCall = (headers: IncomingHttpHeaders): Locale => acceptedLocale(headers['accept-language'])

/** A page follows its address, then the reader's mirrored choice, then the browser. */
export const localeOfPage = (headers: IncomingHttpHeaders, url: string): Locale => {
  const asked = /[?&]lang=([\w-]+)/.exec(url)?.[1]
  if (isLocale(asked)) return asked
  const chosen = headers.cookie && cookiePattern.exec(headers.cookie)?.[1]
  return isLocale(chosen) ? chosen : acceptedLocale(headers['accept-language'])
}
