import { localize } from '@lectern/contract/localized.ts'
import { Link } from '../../router/link.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { SiteLogo } from '../site-logo.tsx'
import { useSite } from '../site.tsx'
import styles from './office-brand.module.css'

/** Name of the site; links to the first page of the office. */
export const OfficeBrand = () => {
  const { settings } = useSite()
  const intl = useIntl()
  return (
    <Link className={styles.brand} to="/Admin">
      <SiteLogo size={28} sizes="64px" />
      <span>
        <strong>{localize(settings.title, intl.locale).text}</strong>
        <small>{intl.formatMessage({ id: 'menu.admin' })}</small>
      </span>
    </Link>
  )
}
