import { useEffect, useState, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { createIntl, IntlProvider, useIntl, type IntlShape } from '../ui/intl.tsx'
import { loadMessages } from './messages.ts'

/** Shows part of a page in another language, as readers of that language see it. */
export const InLanguage = ({ locale, children }: { locale: Locale; children: ReactNode }) => {
  const { timeZone } = useIntl()
  const [intl, setIntl] = useState<IntlShape>()
  useEffect(() => {
    let isCurrent = true
    loadMessages(locale, ['site', 'form', 'content', 'sections', 'pages', 'activity', 'contest']).then(
      (messages) => isCurrent && setIntl(createIntl({ locale, messages, timeZone })),
      // On failure, keep the current language.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [locale, timeZone])
  if (!intl) return children
  return <IntlProvider value={intl}>{children}</IntlProvider>
}
