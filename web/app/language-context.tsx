import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { RawIntlProvider } from 'react-intl'
import { rememberLocale, type Language } from './language.ts'

const LanguageContext = createContext<Language | undefined>(undefined)

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => {
  const current = () => language.intl
  const intl = useSyncExternalStore(language.subscribe, current, current)
  return (
    <LanguageContext value={language}>
      <RawIntlProvider value={intl}>{children}</RawIntlProvider>
    </LanguageContext>
  )
}

/** Choosing a language reloads the page, unless told otherwise. */
export const useChooseLocale = (): ((locale: Locale, options?: { reload?: boolean }) => Promise<void>) => {
  const language = use(LanguageContext)
  return useCallback(
    async (locale, { reload = true } = {}) => {
      rememberLocale(locale)
      if (!reload) {
        await language?.change(locale)
        return
      }
      // The address must not contradict the choice.
      const url = new URL(location.href)
      url.searchParams.delete('lang')
      if (url.href === location.href) location.reload()
      else location.replace(url)
    },
    [language],
  )
}
