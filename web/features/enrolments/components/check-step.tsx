import { useState, type RefObject } from 'react'
import { submitEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { askedAnswers } from '@lectern/contract/enrolments/form-values.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { failureOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { changedFields } from '../answer-merge.ts'
import type { Draft, DraftState } from '../draft.ts'
import { isAmending } from '../working-copy.ts'
import { ChangedLine } from './amendment.tsx'
import { AnswerList } from './answer-list.tsx'
import { TeamPart } from './enrolment-head.tsx'
import styles from './enrolment.module.css'
import { PeopleList } from './people-list.tsx'
import { WaitingList } from './waiting-list.tsx'

interface CheckStepProps {
  client: Client
  enrolment: Enrolment
  draft: Draft
  state: DraftState
  files: Enrolment['files']
  heading: RefObject<HTMLHeadingElement | null>
  onChange: (field?: string) => void
  onSubmitted: (enrolment: Enrolment) => void
  /** Called when the stored version has changed. */
  onStored: (enrolment: Enrolment) => void
  onOutdated: () => void
}

class Unsaved extends Error {}

/** Shows everything for a last check, then submits it once. */
export const CheckStep = (props: CheckStepProps) => {
  const { client, enrolment, draft, state, files, heading, onChange, onSubmitted, onStored, onOutdated } = props
  const intl = useIntl()
  const { id, fields, team, may } = enrolment
  const [keyOf] = useState(createKeys)
  const isBeside = isAmending(enrolment)

  const messageOf = (error: unknown): string => {
    if (error instanceof Unsaved) return intl.formatMessage({ id: 'enrolment.notSaved' })
    return failureOf(error)?.error && error instanceof Error
      ? error.message
      : intl.formatMessage({ id: 'enrolment.notSent' })
  }
  const form = useForm({
    submit: async () => {
      if (!(await draft.flush())) throw new Unsaved()
      const body = isBeside ? { version: enrolment.version, amendment: draft.version } : { version: draft.version }
      const headers = { 'Idempotency-Key': keyOf([id, body]) }
      onSubmitted(
        await client(
          submitEnrolment,
          { params: { id }, body },
          { headers, inPlaceSignIn: true, skipErrorHandler: true },
        ),
      )
    },
    problemsOf: (error) => {
      if (failureOf(error)?.error === 'resource.changed') onOutdated()
      return [{ path: '', message: messageOf(error) }]
    },
  })
  const problemOf = (field: string): string | undefined =>
    state.problems.find((problem) => problem.field === field)?.message
  const answers = askedAnswers(fields, state.answers)
  const changed = changedFields(enrolment.answers, answers)
  // When all seats are taken, the waiting list explains what to do.
  const isWaitable = enrolment.waiting === null && may.wait === null && state.problems.length === 0
  const isReady = state.problems.length === 0 && (!isBeside || changed.length > 0)
  const action = isBeside
    ? 'enrolment.amend.submit'
    : enrolment.state === 'returned'
      ? 'enrolment.resubmit'
      : 'enrolment.submit'

  return (
    <>
      <section className={styles.part} aria-labelledby="check">
        <h2 id="check" ref={heading} tabIndex={-1}>
          <FormattedMessage id="enrolment.check" />
        </h2>
        <AnswerList fields={fields} answers={answers} files={files} problemOf={problemOf} onChange={onChange} />
      </section>
      <section className={styles.part} aria-labelledby="team">
        <h2 id="team">
          <FormattedMessage id="enrolment.team" />
        </h2>
        <PeopleList people={team.people} />
        <TeamPart enrolment={enrolment} />
      </section>
      {may.submit !== null && !isWaitable && (
        <Notice>
          <p>{may.submit}</p>
          {team.people.some(({ isComplete }) => !isComplete) && (
            <p>
              <Link to={`/account/Team/basic?id=${team.id}`}>
                <FormattedMessage id="enrolment.toTeam" />
              </Link>
            </p>
          )}
        </Notice>
      )}
      {enrolment.submissions > 0 && (
        <ChangedLine labels={fields.filter((field) => changed.includes(field.id)).map(({ label }) => label)} />
      )}
      {state.problems.length > 0 && (
        <Notice>
          <FormattedMessage id="enrolment.problems" values={{ count: state.problems.length }} />
        </Notice>
      )}
      {(isWaitable || enrolment.waiting) && (
        <WaitingList client={client} enrolment={enrolment} flush={() => draft.flush()} onChanged={onStored} />
      )}
      <Form form={form}>
        {isReady && may.submit === null && (
          <p className={styles.hint}>
            <FormattedMessage id={isBeside ? 'enrolment.amend.submit.about' : 'enrolment.submit.about'} />
          </p>
        )}
        <FormActions>
          {isReady && may.submit === null && (
            <SubmitButton>
              <FormattedMessage id={action} />
            </SubmitButton>
          )}
          <button type="button" className="button quiet" onClick={() => onChange()}>
            <FormattedMessage id="enrolment.toFill" />
          </button>
        </FormActions>
      </Form>
    </>
  )
}
