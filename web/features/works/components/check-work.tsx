import { useState, type ReactNode, type RefObject } from 'react'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import { submitWork, type Work } from '@lectern/contract/works/works.ts'
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
import { namedProblem } from '../field-labels.ts'
import { nameField, valueField } from '../work-form-values.ts'
import { LeakNotes } from './leak-notes.tsx'
import styles from './works.module.css'

interface CheckWorkProps {
  client: Client
  work: Work
  draft: Draft
  state: DraftState
  isUploading: boolean
  /** Uploads of other pages and people that have not arrived. */
  unfinished: readonly WorkUpload[]
  heading: RefObject<HTMLHeadingElement | null>
  /** Back to preparing, at a field if there is one. */
  onChange: (field?: string) => void
  onSubmitted: (work: Work) => void
  onOutdated: () => void
}

class Unsaved extends Error {}

const textIn = ({ answers }: DraftState, field: string): string => {
  const value = answers[field]
  return typeof value === 'string' ? value : ''
}

interface FactProps {
  label: string
  /** Where it is changed. */
  field: string
  onChange: (field: string) => void
  children: ReactNode
}

const Fact = ({ label, field, onChange, children }: FactProps) => (
  <div>
    <dt className={styles.factHead}>
      <span>{label}</span>
      <button type="button" className={styles.link} onClick={() => onChange(field)}>
        <FormattedMessage
          id="enrolment.change"
          values={{
            label: (
              <span key="label" className="visually-hidden">
                {label}
              </span>
            ),
          }}
        />
      </button>
    </dt>
    {children}
  </div>
)

/** Shows everything for a last check, then submits it once. */
export const CheckWork = (props: CheckWorkProps) => {
  const { client, work, draft, state, isUploading, unfinished, heading, onChange, onSubmitted, onOutdated } = props
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
  const isChecking = work.isScanning || files.some((file) => !file.isChecked)
  const isReady = state.problems.length === 0 && may.submit === null && !isUploading
  return (
    <>
      <section className={styles.part} aria-labelledby="check">
        <h2 id="check" ref={heading} tabIndex={-1}>
          <FormattedMessage id="work.step.check" />
        </h2>
        <dl className={`stack gap-12 ${styles.facts}`}>
          {(['title', 'summary'] as const).map((field) => (
            <Fact key={field} label={intl.formatMessage({ id: `work.${field}` })} {...{ field, onChange }}>
              <dd>{textIn(state, field) || '—'}</dd>
            </Fact>
          ))}
          {parts.map((part) => (
            <Fact
              key={part.id}
              label={part.label}
              field={isFilePart(part.kind) ? part.id : valueField(part.id)}
              onChange={onChange}
            >
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
            </Fact>
          ))}
          <Fact
            label={intl.formatMessage({ id: 'work.names' })}
            field={nameField(names[0]?.uid ?? '')}
            onChange={onChange}
          >
            {names.map(({ uid, role }) => (
              <dd key={uid}>
                {textIn(state, nameField(uid))}{' '}
                <small>
                  <FormattedMessage id={`team.role.${role}`} />
                </small>
              </dd>
            ))}
          </Fact>
        </dl>
      </section>
      {work.blind && isChecking && (
        <Notice>
          <p role="status">
            <FormattedMessage id="work.scanning" />
          </p>
        </Notice>
      )}
      {work.leaks.length > 0 && (
        <Notice>
          <p>
            <FormattedMessage id="work.leaks" values={{ count: work.leaks.length }} />
          </p>
          <LeakNotes leaks={work.leaks} />
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
      {unfinished.length > 0 && (
        <Notice>
          <p>
            <FormattedMessage id="work.unfinished.leftOut" values={{ count: unfinished.length }} />
          </p>
          <ul>
            {unfinished.map(({ id: uploadId, name }) => (
              <li key={uploadId} className="break-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Form form={form}>
        {isReady && (
          <p className={styles.hint}>
            <FormattedMessage
              id={files.some((file) => !file.isChecked) ? 'work.submit.checking' : 'work.submit.about'}
            />
          </p>
        )}
        <FormActions>
          {isReady && (
            <SubmitButton>
              <FormattedMessage id={work.submissions.length > 0 ? 'work.submit.again' : 'work.submit.action'} />
            </SubmitButton>
          )}
          <button type="button" className="button quiet" onClick={() => onChange()}>
            <FormattedMessage id="work.toPrepare" />
          </button>
        </FormActions>
      </Form>
    </>
  )
}
