import type { EnrolmentHead } from '@lectern/contract/enrolments/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { StepUntil } from '../../journey/components/step-texts.tsx'
import { enrolmentPath } from '../enrolment-address.ts'
import styles from './enrolment-card.module.css'
import { StateMark } from './enrolment-head.tsx'

/** The deadline of the next step, or when it was submitted. */
const Moment = ({ enrolment }: { enrolment: EnrolmentHead }) => {
  const { next, submittedAt, timeZone } = enrolment
  if (next.until !== null)
    return (
      <p className={`small strong ${styles.due}`}>
        <StepUntil until={next.until} timeZone={timeZone} />
      </p>
    )
  if (submittedAt === null) return null
  return (
    <p className={`cluster muted small ${styles.facts}`}>
      <FormattedMessage
        id="enrolment.sentAt"
        values={{ moment: <DateTime key="moment" value={submittedAt} exact timeZone={timeZone} /> }}
      />
    </p>
  )
}

/** An enrolment in a list; the whole card is a link. */
export const EnrolmentCard = ({ enrolment }: { enrolment: EnrolmentHead }) => {
  const { id, state, number, activity, team, isAmended } = enrolment
  return (
    <article className={`stack gap-4 card break-anywhere ${styles.card}`}>
      <p className={`cluster muted small ${styles.facts}`}>
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
