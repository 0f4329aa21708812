import type { EnrolmentHead } from '@lectern/contract/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { enrolmentPath } from '../enrolment-address.ts'
import styles from './enrolment-card.module.css'
import { StateMark } from './enrolment-head.tsx'

/** The moment that matters: until when something can be done, or when it was sent. */
const Moment = ({ enrolment }: { enrolment: EnrolmentHead }) => {
  const { state, closesAt, resubmitBy, submittedAt, isAmended, timeZone } = enrolment
  const due = state === 'returned' ? resubmitBy : state === 'draft' || isAmended ? closesAt : null
  const value = due ?? submittedAt
  if (value === null) return null
  const id = due === null ? 'enrolment.sentAt' : state === 'returned' ? 'enrolment.resubmitBy' : 'enrolment.submitBy'
  return (
    <p className={due === null ? styles.facts : styles.due}>
      <FormattedMessage
        id={id}
        values={{ moment: <DateTime key="moment" value={value} exact timeZone={timeZone} /> }}
      />
    </p>
  )
}

/** One enrolment in a list: the whole card leads to it. */
export const EnrolmentCard = ({ enrolment }: { enrolment: EnrolmentHead }) => {
  const { id, state, number, activity, team, isAmended } = enrolment
  return (
    <article className={styles.card}>
      <p className={styles.facts}>
        <StateMark state={state} />
        {number !== null && <span translate="no">{number}</span>}
        {isAmended && (
          <strong>
            <FormattedMessage id="enrolment.amended" />
          </strong>
        )}
        <bdi>{team.name}</bdi>
      </p>
      <h3 lang={activity.locale}>
        <Link to={enrolmentPath(activity.id, id)}>{activity.name}</Link>
      </h3>
      <Moment enrolment={enrolment} />
    </article>
  )
}
