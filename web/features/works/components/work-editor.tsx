import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Work, WorkFile } from '@lectern/contract/works.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { problemsOf } from '../../../request/request-error.ts'
import { useFormStep } from '../../enrolments/use-form-step.ts'
import { SavingLine } from '../../enrolments/components/saving-line.tsx'
import { orderWorkFiles, readWork, removeWorkFile } from '../api.ts'
import { usePartUploads } from '../use-part-uploads.ts'
import { useWorkDraft } from '../use-work-draft.ts'
import { fieldOfProblem } from '../typed-work.ts'
import { readWorkStep, workPath } from '../work-address.ts'
import { CheckWork } from './check-work.tsx'
import { PrepareStep } from './prepare-step.tsx'
import { WorkConflicts } from './work-conflicts.tsx'
import styles from './works.module.css'

interface WorkEditorProps {
  client: Client
  work: Work
  /** Who writes. */
  owner: string
  onChanged: (work: Work) => void
  onSubmitted: (work: Work) => void
  onOutdated: () => void
}

const pollMilliseconds = 2_000

/** Asks again while files are being checked. */
const useChecked = (client: Client, work: Work, onChanged: (work: Work) => void): void => {
  const isChecking = work.files.some((file) => !file.isChecked)
  useEffect(() => {
    if (!isChecking) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      client(readWork, { params: { id: work.id } }, { skipErrorHandler: true }).then(onChanged, () => undefined)
    }, pollMilliseconds)
    return () => clearInterval(timer)
  }, [client, isChecking, work.id, onChanged])
}

/** Prepare, check, submit. */
export const WorkEditor = ({ client, work, owner, onChanged, onSubmitted, onOutdated }: WorkEditorProps) => {
  const intl = useIntl()
  const { id } = work
  const [draft, typed] = useWorkDraft(client, work, owner)
  const { step, heading, go } = useFormStep(readWorkStep, (next) => workPath(id, next))
  const conflicts = useRef<HTMLHeadingElement>(null)
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [removed, setRemoved] = useState<WorkFile>()
  const reread = useCallback(
    (): void => void client(readWork, { params: { id } }, { skipErrorHandler: true }).then(onChanged, () => undefined),
    [client, id, onChanged],
  )
  const [queue, uploads] = usePartUploads(client, id, reread)
  useChecked(client, work, onChanged)

  // Problems of files come with the work, those of what is typed with the draft, which is newer.
  const ofFiles = work.problems
    .filter(({ at }) => at === 'total' || fieldOfProblem(work, at) === at)
    .filter(({ at }) => work.parts.some((part) => part.id === at) || at === 'total')
    .map(({ at, message }) => ({ field: at, message }))
  const withFiles = (problems: typeof typed.problems) => [
    ...problems.filter(({ field }) => field !== 'total' && !work.parts.some((part) => part.id === field)),
    ...ofFiles,
  ]
  const state = { ...typed, problems: withFiles(typed.problems) }

  const order = (part: string, files: FileId[]): void =>
    void client(orderWorkFiles, { params: { id, part }, body: { files } }, { inPlaceSignIn: true }).then(
      onChanged,
      reread,
    )
  const remove = async (): Promise<void> => {
    if (removed) onChanged(await client(removeWorkFile, { params: { id, file: removed.id } }, { inPlaceSignIn: true }))
  }
  const isUploading = queue.isBusy
  return (
    <>
      <ol className={styles.steps}>
        {(['prepare', 'check'] as const).map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <FormattedMessage id={`work.step.${name}`} />
          </li>
        ))}
      </ol>
      <SavingLine
        state={state}
        due={work.resubmitBy ?? work.closesAt}
        timeZone={work.activity.timeZone}
        onAgain={() => void draft.flush()}
        onChoose={() => conflicts.current?.focus()}
      />
      {state.saving.kind === 'refused' && (
        <p>
          <button type="button" className="button quiet" onClick={onOutdated}>
            <FormattedMessage id="enrolment.showCurrent" />
          </button>
        </p>
      )}
      {state.isRestored && (
        <Notice>
          <p>
            <FormattedMessage id="enrolment.restored" />
          </p>
          <button type="button" className={styles.link} onClick={draft.acknowledge}>
            <FormattedMessage id="enrolment.understood" />
          </button>
        </Notice>
      )}
      <WorkConflicts heading={conflicts} work={work} state={state} onChoose={draft.choose} />
      {step === 'prepare' ? (
        <PrepareStep
          {...{ work, draft, state, queue, uploads, heading, areProblemsShown }}
          onRemove={setRemoved}
          onOrder={order}
          problemsNow={() => withFiles(draft.state.problems)}
          onNext={() => {
            setProblemsShown(true)
            go('check')
          }}
        />
      ) : (
        <CheckWork
          {...{ client, work, draft, state, isUploading, heading }}
          onBack={() => go('prepare')}
          onSubmitted={(sent) => {
            go('prepare', { replace: true })
            setProblemsShown(false)
            onSubmitted(sent)
          }}
          onOutdated={reread}
        />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={<FormattedMessage id="work.remove.title" />}
        object={removed?.name ?? ''}
        action={<FormattedMessage id="work.remove" />}
        danger
        onConfirm={remove}
        onClose={() => setRemoved(undefined)}
        problemsOf={problemsOf}
      >
        <p>
          {work.submissions.length > 0
            ? intl.formatMessage({ id: 'work.remove.submitted' })
            : intl.formatMessage({ id: 'work.remove.about' })}
        </p>
      </ConfirmDialog>
    </>
  )
}
