import { localeKey, type Locale } from '@lectern/contract/locales.ts'
import { createIntl, type IntlShape, type Messages } from '../ui/intl.tsx'
import { loadMessages, type Area } from './messages.ts'

/** The current language, for React and for code outside of it. */
export interface Language {
  readonly intl: IntlShape
  readonly locale: Locale
  subscribe(listener: () => void): () => void
  /** Switches the language without a reload. */
  change(locale: Locale): Promise<void>
  /** Loads the messages of further areas, if they are missing. */
  learn(areas: readonly Area[]): Promise<void>
}

export const createLanguage = (locale: Locale, messages: Messages, timeZone: string): Language => {
  const speak = (spoken: Locale, texts: Messages): IntlShape =>
    createIntl({ locale: spoken, messages: texts, timeZone })
  const listeners = new Set<() => void>()
  const known = new Set<Area>(['site'])
  let intl = speak(locale, messages)
  const become = (next: IntlShape): void => {
    intl = next
    for (const listener of listeners) listener()
  }
  return {
    get intl() {
      return intl
    },
    get locale() {
      return intl.locale
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: async (next) => become(speak(next, await loadMessages(next, [...known]))),
    learn: async (areas) => {
      const unknown = areas.filter((area) => !known.has(area))
      if (unknown.length === 0) return
      const learned = await loadMessages(intl.locale, unknown)
      for (const area of unknown) known.add(area)
      become(speak(intl.locale, { ...intl.messages, ...learned }))
    },
  }
}

/** Stores the choice in this browser, and in a cookie for the server. */
export const rememberLocale = (locale: Locale): void => {
  try {
    localStorage.setItem(localeKey, locale)
  } catch {
    // Storage may be blocked; the cookie is enough.
  }
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${localeKey}=${locale}; path=/; max-age=31536000; samesite=lax${secure}`
}
