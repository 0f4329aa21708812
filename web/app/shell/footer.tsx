import { FormattedMessage, useIntl } from 'react-intl'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { Link } from '../../router/link.tsx'
import { HallRows } from '../../ui/drawings.tsx'
import { useSite } from '../site.tsx'
import { Menu } from './menu.tsx'
import styles from './footer.module.css'

export const Footer = () => {
  const { settings, version } = useSite()
  const intl = useIntl()
  return (
    <footer className={styles.footer}>
      <HallRows />
      <div className={styles.content}>
        <div>
          <p className={styles.title}>{localize(settings.title, intl.locale as Locale).text}</p>
          <p>
            <FormattedMessage id="footer.organiser" />
          </p>
        </div>
        <nav aria-label={intl.formatMessage({ id: 'footer.links' })}>
          <Menu className={styles.links} />
        </nav>
        <p className={styles.fine}>
          <Link to="/Privacy">
            <FormattedMessage id="footer.privacy" />
          </Link>
          <Link to="/Terms">
            <FormattedMessage id="footer.terms" />
          </Link>
          <a href="/feed.xml">
            <FormattedMessage id="shell.feed" />
          </a>
          <span>Lectern {version}</span>
        </p>
      </div>
    </footer>
  )
}
