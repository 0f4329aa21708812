import type { Locale } from '@lectern/contract/locales.ts'
import { useIntl } from '../../ui/intl.tsx'

interface Marks {
  /** For what is written in the language of the section. */
  theirs: { lang?: string }
  /** For what the site says around it. */
  ours: { lang?: string }
}

/** How the languages of a section are marked: not at all where everything is in the reader's. */
export const useOwnLanguage = (locale: Locale): Marks => {
  const intl = useIntl()
  return locale === intl.locale ? { theirs: {}, ours: {} } : { theirs: { lang: locale }, ours: { lang: intl.locale } }
}
