import { localeKey, type Locale } from '@lectern/contract/locales.ts'
import type { Area } from '@lectern/messages/areas.ts'
import { createIntl, type IntlShape, type Messages } from '../ui/intl.tsx'

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

/** The list of all messages is loaded when the first of them is needed that did not come with the document. */
const loadMessages = async (locale: Locale, areas: readonly Area[]): Promise<Messages> =>
  (await import('./messages.ts')).loadMessages(locale, areas)

/** `areas` says which messages these are. */
export const createLanguage = (
  locale: Locale,
  messages: Messages,
  timeZone: string,
  areas: readonly Area[] = ['site'],
): Language => {
  const speak = (spoken: Locale, texts: Messages): IntlShape =>
    createIntl({ locale: spoken, messages: texts, timeZone })
  const listeners = new Set<() => void>()
  const loadedAreas = new Set<Area>(areas)
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
    change: async (next) => become(speak(next, await loadMessages(next, [...loadedAreas]))),
    learn: async (needed) => {
      const unknown = needed.filter((area) => !loadedAreas.has(area))
      if (unknown.length === 0) return
      const learned = await loadMessages(intl.locale, unknown)
      for (const area of unknown) loadedAreas.add(area)
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
