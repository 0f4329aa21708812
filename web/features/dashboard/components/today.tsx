import type { OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './overview.module.css'

/** What may wait for an organiser, by the name of its count, with the list of exactly that. */
const places = {
  enrolments: '/Admin/Enrolment?state=submitted',
  works: '/Admin/Work?state=submitted',
  recommendations: '/Admin/Recommendation?tab=lists&mark=waiting',
  institutions: '/Admin/Institution?tab=officers',
  results: '/Admin/Result',
  cases: '/Admin/Case',
  rounds: '/Admin/Review',
  experts: '/Admin/Review?state=open',
  corrections: '/Admin/Certificate?tab=corrections&state=open',
  stampedCertificates: '/Admin/Certificate?stamp=demo',
  changedAwards: '/Admin/Certificate?award=changed',
  messages: '/Admin/Message?state=new',
  tasks: '/Admin/Task?state=failed',
  outbox: '/Admin/Outbox?state=failed',
  webhooks: '/Admin/Webhook',
} as const
const names = Object.keys(places) as (keyof typeof places)[]

/** What needs this organiser now. */
export const Today = ({ counts }: { counts: OfficeCounts }) => {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'office.dashboard.today.title' })
  const open = names.flatMap((name) => ((counts[name] ?? 0) > 0 ? [{ name, count: counts[name]! }] : []))
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {open.length === 0 ? (
        <p>
          <FormattedMessage id="office.dashboard.today.nothing" />
        </p>
      ) : (
        <ul className={`stack gap-8 ${styles.list}`}>
          {open.map(({ name, count }) => (
            <li key={name}>
              <Link to={places[name]}>
                <FormattedMessage id={`office.dashboard.today.${name}`} values={{ count }} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
