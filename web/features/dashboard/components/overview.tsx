import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import type { Dashboard } from '@lectern/contract/dashboard/dashboard.ts'
import { placeStates } from '@lectern/contract/enrolments/enrolment-values.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { Link } from '../../../router/link.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { listLink } from '../list-link.ts'
import { Bars, Columns } from './charts.tsx'
import { ContestLines } from './contest-lines.tsx'
import { Today } from './today.tsx'
import styles from './overview.module.css'

interface DashboardProps {
  dashboard: Dashboard & { edition: NonNullable<Dashboard['edition']> }
}

interface OverviewProps extends DashboardProps {
  lines: AnswerOf<typeof readContestLines>
  counts: OfficeCounts
}

/** Number of teams at each step. */
const Steps = ({ dashboard: { steps } }: DashboardProps) => {
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

const Next = ({ dashboard: { next, edition } }: DashboardProps) => {
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
        <ul className={`stack gap-8 ${styles.list}`}>
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

/** The contest at a glance: what needs this organiser, where each activity stands, and statistics. Every number links to the list that it counts. */
export const Overview = ({ dashboard, lines, counts }: OverviewProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.dashboard.'>, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.dashboard.${key}` }, values)
  const { edition, days, activities, provinces, institutions } = dashboard
  const unit = t('enrolments')
  return (
    <div className="stack gap-16">
      <p className="muted" lang={edition.locale}>
        {edition.name}
      </p>
      <div className={styles.panels}>
        <Today counts={counts} />
        <Next dashboard={dashboard} />
      </div>
      <ContestLines {...lines} />
      <Steps dashboard={dashboard} />
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
          {...(institutions > 0 && { summary: t('schools', { count: institutions }) })}
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
