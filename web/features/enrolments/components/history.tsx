import type { Enrolment } from '@lectern/contract/enrolments.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './history.module.css'

/** What has happened to an enrolment, the newest first. */
export const History = ({ events, timeZone }: { events: Enrolment['events']; timeZone: string }) => (
  <ol className={styles.events}>
    {events.toReversed().map(({ at, kind, state, by, reason }) => (
      <li key={`${at} ${state}`}>
        <p className={styles.what}>
          <FormattedMessage id={kind === 'takeBack' ? 'enrolment.event.takeBack' : `enrolment.event.${state}`} />
        </p>
        <p className={styles.facts}>
          <DateTime value={at} exact timeZone={timeZone} />
          {by !== null && <bdi>{` · ${by}`}</bdi>}
        </p>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
      </li>
    ))}
  </ol>
)
