import { Fragment, useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import type { AnswerProblem, Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { askedFields } from '@lectern/contract/enrolments/form-values.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { shortLabel } from '../answer-words.ts'
import type { Draft, DraftState } from '../draft.ts'
import { AnswerField } from './answer-field.tsx'
import { TeamPart } from './enrolment-head.tsx'
import styles from './enrolment.module.css'
import { PeopleList } from './people-list.tsx'
import { SealedFormLink } from './sealed-form.tsx'

interface FillStepProps {
  enrolment: Enrolment
  draft: Draft
  state: DraftState
  heading: RefObject<HTMLHeadingElement | null>
  /** The question to return to. */
  wanted: string | undefined
  onFilled: () => void
}

/** The questions of the activity. Problems are shown on "next", not while typing, and stay until they are fixed. */
export const FillStep = ({ enrolment, draft, state, heading, wanted, onFilled }: FillStepProps) => {
  const intl = useIntl()
  const { fields, team } = enrolment
  const form = useForm({ submit: async () => undefined, problemsOf: () => undefined })
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const control = wanted === undefined ? null : document.getElementById(`${form.id}-${wanted}`)
    control?.closest('[data-field]')?.scrollIntoView()
    control?.focus({ preventScroll: true })
  }, [form.id, wanted])

  const toProblem = ({ field, message }: AnswerProblem) => {
    const label = fields.find(({ id }) => id === field)?.label ?? ''
    const values = { label: shortLabel(label), message }
    return { path: field, message: intl.formatMessage({ id: 'enrolment.problem' }, values) }
  }
  /** Problems of the last check that still exist after the last save. */
  const left = form.problems.flatMap((problem) => {
    if (problem.path === '') return state.saving.kind === 'saved' ? [] : [problem]
    const now = state.problems.find(({ field }) => field === problem.path)
    return now ? [{ ...problem, ...toProblem(now) }] : []
  })
  const goToNextStep = async (): Promise<void> => {
    if (!(await draft.flush())) {
      const isContested = Object.keys(draft.state.conflicts).length > 0
      const message = intl.formatMessage({ id: isContested ? 'enrolment.undecided' : 'enrolment.notSaved' })
      return form.show([{ path: '', message }])
    }
    const { problems } = draft.state
    form.show(problems.map(toProblem))
    if (problems.length === 0) onFilled()
  }
  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    await goToNextStep().finally(() => {
      running.current = false
      setBusy(false)
    })
  }

  return (
    <>
      <section className={styles.part} aria-labelledby="team">
        <h2 id="team">
          <FormattedMessage id="enrolment.team" />
        </h2>
        <PeopleList people={team.people} />
        <TeamPart enrolment={enrolment} />
      </section>
      <section className={styles.part} aria-labelledby="answers">
        <h2 id="answers" ref={heading} tabIndex={-1}>
          <FormattedMessage id="enrolment.answers" />
        </h2>
        <Form form={{ ...form, problems: left, busy, send }}>
          {askedFields(fields, state.answers).map((field) => (
            <Fragment key={field.id}>
              {field.sealed && <SealedFormLink enrolment={enrolment} />}
              <AnswerField
                key={`${field.id} ${state.rounds[field.id] ?? 0}`}
                field={field}
                value={state.answers[field.id]}
                files={state.files}
                onChange={(value) => draft.change(field.id, value)}
              />
            </Fragment>
          ))}
          <FormActions>
            <SubmitButton>
              <FormattedMessage id="enrolment.toCheck" />
            </SubmitButton>
          </FormActions>
        </Form>
      </section>
    </>
  )
}
