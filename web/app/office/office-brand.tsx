import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { Link } from '../../router/link.tsx'
import { useIntl } from '../../ui/intl.tsx'
import logo from '../../ui/logo.svg'
import { Picture } from '../../ui/picture.tsx'
import { useSite } from '../site.tsx'
import styles from './office-brand.module.css'

/** Whose office this is; leads to its first page. */
export const OfficeBrand = () => {
  const { settings } = useSite()
  const intl = useIntl()
  return (
    <Link className={styles.brand} to="/Admin">
      {settings.logo ? (
        <Picture picture={settings.logo} alt="" sizes="64px" first />
      ) : (
        <img src={logo} alt="" width="28" height="28" />
      )}
      <span>
        <strong>{localize(settings.title, intl.locale as Locale).text}</strong>
        <small>{intl.formatMessage({ id: 'menu.admin' })}</small>
      </span>
    </Link>
  )
}
