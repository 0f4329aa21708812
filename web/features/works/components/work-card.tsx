import { useState } from 'react'
import { hasStandingSubmission } from '@lectern/contract/works/work-values.ts'
import { startWork, type WorkHead } from '@lectern/contract/works/works.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, hasMessage, useIntl } from '../../../ui/intl.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { StepText } from '../../journey/components/step-texts.tsx'
import { receiptPath, workPath } from '../work-address.ts'
import { WorkStateMark } from './work-state.tsx'
import styles from './works.module.css'

interface WorkCardProps {
  work: WorkHead
  client: Client
  onStarted: (id: string) => void
}

const resultSteps = new Set<WorkHead['next']['step']>(['workInPublicity', 'workAwarded', 'workNotAwarded'])

const marks = { missing: '○', checking: '…', finding: '!', ready: '✓' } as const

/** What is there of what the activity asks for. */
const Parts = ({ parts }: Pick<WorkHead, 'parts'>) => (
  <ul className={`stack gap-6 ${styles.checklist}`}>
    {parts.map(({ id, label, required, standing }) => (
      <li key={id} data-standing={standing}>
        <span aria-hidden="true">{marks[standing]}</span>
        <span>
          {label}
          {!required && (
            <small>
              {' '}
              <FormattedMessage id="work.optional" />
            </small>
          )}
        </span>
        <small>
          <FormattedMessage id={`work.standing.${standing}`} />
        </small>
      </li>
    ))}
  </ul>
)

/** What opens the work: it is started with the first visit. */
const Action = ({ work, client, onStarted }: WorkCardProps) => {
  const intl = useIntl()
  const [isBusy, setBusy] = useState(false)
  const { id, next, enrolmentId } = work
  const own = `journey.${next.step}.action` as const
  // Once its result can be read, that matters more than the work itself.
  const isResult = resultSteps.has(next.step)
  const label = <FormattedMessage id={(next.turn === 'own' || isResult) && hasMessage(intl, own) ? own : 'work.open'} />
  const style = (next.turn === 'own' && next.why === null) || isResult ? 'button' : 'button quiet'
  if (id)
    return (
      <>
        <Link className={style} to={isResult ? next.link : workPath(id)}>
          {label}
        </Link>
        {isResult && (
          <Link className="button quiet" to={workPath(id)}>
            <FormattedMessage id="work.open" />
          </Link>
        )}
      </>
    )
  if (next.turn !== 'own' || next.why !== null) return null
  return (
    <button
      type="button"
      className={style}
      disabled={isBusy}
      onClick={() => {
        setBusy(true)
        client(startWork, { body: { enrolmentId } }, { inPlaceSignIn: true }).then(
          (started) => onStarted(started.id),
          // The request has shown the reason.
          () => setBusy(false),
        )
      }}
    >
      {label}
    </button>
  )
}

/** One work with everything that matters: state, deadline, parts, last submission, next step. */
export const WorkCard = (props: WorkCardProps) => {
  const { id, number, state, title, activity, team, closesAt, resubmitBy, timeZone, parts, isChanged } = props.work
  const { submission, reason, next } = props.work
  // The next step of a returned one knows whether a level wants it earlier.
  const due = (state === 'returned' ? next.until : null) ?? resubmitBy ?? closesAt
  const isOpen = !next.isDone && (state === 'draft' || state === 'returned' || isChanged)
  return (
    <article className={`card ${styles.card}`}>
      <p className={styles.place}>
        <WorkStateMark state={state} />
        <span translate="no">{number}</span>
        <bdi>{team.name}</bdi>
      </p>
      <h2 className={styles.title}>{title.trim() || <span lang={activity.locale}>{activity.name}</span>}</h2>
      {title.trim() !== '' && (
        <p className={styles.hint} lang={activity.locale}>
          {activity.name}
        </p>
      )}
      {state === 'returned' && reason !== null && <p className="break-anywhere pre-line">{reason}</p>}
      <p>
        <StepText next={next} />
      </p>
      {next.why !== null && <p className={styles.hint}>{next.why}</p>}
      {isOpen && due !== null && (
        <p className={styles.due}>
          <DueLine due={due} timeZone={timeZone} />
        </p>
      )}
      <Parts parts={parts} />
      {submission && id && (
        <p className={styles.hint}>
          <FormattedMessage
            id={hasStandingSubmission(state) ? 'work.lastSubmission' : 'work.voidSubmission'}
            values={{
              number: submission.number,
              moment: <DateTime key="at" value={submission.at} exact timeZone={timeZone} />,
            }}
          />{' '}
          <Link to={receiptPath(id, submission.number)}>
            <FormattedMessage id="work.receipt" />
          </Link>
        </p>
      )}
      <p className="row gap-12">
        <Action {...props} />
      </p>
    </article>
  )
}
