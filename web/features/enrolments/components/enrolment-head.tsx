import { useEffect, useRef } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Countdown } from '../../competition/components/countdown.tsx'
import { isAmending, isWritten } from '../working-copy.ts'
import { Standing } from './amendment.tsx'
import styles from './enrolment.module.css'
import { WaitingListPlace } from './waiting-list-place.tsx'

export const StateMark = ({ state }: Pick<Enrolment, 'state'>) => (
  <span className={styles.state} data-state={state}>
    <FormattedMessage id={`enrolment.state.${state}`} />
  </span>
)

/** The button that had the focus is gone: move the focus to the heading. */
const useHeadingOf = (key: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    heading.current?.focus()
  }, [key])
  return heading
}

/** Title, state and deadline of an enrolment. */
export const EnrolmentHead = ({ enrolment, due }: { enrolment: Enrolment; due: string | null }) => {
  const { activity, team, state, number, resubmitBy, reason, isExtended, waiting } = enrolment
  const isAmended = isAmending(enrolment) && isWritten(enrolment)
  const isOpen = state === 'draft' || state === 'returned' || isAmended
  const heading = useHeadingOf(`${state} ${isAmended}`)
  const receipt = number === null || state === 'withdrawn' ? 'enrolment.unsent.title' : 'enrolment.receipt.title'
  const title = isAmended ? 'enrolment.amend.title' : isOpen ? 'enrolment.title' : receipt
  return (
    <header className={styles.head}>
      <p className={styles.place}>
        <StateMark state={state} />
        <bdi>{team.name}</bdi>
        <Link to={`/EnrollFor/${activity.id}`} lang={activity.locale}>
          {activity.name}
        </Link>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        <FormattedMessage id={title} />
      </h1>
      {isAmended && <Standing enrolment={enrolment} />}
      {state === 'returned' && (
        <Notice>
          <strong>
            <FormattedMessage id="enrolment.returned" />
          </strong>
          {reason !== null && <p className={styles.reason}>{reason}</p>}
        </Notice>
      )}
      {waiting && (
        <div className={styles.deadline}>
          <p>
            <WaitingListPlace waiting={waiting} timeZone={activity.timeZone} />
          </p>
          {waiting.offeredUntil && <Countdown until={waiting.offeredUntil} />}
        </div>
      )}
      {isOpen && !waiting && due !== null && (
        <div className={styles.deadline}>
          <p>
            <FormattedMessage
              id={resubmitBy ? 'enrolment.resubmitBy' : isExtended ? 'enrolment.extendedUntil' : 'enrolment.submitBy'}
              values={{ moment: <DateTime key="due" value={due} exact timeZone={activity.timeZone} /> }}
            />
          </p>
          <Countdown until={due} />
        </div>
      )}
    </header>
  )
}

/** A link to edit the team; hidden while the team cannot be changed. */
export const TeamPart = ({ enrolment: { team, state } }: { enrolment: Enrolment }) =>
  state === 'draft' || state === 'returned' ? (
    <p className={styles.hint}>
      <FormattedMessage id="enrolment.team.about" />{' '}
      <Link to={`/account/Team/basic?id=${team.id}`}>
        <FormattedMessage id="enrolment.team.change" />
      </Link>
    </p>
  ) : null
