import type { ReactNode } from 'react'
import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { ScheduledPhase } from '@lectern/contract/competition/competition.ts'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './enrolment.module.css'

interface WhatNextProps {
  enrolment: Enrolment
  schedule: readonly ScheduledPhase[]
}

const links = {
  settings: (chunks: ReactNode) => (
    <Link key="settings" to="/account/settings?tab=notifications">
      {chunks}
    </Link>
  ),
}

/**
 * What happens after a submission: who decides, where the team is notified, what can still be done, and the next
 * phases.
 */
export const WhatNext = ({ enrolment: { state, activity, closesAt, may }, schedule }: WhatNextProps) => {
  const moment = (value: string, exact: true | 'here' = true) => (
    <DateTime key={value} value={value} exact={exact} timeZone={activity.timeZone} />
  )
  const nextPhases = schedule.flatMap(({ kind, ...phase }) =>
    kind === stagePhases.enrolment || phase.standing === 'past' ? [] : [{ kind, ...phase }],
  )
  return (
    <section className={styles.part} aria-labelledby="what-next">
      <h2 id="what-next">
        <FormattedMessage id="enrolment.next" />
      </h2>
      <ol className={styles.next}>
        {state === 'submitted' && (
          <>
            <li>
              <FormattedMessage id="enrolment.next.review" />
            </li>
            <li>
              <FormattedMessage id="enrolment.next.word" values={links} />
            </li>
            {may.startAmendment === null && closesAt !== null && (
              <li>
                <FormattedMessage id="enrolment.next.amend" values={{ moment: moment(closesAt) }} />
              </li>
            )}
          </>
        )}
        {nextPhases.map(({ kind, opensAt, closesAt: until }) => (
          <li key={kind}>
            <strong>
              <FormattedMessage id={`enrolment.next.phase.${kind}`} />
            </strong>{' '}
            <FormattedMessage
              id="enrolment.next.window"
              values={{ opensAt: moment(opensAt, 'here'), closesAt: moment(until) }}
            />
          </li>
        ))}
        {state === 'approved' && (
          <li>
            <FormattedMessage id="enrolment.next.reminded" />
          </li>
        )}
      </ol>
    </section>
  )
}
