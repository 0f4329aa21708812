import type { Locale } from '@lectern/contract/locales.ts'
import { useIntl } from '../../ui/intl.tsx'

interface Marks {
  /** For texts of the section. */
  theirs: { lang?: string }
  /** For texts of the site around it. */
  ours: { lang?: string }
}

/** `lang` attributes for a section; none if everything is in the reader's language. */
export const useOwnLanguage = (locale: Locale): Marks => {
  const intl = useIntl()
  return locale === intl.locale ? { theirs: {}, ours: {} } : { theirs: { lang: locale }, ours: { lang: intl.locale } }
}
