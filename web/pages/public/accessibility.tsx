import type { MessageId } from '@lectern/messages/message-id.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { Link } from '../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './accessibility.module.css'

const promises = ['keyboard', 'reader', 'contrast', 'zoom', 'motion', 'script', 'time'] as const
const limits = ['uploads', 'videos', 'office'] as const

/** The accessibility statement: what the site supports, known limits, and where to report problems. */
export default function Accessibility() {
  const intl = useIntl()
  const { settings, version } = useSite()
  const title = intl.formatMessage({ id: 'accessibility.title' })
  const points = (ids: readonly MessageId[]) => (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <FormattedMessage id={id} />
        </li>
      ))}
    </ul>
  )
  return (
    <article className={styles.page}>
      <PageHead title={title} description={intl.formatMessage({ id: 'accessibility.lead' })} path="/Accessibility" />
      <h1>{title}</h1>
      <p className={styles.lead}>
        <FormattedMessage id="accessibility.lead" />
      </p>
      <h2>
        <FormattedMessage id="accessibility.does" />
      </h2>
      {points(promises.map((name) => `accessibility.does.${name}` as const))}
      <h2>
        <FormattedMessage id="accessibility.limits" />
      </h2>
      {points(limits.map((name) => `accessibility.limits.${name}` as const))}
      <h2>
        <FormattedMessage id="accessibility.tested" />
      </h2>
      <p>
        <FormattedMessage id="accessibility.tested.how" values={{ version }} />
      </p>
      <h2>
        <FormattedMessage id="accessibility.tell" />
      </h2>
      <p>
        <FormattedMessage id="accessibility.tell.how" />
      </p>
      <ul>
        <li>
          <Link to="/Contact">
            <FormattedMessage id="accessibility.tell.form" />
          </Link>
        </li>
        {settings.email && (
          <li>
            <a href={`mailto:${settings.email}`}>{settings.email}</a>
          </li>
        )}
        {settings.phone && (
          <li>
            <a href={`tel:${settings.phone.replaceAll(/[^\d+]/g, '')}`}>{settings.phone}</a>
          </li>
        )}
      </ul>
    </article>
  )
}
