import type { Locale } from '@lectern/contract/locales.ts'
import { FormattedMessage, useIntl } from './intl.tsx'
import styles from './language-mark.module.css'

/** Names the language of a text in a list if it is not the reader's. */
export const LanguageMark = ({ locale }: { locale: Locale }) => {
  const intl = useIntl()
  if (locale === intl.locale) return null
  return (
    <span className={`muted small ${styles.mark}`} lang={intl.locale}>
      <FormattedMessage id={`shownIn.${locale}`} />
    </span>
  )
}
