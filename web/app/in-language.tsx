import { useEffect, useState, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { createIntl, IntlProvider, useIntl, type IntlShape } from '../ui/intl.tsx'
import { loadMessages } from './messages.ts'

/** Part of a page in the words of another language, as visitors of that language would read it. */
export const InLanguage = ({ locale, children }: { locale: Locale; children: ReactNode }) => {
  const { timeZone } = useIntl()
  const [intl, setIntl] = useState<IntlShape>()
  useEffect(() => {
    let isCurrent = true
    loadMessages(locale, ['site', 'form', 'content', 'sections', 'pages', 'contest']).then(
      (messages) => isCurrent && setIntl(createIntl({ locale, messages, timeZone })),
      // In the words that are here; they are better than none.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [locale, timeZone])
  if (!intl) return children
  return <IntlProvider value={intl}>{children}</IntlProvider>
}
