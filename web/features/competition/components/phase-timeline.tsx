import type { ScheduledPhase } from '@lectern/contract/competition/competition.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './phase-timeline.module.css'

interface PhaseTimelineProps {
  schedule: readonly ScheduledPhase[]
  timeZone: string | undefined
  /** The activity of the calendar to subscribe to; default: the edition's. */
  activityId?: string
}

/** The phases in order, with the current one marked, and a calendar subscription. */
export const PhaseTimeline = ({ schedule, timeZone, activityId }: PhaseTimelineProps) => {
  const { locale } = useIntl()
  const whose = activityId ? `/${activityId}` : ''
  return (
    <>
      <ol className={styles.schedule}>
        {schedule.map(({ kind, opensAt, closesAt, standing }) => (
          <li key={kind} data-standing={standing} {...(standing === 'running' && { 'aria-current': 'step' })}>
            <p className={`row ${styles.kind}`}>
              <FormattedMessage id={`section.phase.${kind}`} />
              <span className={`muted small ${styles.standing}`}>
                <FormattedMessage id={`section.phase.standing.${standing}`} />
              </span>
            </p>
            <p className="muted">
              <FormattedMessage
                id="section.phase.window"
                values={{
                  opensAt: <DateTime key="opens" value={opensAt} exact="here" timeZone={timeZone} />,
                  closesAt: <DateTime key="closes" value={closesAt} exact timeZone={timeZone} />,
                }}
              />
            </p>
          </li>
        ))}
      </ol>
      <p className={`print-hidden ${styles.calendar}`}>
        <a href={`/calendar${whose}.ics?lang=${locale}`}>
          <FormattedMessage id="section.phase.calendar" />
        </a>
      </p>
    </>
  )
}
