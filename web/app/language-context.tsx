import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { hasUnsavedChanges } from '../router/leave-guard.ts'
import { isFormChanged } from '../ui/form/form-changes.ts'
import { IntlProvider } from '../ui/intl.tsx'
import { rememberLocale, type Language } from './language.ts'

const LanguageContext = createContext<Language | undefined>(undefined)

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => {
  const current = () => language.intl
  const intl = useSyncExternalStore(language.subscribe, current, current)
  return (
    <LanguageContext value={language}>
      <IntlProvider value={intl}>{children}</IntlProvider>
    </LanguageContext>
  )
}

export const useLanguage = (): Language => {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage outside of LanguageProvider')
  return language
}

/** There is unsaved input that a reload would lose. */
const isTyping = (): boolean => hasUnsavedChanges() || Array.from(document.forms).some(isFormChanged)

/** Choosing a language reloads the page, unless there is unsaved input. */
export const useChooseLocale = (): ((locale: Locale) => Promise<void>) => {
  const language = useLanguage()
  return useCallback(
    async (locale) => {
      rememberLocale(locale)
      // A language in the address would override the choice.
      const url = new URL(location.href)
      url.searchParams.delete('lang')
      if (isTyping()) {
        history.replaceState(history.state, '', url)
        await language.change(locale)
      } else if (url.href === location.href) location.reload()
      else location.replace(url)
    },
    [language],
  )
}
