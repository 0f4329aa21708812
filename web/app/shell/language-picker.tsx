import type { Locale } from '@lectern/contract/locales.ts'
import { isPlainClick } from '../../router/link.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { useRouterState } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { useSite } from '../site.tsx'
import { useChooseLocale } from '../language-context.tsx'
import { LanguageFlag } from './language-flag.tsx'
import { languageOption } from './language-options.ts'
import styles from './picker.module.css'

/** The languages of the site with their flags. The links work without JavaScript; with it, the choice is stored. */
export const LanguagePicker = () => {
  const intl = useIntl()
  const { languages } = useSite().settings
  const choose = useChooseLocale()
  const query = new URLSearchParams(useRouterState().place.search)
  const addressOf = (locale: Locale): string => {
    query.set('lang', locale)
    return `?${query}`
  }
  return (
    <Dropdown label={intl.formatMessage({ id: 'shell.language' })} icon={<LanguageFlag lang={intl.locale} />}>
      <ul className={styles.list}>
        {languages.map((locale) => {
          const { label, title } = languageOption(locale)
          return (
            <li key={locale}>
              <a
                href={addressOf(locale)}
                lang={locale}
                hrefLang={locale}
                title={title}
                rel="nofollow"
                aria-current={locale === intl.locale || undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  void choose(locale)
                }}
              >
                <LanguageFlag lang={locale} />
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </Dropdown>
  )
}
