import { useState, type RefObject } from 'react'
import { isFilePart } from '@lectern/contract/work-values.ts'
import type { Work } from '@lectern/contract/works.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { failureOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Draft, DraftState } from '../../enrolments/draft.ts'
import { sizeIn } from '../../materials/file-words.ts'
import { submitWork } from '../api.ts'
import { namedProblem } from '../field-labels.ts'
import { nameField, valueField } from '../typed-work.ts'
import styles from './works.module.css'

interface CheckWorkProps {
  client: Client
  work: Work
  draft: Draft
  state: DraftState
  isUploading: boolean
  heading: RefObject<HTMLHeadingElement | null>
  onBack: () => void
  onSubmitted: (work: Work) => void
  onOutdated: () => void
}

class Unsaved extends Error {}

const textIn = ({ answers }: DraftState, field: string): string => {
  const value = answers[field]
  return typeof value === 'string' ? value : ''
}

/** Shows everything for a last check, then submits it once. */
export const CheckWork = (props: CheckWorkProps) => {
  const { client, work, draft, state, isUploading, heading, onBack, onSubmitted, onOutdated } = props
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const { id, parts, files, names, may } = work
  const form = useForm({
    submit: async () => {
      if (!(await draft.flush())) throw new Unsaved()
      const body = { version: draft.version, files: files.map((file) => file.id) }
      const headers = { 'Idempotency-Key': keyOf([id, body]) }
      onSubmitted(
        await client(submitWork, { params: { id }, body }, { headers, inPlaceSignIn: true, skipErrorHandler: true }),
      )
    },
    problemsOf: (error) => {
      if (failureOf(error)?.error === 'resource.changed') onOutdated()
      if (error instanceof Unsaved) return [{ path: '', message: intl.formatMessage({ id: 'enrolment.notSaved' }) }]
      const isTold = failureOf(error)?.error && error instanceof Error
      return [{ path: '', message: isTold ? error.message : intl.formatMessage({ id: 'enrolment.notSent' }) }]
    },
  })
  const isChecking = files.some((file) => !file.isChecked)
  const isReady = state.problems.length === 0 && may.submit === null && !isUploading
  return (
    <>
      <section className={styles.part} aria-labelledby="check">
        <h2 id="check" ref={heading} tabIndex={-1}>
          <FormattedMessage id="work.step.check" />
        </h2>
        <dl className={styles.facts}>
          <div>
            <dt>
              <FormattedMessage id="work.title" />
            </dt>
            <dd>{textIn(state, 'title') || '—'}</dd>
          </div>
          <div>
            <dt>
              <FormattedMessage id="work.summary" />
            </dt>
            <dd>{textIn(state, 'summary') || '—'}</dd>
          </div>
          {parts.map((part) => (
            <div key={part.id}>
              <dt>{part.label}</dt>
              {isFilePart(part.kind) ? (
                files
                  .filter((file) => file.part === part.id)
                  .map((file) => (
                    <dd key={file.id}>
                      <bdi>{file.name}</bdi> <small>{sizeIn(intl, file.size)}</small>
                      {file.findings.map(({ code, message, isBlocking }) => (
                        <p key={code} className={isBlocking ? styles.refusal : styles.warning}>
                          {message}
                        </p>
                      ))}
                    </dd>
                  ))
              ) : (
                <dd>{textIn(state, valueField(part.id)) || '—'}</dd>
              )}
              {isFilePart(part.kind) && files.every((file) => file.part !== part.id) && <dd>—</dd>}
            </div>
          ))}
          <div>
            <dt>
              <FormattedMessage id="work.names" />
            </dt>
            {names.map(({ uid, role }) => (
              <dd key={uid}>
                {textIn(state, nameField(uid))}{' '}
                <small>
                  <FormattedMessage id={`team.role.${role}`} />
                </small>
              </dd>
            ))}
          </div>
        </dl>
      </section>
      {work.leaks.length > 0 && (
        <Notice>
          <FormattedMessage id="work.leaks" values={{ count: work.leaks.length }} />
        </Notice>
      )}
      {may.submit !== null && <Notice>{may.submit}</Notice>}
      {state.problems.length > 0 && (
        <Notice>
          <p>
            <FormattedMessage id="work.problems" values={{ count: state.problems.length }} />
          </p>
          <ul>
            {state.problems.map((problem) => (
              <li key={`${problem.field} ${problem.message}`}>{namedProblem(intl, work, problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isUploading && (
        <Notice>
          <FormattedMessage id="work.stillUploading" />
        </Notice>
      )}
      <Form form={form}>
        {isReady && (
          <p className={styles.hint}>
            <FormattedMessage id={isChecking ? 'work.submit.checking' : 'work.submit.about'} />
          </p>
        )}
        <FormActions>
          {isReady && (
            <SubmitButton>
              <FormattedMessage id={work.submissions.length > 0 ? 'work.submit.again' : 'work.submit.action'} />
            </SubmitButton>
          )}
          <button type="button" className="button quiet" onClick={onBack}>
            <FormattedMessage id="work.toPrepare" />
          </button>
        </FormActions>
      </Form>
    </>
  )
}
