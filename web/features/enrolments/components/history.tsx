import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './history.module.css'

/** Events of an enrolment, the newest first. */
export const History = ({ events, timeZone }: { events: Enrolment['events']; timeZone: string }) => {
  const intl = useIntl()
  return (
    <ol className={`stack gap-16 ${styles.events}`}>
      {events.toReversed().map(({ at, kind, state, by, reason, submission, changed }) => (
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
          {reason !== null && <p className="pre-line">{reason}</p>}
        </li>
      ))}
    </ol>
  )
}
