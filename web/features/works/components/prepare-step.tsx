import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import type { Work, WorkFile } from '@lectern/contract/works/works.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Draft, DraftState } from '../../enrolments/draft.ts'
import { sizeIn } from '../../materials/file-words.ts'
import { namedProblem } from '../field-labels.ts'
import type { PartUpload, PartUploads } from '../part-uploads.ts'
import { LeakNotes } from './leak-notes.tsx'
import { PartFiles } from './part-files.tsx'
import { CertificateNames, Declarations, PartText, TitleAndSummary } from './work-texts.tsx'
import styles from './works.module.css'

interface PrepareStepProps {
  work: Work
  draft: Draft
  state: DraftState
  /** Of what is typed, as last saved, and of the files. */
  problemsNow: () => DraftState['problems']
  queue: PartUploads
  uploads: readonly PartUpload[]
  /** Not of this page. */
  unfinished: readonly WorkUpload[]
  heading: RefObject<HTMLHeadingElement | null>
  /** Somebody was at the next step: problems are shown from then on. */
  areProblemsShown: boolean
  /** The field to return to. */
  wanted: string | undefined
  onRemove: (file: WorkFile) => void
  onOrder: (part: string, files: FileId[]) => void
  onGiveUp: (upload: WorkUpload) => void
  onNext: () => void
}

/** Everything that the activity asks for, on one page. Files arrive while somebody writes on. */
export const PrepareStep = (props: PrepareStepProps) => {
  const { work, draft, state, problemsNow, queue, uploads, unfinished, heading, areProblemsShown, wanted } = props
  const { onRemove, onOrder, onGiveUp, onNext } = props
  const intl = useIntl()
  const form = useForm({ submit: async () => undefined, problemsOf: () => undefined })
  useEffect(() => {
    const control = wanted === undefined ? null : document.getElementById(`${form.id}-${wanted}`)
    control?.closest('[data-field]')?.scrollIntoView()
    control?.focus({ preventScroll: true })
  }, [form.id, wanted])
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const isAsked = ({ field }: { field: string }): boolean =>
    !uploads.some(({ part, state: { kind } }) => part === field && kind !== 'refused' && kind !== 'failed')
  /** Problems of the last check that still exist after the last save. */
  const left = form.problems.flatMap((problem) => {
    if (problem.path === '') return state.saving.kind === 'saved' ? [] : [problem]
    return state.problems
      .filter((now) => now.field === problem.path && isAsked(now))
      .slice(0, 1)
      .map((now) => ({ ...problem, message: namedProblem(intl, work, now) }))
  })
  const problemAt = (field: string): string | undefined =>
    areProblemsShown || left.some(({ path }) => path === field)
      ? state.problems.find((problem) => problem.field === field)?.message
      : undefined
  const goToNextStep = async (): Promise<void> => {
    const isSaved = await draft.flush()
    if (!isSaved) {
      const isContested = Object.keys(draft.state.conflicts).length > 0
      const message = intl.formatMessage({ id: isContested ? 'enrolment.undecided' : 'enrolment.notSaved' })
      return form.show([{ path: '', message }])
    }
    const problems = problemsNow().filter(isAsked)
    form.show(problems.map((problem) => ({ path: problem.field, message: namedProblem(intl, work, problem) })))
    if (problems.length === 0) onNext()
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
  const typed = work.leaks.filter(({ file }) => file === null)
  const texts = { draft, state, problemAt }
  return (
    <Form form={{ ...form, problems: left, busy, send }}>
      <h2 ref={heading} tabIndex={-1} className="visually-hidden">
        <FormattedMessage id="work.step.prepare" />
      </h2>
      <TitleAndSummary {...texts} />
      {typed.length > 0 && (
        <Notice>
          <LeakNotes leaks={typed} />
        </Notice>
      )}
      {work.parts.map((part) =>
        isFilePart(part.kind) ? (
          <section key={part.id} className={styles.part} aria-labelledby={`part-${part.id}`}>
            <h2 id={`part-${part.id}`}>
              {part.label}
              {!part.required && (
                <small>
                  {' '}
                  <FormattedMessage id="work.optional" />
                </small>
              )}
            </h2>
            {part.help !== '' && <p className="break-anywhere pre-line">{part.help}</p>}
            <PartFiles
              part={part}
              files={work.files.filter((file) => file.part === part.id)}
              uploads={uploads.filter((upload) => upload.part === part.id)}
              unfinished={unfinished.filter((upload) => upload.part === part.id)}
              timeZone={work.activity.timeZone}
              leaks={work.leaks}
              queue={queue}
              isFixed={false}
              problem={problemAt(part.id)}
              onRemove={onRemove}
              onOrder={(files) => onOrder(part.id, files)}
              onGiveUp={onGiveUp}
            />
          </section>
        ) : (
          <section key={part.id} className={styles.part}>
            <PartText part={part} {...texts} />
          </section>
        ),
      )}
      <p className={styles.hint}>
        <FormattedMessage
          id="work.used"
          values={{ used: sizeIn(intl, work.usedBytes), max: sizeIn(intl, work.maxTotalBytes) }}
        />
      </p>
      {problemAt('total') !== undefined && <p className={styles.problem}>{problemAt('total')}</p>}
      <CertificateNames work={work} {...texts} />
      <Declarations work={work} {...texts} />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="work.toCheck" />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
