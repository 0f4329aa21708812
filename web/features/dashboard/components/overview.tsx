import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Dashboard } from '@lectern/contract/dashboard.ts'
import { placeStates } from '@lectern/contract/enrolment-values.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { Link } from '../../../router/link.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { listLink } from '../list-link.ts'
import { Bars, Columns } from './charts.tsx'
import styles from './overview.module.css'

interface OverviewProps {
  dashboard: Dashboard & { edition: NonNullable<Dashboard['edition']> }
}

/** Number of teams at each step. */
const Steps = ({ dashboard: { steps } }: OverviewProps) => {
  const intl = useIntl()
  return (
    <ul className={styles.steps} aria-label={intl.formatMessage({ id: 'office.dashboard.steps' })}>
      {steps.map(({ step, count, link, isWaiting }) => (
        <li key={step} data-waits={isWaiting}>
          <Link to={link}>
            <strong>{intl.formatNumber(count)}</strong>
            <span>
              <FormattedMessage id={`office.dashboard.step.${step}`} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Waiting = ({ dashboard: { waiting, states, edition } }: OverviewProps) => {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'office.dashboard.waiting' })
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {waiting.length === 0 ? (
        <p>
          <FormattedMessage id="office.dashboard.nothingWaits" />
        </p>
      ) : (
        <>
          <ul className={styles.list}>
            {waiting.map(({ id, number, team, activity, submittedAt }) => (
              <li key={id}>
                <Link to={`/Admin/Enrolment/${id}`}>
                  {number} {team}
                </Link>
                <span>
                  <span lang={activity.locale}>{activity.name}</span>
                  {' · '}
                  <Moment value={submittedAt} timeZone={edition.timeZone} />
                </span>
              </li>
            ))}
          </ul>
          <Link to={listLink({ state: 'submitted' })}>
            <FormattedMessage id="office.dashboard.allWaiting" values={{ count: states.submitted }} />
          </Link>
        </>
      )}
    </section>
  )
}

const Next = ({ dashboard: { next, edition } }: OverviewProps) => {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'office.dashboard.next' })
  const t = (id: IdAfter<'office.dashboard.'>): string => intl.formatMessage({ id: `office.dashboard.${id}` })
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {next.length === 0 ? (
        <p>
          <FormattedMessage id="office.dashboard.nothingNext" />
        </p>
      ) : (
        <ul className={styles.list}>
          {next.map(({ what, kind, activity, at }) => (
            <li key={`${what} ${kind} ${activity?.id}`} data-what={what}>
              <Link to="/Admin/Phase">
                {intl.formatMessage(
                  { id: `office.dashboard.next.${what}` },
                  { kind: t(`kind.${kind}`), place: activity?.name ?? t('edition') },
                )}
              </Link>
              <Moment value={at} withZone timeZone={edition.timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Overview of the contest; every number links to the list that it counts. */
export const Overview = ({ dashboard }: OverviewProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.dashboard.'>): string => intl.formatMessage({ id: `office.dashboard.${key}` })
  const { edition, days, activities, provinces } = dashboard
  const unit = t('enrolments')
  return (
    <div className={styles.overview}>
      <p className={styles.edition} lang={edition.locale}>
        {edition.name}
      </p>
      <Steps dashboard={dashboard} />
      <div className={styles.panels}>
        <Waiting dashboard={dashboard} />
        <Next dashboard={dashboard} />
      </div>
      {days.some(({ count }) => count > 0) && (
        <Columns
          title={t('days')}
          head={t('day')}
          unit={unit}
          points={days.map(({ day, count }) => ({
            key: day,
            label: intl.formatMoment(`${day}T00:00:00.000Z`, 'axisDay', 'UTC'),
            count,
            to: listLink({ from: day, until: day }),
          }))}
        />
      )}
      <div className={styles.panels}>
        <Bars
          title={t('activities')}
          head={t('activity')}
          unit={unit}
          empty={t('noActivities')}
          points={activities.map(({ id, name, capacity, states }) => ({
            key: id,
            label: name,
            count: placeStates.reduce((sum, state) => sum + states[state], 0),
            capacity,
            to: listLink({ activity: id, state: placeStates.join(',') }),
          }))}
        />
        <Bars
          title={t('provinces')}
          head={t('province')}
          unit={unit}
          empty={t('noProvinces')}
          points={provinces.map(({ province, count }) => ({
            key: province ?? 'unknown',
            label: (province && regionName(province, intl.locale)) ?? province ?? t('unknown'),
            count,
            ...(province && { to: listLink({ province }) }),
          }))}
        />
      </div>
    </div>
  )
}
