import { useEffect, useRef } from 'react'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Work } from '@lectern/contract/works/works.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { receiptPath } from '../work-address.ts'
import { isReasonTold, standingText } from '../work-standing.ts'
import { WorkStateMark } from './work-state.tsx'
import styles from './works.module.css'

/** States that explain themselves why nothing can be changed. */
const decided: ReadonlySet<WorkState> = new Set(['accepted', 'disqualified', 'withdrawn'])

/** The submission that stands, and whether there are changes beside it. */
const Standing = ({ work }: { work: Work }) => {
  const [latest] = work.submissions
  if (!latest || work.state === 'withdrawn') return null
  const values = {
    number: latest.number,
    moment: <DateTime key="at" value={latest.at} exact timeZone={work.activity.timeZone} />,
  }
  return (
    <Notice>
      <p>
        <FormattedMessage id={standingText(work)} values={values} />
      </p>
      <p>
        <Link to={receiptPath(work.id, latest.number)}>
          <FormattedMessage id="work.receipt" />
        </Link>
      </p>
    </Notice>
  )
}

interface WorkHeadProps {
  work: Work
  /** It was submitted just now. */
  isNew: boolean
  isEditing: boolean
}

/** What this is about, and how it stands. The editor shows until when something can be done. */
export const WorkHead = ({ work, isNew, isEditing }: WorkHeadProps) => {
  const { activity, team, state, number, isExtended, reason, may, isOnBehalf } = work
  const heading = useRef<HTMLHeadingElement>(null)
  const key = `${state} ${work.submissions.length} ${isEditing}`
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    // The button that was pressed is gone.
    heading.current?.focus()
  }, [key])
  return (
    <header className={styles.head}>
      <p className={styles.place}>
        <WorkStateMark state={state} />
        <span translate="no">{number}</span>
        <bdi>{team.name}</bdi>
        <Link to={`/EnrollFor/${activity.id}`} lang={activity.locale}>
          {activity.name}
        </Link>
      </p>
      <h1 ref={heading} tabIndex={-1}>
        <FormattedMessage id="work.pageTitle" values={{ activity: activity.name }} />
      </h1>
      {isOnBehalf && (
        <Notice>
          <FormattedMessage id="work.onBehalf" values={{ team: team.name }} />
        </Notice>
      )}
      {isReasonTold(state) && (
        <Notice>
          <strong>
            <FormattedMessage id={`work.told.${state}`} />
          </strong>
          {reason !== null && <p className="break-anywhere pre-line">{reason}</p>}
        </Notice>
      )}
      {!isNew && <Standing work={work} />}
      {isExtended && may.edit === null && (
        <p className={styles.due}>
          <FormattedMessage id="work.extended" />
        </p>
      )}
      {may.edit !== null && !decided.has(state) && <p className={styles.hint}>{may.edit}</p>}
    </header>
  )
}
