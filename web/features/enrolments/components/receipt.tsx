import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { ScheduledPhase } from '@lectern/contract/competition/competition.ts'
import { reviveEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sealedFormPath } from '../enrolment-address.ts'
import { KeptAmendment, StartAmendment } from './amendment.tsx'
import { AnswerList } from './answer-list.tsx'
import { TeamPart } from './enrolment-head.tsx'
import styles from './enrolment.module.css'
import { PeopleList } from './people-list.tsx'
import { WhatNext } from './what-next.tsx'

interface RevivalProps {
  client: Client
  enrolment: Enrolment
  onDone: (enrolment: Enrolment) => void
}

/** Makes a withdrawn enrolment a draft again, or shows why that is not allowed. */
const Revival = ({ client, enrolment: { id, version, may }, onDone }: RevivalProps) => {
  const [keyOf] = useState(createKeys)
  const form = useForm({
    submit: async () => {
      const body = { version }
      const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([id, body]) } }
      onDone(await client(reviveEnrolment, { params: { id }, body }, options))
    },
    problemsOf,
  })
  if (may.revive !== null) return <p>{may.revive}</p>
  return (
    <div className={styles.part} data-screen-only>
      <Form form={form}>
        <p>
          <FormattedMessage id="enrolment.revive.about" />
        </p>
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="enrolment.revive" />
          </SubmitButton>
        </FormActions>
      </Form>
    </div>
  )
}

const Part = ({ id, title, children }: { id: string; title: MessageId; children: ReactNode }) => (
  <section className={styles.part} aria-labelledby={id}>
    <h2 id={id}>
      <FormattedMessage id={title} />
    </h2>
    {children}
  </section>
)

/** The number of the submission, and what it changed. */
const Version = ({ enrolment: { submissions, events } }: Pick<ReceiptProps, 'enrolment'>) => {
  const intl = useIntl()
  const changed = events.findLast(({ submission }) => submission !== null)?.changed ?? []
  return (
    <div>
      <dt>
        <FormattedMessage id="enrolment.submission" />
      </dt>
      <dd>
        <FormattedMessage id="enrolment.submission.value" values={{ submission: submissions }} />
        {changed.length > 0 && (
          <p className={styles.hint}>
            <FormattedMessage id="enrolment.event.changed" values={{ labels: intl.formatList(changed) }} />
          </p>
        )}
      </dd>
    </div>
  )
}

interface ReceiptProps {
  client: Client
  enrolment: Enrolment
  /** It was submitted just now. */
  isNew: boolean
  /** Phases of the activity. */
  schedule: readonly ScheduledPhase[]
  onChanged: (enrolment: Enrolment) => void
}

/** The receipt: number, time, state and content of the submission; can be printed. */
export const Receipt = ({ client, enrolment, isNew, schedule, onChanged }: ReceiptProps) => {
  const { state, number, submittedAt, submissions, activity, team, sentTeam, fields, answers, files, reason, may } =
    enrolment
  const isOpen = state === 'draft' || state === 'returned'
  const isStanding = state === 'submitted' || state === 'approved'
  const shownTeam = isOpen || !sentTeam ? team : sentTeam
  return (
    <>
      {isOpen ? (
        <Notice>
          <p>{may.edit}</p>
        </Notice>
      ) : (
        <Notice kind={isStanding ? (isNew ? 'done' : 'success') : 'note'}>
          <strong>
            <FormattedMessage id={`enrolment.after.${state}`} />
          </strong>
          {!isStanding && (
            <p>
              <FormattedMessage id={`enrolment.after.${state}.next`} />
            </p>
          )}
          {reason !== null && <p className={styles.reason}>{reason}</p>}
        </Notice>
      )}
      {state === 'withdrawn' && <Revival client={client} enrolment={enrolment} onDone={onChanged} />}
      {number !== null && (
        <dl className={styles.facts}>
          <div>
            <dt>
              <FormattedMessage id="enrolment.number" />
            </dt>
            <dd className={styles.number}>{number}</dd>
          </div>
          {submittedAt !== null && (
            <div>
              <dt>
                <FormattedMessage id="enrolment.submittedAt" />
              </dt>
              <dd>
                <DateTime value={submittedAt} exact timeZone={activity.timeZone} />
              </dd>
            </div>
          )}
          {submissions > 1 && <Version enrolment={enrolment} />}
          <div>
            <dt>
              <FormattedMessage id="enrolment.activity" />
            </dt>
            <dd lang={activity.locale}>{withNote(activity.locale, activity.name, activity.code)}</dd>
          </div>
          <div>
            <dt>
              <FormattedMessage id="enrolment.teamName" />
            </dt>
            <dd>{shownTeam.name}</dd>
          </div>
        </dl>
      )}
      {(state === 'submitted' || state === 'approved') && <WhatNext enrolment={enrolment} schedule={schedule} />}
      <div className={styles.actions}>
        {number !== null && (
          <button type="button" className="button quiet" onClick={() => print()}>
            <FormattedMessage id="enrolment.print" />
          </button>
        )}
        {fields.some(({ sealed }) => sealed) && (
          <Link className="button quiet" to={sealedFormPath(activity.id, enrolment.id)}>
            <FormattedMessage id="enrolment.sealed.print" />
          </Link>
        )}
        <Link className="button quiet" to={`/account/Team/basic?id=${team.id}`}>
          <FormattedMessage id="enrolment.toTeam" />
        </Link>
      </div>
      <Part id="people" title="enrolment.team">
        <PeopleList people={shownTeam.people} />
        {isOpen && <TeamPart enrolment={enrolment} />}
      </Part>
      <Part id="sent" title={number === null ? 'enrolment.answers' : 'enrolment.sent'}>
        <AnswerList fields={fields} answers={answers} files={files} />
      </Part>
      {enrolment.amendment ? (
        <KeptAmendment client={client} enrolment={enrolment} onChanged={onChanged} />
      ) : (
        <StartAmendment client={client} enrolment={enrolment} onChanged={onChanged} />
      )}
    </>
  )
}
