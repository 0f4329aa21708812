import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './history.module.css'

interface HistoryProps {
  events: Enrolment['events']
  timeZone: string
  /** The reason of the last event is elsewhere on the page. */
  isReasonShown?: boolean
}

/** Events of an enrolment, the newest first. */
export const History = ({ events, timeZone, isReasonShown = false }: HistoryProps) => {
  const intl = useIntl()
  const latest = isReasonShown ? events.at(-1) : undefined
  return (
    <ol className={`stack gap-16 ${styles.events}`}>
      {events.toReversed().map((event) => {
        const { at, kind, state, by, reason, submission, changed } = event
        return (
          <li key={`${at} ${state}`}>
            <p className="strong">
              {submission !== null && submission > 1 ? (
                <FormattedMessage id="enrolment.event.amended" values={{ submission }} />
              ) : (
                <FormattedMessage id={kind === 'takeBack' ? 'enrolment.event.takeBack' : `enrolment.event.${state}`} />
              )}
            </p>
            <p className="muted small">
              <DateTime value={at} exact timeZone={timeZone} />
              {by !== null && <bdi>{` · ${by}`}</bdi>}
            </p>
            {changed !== null && changed.length > 0 && (
              <p className="muted small">
                <FormattedMessage id="enrolment.event.changed" values={{ labels: intl.formatList(changed) }} />
              </p>
            )}
            {reason !== null && event !== latest && <p className="pre-line">{reason}</p>}
          </li>
        )
      })}
    </ol>
  )
}
