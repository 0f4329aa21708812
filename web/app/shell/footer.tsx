import { localize } from '@lectern/contract/localized.ts'
import { Link } from '../../router/link.tsx'
import { HallRows } from '../../ui/drawings.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Shared } from '../../ui/shared-markup.tsx'
import { useSite } from '../site.tsx'
import { MenuColumns } from './menu.tsx'
import styles from './footer.module.css'

/** The organiser of the site and its contacts. */
const Organiser = () => {
  const { organiser, email, phone } = useSite().settings
  const { locale } = useIntl()
  return (
    <>
      <p>{localize(organiser, locale).text}</p>
      {(email ?? phone) && (
        <p className={`row ${styles.contacts}`}>
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>}
        </p>
      )}
    </>
  )
}

/** Registration numbers of the site, with links to the registers. */
const Registrations = () => {
  const { icp, publicSecurity } = useSite().settings
  const digits = publicSecurity?.replaceAll(/\D/g, '')
  return (
    <>
      {icp && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {icp}
        </a>
      )}
      {publicSecurity && (
        <a href={`https://beian.mps.gov.cn/#/query/webSearch?code=${digits}`} target="_blank" rel="noreferrer">
          {publicSecurity}
        </a>
      )}
    </>
  )
}

const Content = () => {
  const { settings, version } = useSite()
  const intl = useIntl()
  return (
    <>
      <HallRows />
      <div className={styles.content}>
        <div>
          <p className={styles.title}>{localize(settings.title, intl.locale).text}</p>
          <Organiser />
        </div>
        <nav aria-label={intl.formatMessage({ id: 'footer.links' })}>
          <MenuColumns className={styles.links} />
        </nav>
        <p className={`cluster ${styles.fine}`}>
          <Link to="/Privacy">
            <FormattedMessage id="footer.privacy" />
          </Link>
          <Link to="/Terms">
            <FormattedMessage id="footer.terms" />
          </Link>
          <Link to="/Accessibility">
            <FormattedMessage id="footer.accessibility" />
          </Link>
          <a href="/feed.xml">
            <FormattedMessage id="shell.feed" />
          </a>
          <Registrations />
          <span>Lectern {version}</span>
        </p>
      </div>
    </>
  )
}

export const Footer = () => (
  <Shared tag="footer" name="footer" className={`print-hidden ${styles.footer}`}>
    <Content />
  </Shared>
)
