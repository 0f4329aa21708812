import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { defaultLocale, isLocale, localeKey, locales, negotiateLocale, type Locale } from '@lectern/contract/locales.ts'
import { languageHeader, type LanguageSource } from './shared-caching.ts'

/** Headers of browsers are far shorter; longer ones are not cached. */
const longestRemembered = 200

/** The offered languages change only with the settings, and are a new list each time. */
const remembered = new WeakMap<readonly Locale[], Map<string, Locale>>()

const rememberedFor = (offered: readonly Locale[]): Map<string, Locale> => {
  const answers = remembered.get(offered) ?? new Map<string, Locale>()
  remembered.set(offered, answers)
  return answers
}

const acceptedLocale = (header: string | undefined, offered: readonly Locale[]): Locale => {
  if (!header) return defaultLocale
  const answers = rememberedFor(offered)
  const cached = answers.get(header)
  if (cached) return cached
  const locale = negotiateLocale(header, offered) ?? defaultLocale
  if (header.length > longestRemembered) return locale
  // Few distinct headers occur in practice; a stream of invented ones must not grow this for ever.
  if (answers.size >= 1_000) answers.clear()
  answers.set(header, locale)
  return locale
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${localeKey.replace('.', '\\.')}=([\\w-]+)`)

export const languageCookie = (cookies: string): string | undefined => cookiePattern.exec(cookies)?.[1]

/** Data follows `Accept-Language`, which our own browser code sets to the current language. */
export const localeOfCall = (headers: IncomingHttpHeaders): Locale =>
  acceptedLocale(headers['accept-language'], locales)

/** Reads the language that a proxy has found out for its reader, if it is one of these addresses and networks. */
export const createProxyLanguage = (trusted: readonly string[]): ProxyLanguage => {
  const proxies = new BlockList()
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const trustOf = new WeakMap<Socket, boolean>()
  const isTrusted = (socket: Socket): boolean => {
    const cached = trustOf.get(socket)
    if (cached !== undefined) return cached
    const { remoteAddress = '', remoteFamily } = socket
    const result = remoteAddress !== '' && proxies.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')
    trustOf.set(socket, result)
    return result
  }
  return ({ headers, socket }) => {
    const language = headers[languageHeader]
    return language !== undefined && isLocale(language) && isTrusted(socket) ? language : undefined
  }
}

export type ProxyLanguage = (request: IncomingMessage) => Locale | undefined

interface NamedLanguage {
  locale: Locale
  namedBy?: LanguageSource | undefined
}

/** The language of public data: a trusted proxy's, or as for all data. */
export const languageOfCall = (headers: IncomingHttpHeaders, ofProxy: Locale | undefined): NamedLanguage =>
  ofProxy ? { locale: ofProxy, namedBy: 'proxy' } : { locale: localeOfCall(headers) }

/**
 * A page follows its address, then the proxy, then the language cookie, then the browser; limited to the offered
 * languages.
 */
export const languageOfPage = (
  headers: IncomingHttpHeaders,
  url: string,
  offered: readonly Locale[],
  ofProxy?: Locale,
): NamedLanguage => {
  const isOffered = (value: string | undefined): value is Locale => isLocale(value) && offered.includes(value)
  const tag = /[?&]lang=([\w-]+)/.exec(url)?.[1]
  if (isOffered(tag)) return { locale: tag, namedBy: ofProxy ? 'proxy' : 'address' }
  if (isOffered(ofProxy)) return { locale: ofProxy, namedBy: 'proxy' }
  const chosen = headers.cookie ? languageCookie(headers.cookie) : undefined
  return { locale: isOffered(chosen) ? chosen : acceptedLocale(headers['accept-language'], offered) }
}

export const localeOfPage = (headers: IncomingHttpHeaders, url: string, offered: readonly Locale[] = locales): Locale =>
  languageOfPage(headers, url, offered).locale
