import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import type { PartKind } from '@lectern/contract/works/work-values.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import { orderWorkFiles, readWork, removeWorkFile, type Work, type WorkFile } from '@lectern/contract/works/works.ts'
import type { Client } from '../../../request/client.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { problemsOf } from '../../../request/request-error.ts'
import { useFormStep } from '../../enrolments/use-form-step.ts'
import { SaveStatus } from '../../enrolments/components/save-status.tsx'
import { giveUpUpload } from '../../files/unfinished-uploads.ts'
import { usePartUploads } from '../use-part-uploads.ts'
import { useWorkDraft } from '../use-work-draft.ts'
import { fieldOfProblem } from '../work-form-values.ts'
import { readWorkStep, workPath } from '../work-address.ts'
import { isLateButOpen } from '../work-standing.ts'
import { CheckWork } from './check-work.tsx'
import { PhoneAddress } from './phone-address.tsx'
import { PrepareStep } from './prepare-step.tsx'
import { WorkConflicts } from './work-conflicts.tsx'
import styles from './works.module.css'

interface WorkEditorProps {
  client: Client
  work: Work
  /** The end that is shown; null: none. */
  due: string | null
  /** Who writes. */
  owner: string
  /** Of this page, for another device. */
  address: string
  onChanged: (work: Work) => void
  onSubmitted: (work: Work) => void
  onOutdated: () => void
}

/** What people make with phones. */
const recordedKinds: ReadonlySet<PartKind> = new Set(['video', 'audio', 'image'])

const pollMilliseconds = { checks: 2_000, uploads: 5_000 }

/** Asks again while files are being checked, or searched for what reveals the team, or sent from elsewhere. */
const useChecked = (client: Client, work: Work, isExpecting: boolean, onChanged: (work: Work) => void): void => {
  const isChecking =
    work.isScanning || work.files.some(({ isChecked, confirmation }) => !isChecked || confirmation === 'waiting')
  const interval = isChecking ? pollMilliseconds.checks : isExpecting ? pollMilliseconds.uploads : undefined
  useEffect(() => {
    if (interval === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      client(readWork, { params: { id: work.id } }, { skipErrorHandler: true }).then(onChanged, () => undefined)
    }, interval)
    return () => clearInterval(timer)
  }, [client, interval, work.id, onChanged])
}

/** Prepare, check, submit. */
export const WorkEditor = (props: WorkEditorProps) => {
  const { client, work, due, owner, address, onChanged, onSubmitted, onOutdated } = props
  const intl = useIntl()
  const { id } = work
  const [draft, typed] = useWorkDraft(client, work, owner, (leaks) => onChanged({ ...work, leaks }))
  const { step, heading, go } = useFormStep(readWorkStep, (next) => workPath(id, next))
  const conflicts = useRef<HTMLHeadingElement>(null)
  const [areProblemsShown, setProblemsShown] = useState(false)
  const [removed, setRemoved] = useState<WorkFile>()
  const [abandoned, setAbandoned] = useState<WorkUpload>()
  const [wanted, setWanted] = useState<string>()
  const reread = useCallback(
    (): void => void client(readWork, { params: { id } }, { skipErrorHandler: true }).then(onChanged, () => undefined),
    [client, id, onChanged],
  )
  const [queue, uploads] = usePartUploads(client, id, reread)
  const unfinished = work.uploads.filter((upload) => !queue.hasUpload(upload.id))
  const [isPhoneShown, setPhoneShown] = useState(false)
  useChecked(client, work, isPhoneShown || unfinished.length > 0, onChanged)

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
  const giveUp = async (): Promise<void> => {
    if (abandoned) await giveUpUpload(abandoned.id)
    reread()
  }
  const isUploading = queue.isBusy
  return (
    <>
      <ol className={`row faint ${styles.steps}`}>
        {(['prepare', 'check'] as const).map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <FormattedMessage id={`work.step.${name}`} />
          </li>
        ))}
      </ol>
      <SaveStatus
        state={state}
        due={due}
        timeZone={work.activity.timeZone}
        onAgain={() => void draft.flush()}
        onChoose={() => conflicts.current?.focus()}
      />
      {isLateButOpen(work) && work.uploadsUntil !== null && (
        <Notice>
          <FormattedMessage
            id="work.lateUploads"
            values={{
              moment: <DateTime key="until" value={work.uploadsUntil} exact timeZone={work.activity.timeZone} />,
            }}
          />
        </Notice>
      )}
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
      {work.parts.some(({ kind }) => recordedKinds.has(kind)) && step === 'prepare' && (
        <PhoneAddress address={address} onToggle={setPhoneShown} />
      )}
      {step === 'prepare' ? (
        <PrepareStep
          {...{ work, draft, state, queue, uploads, unfinished, heading, areProblemsShown, wanted }}
          onRemove={setRemoved}
          onOrder={order}
          onGiveUp={setAbandoned}
          problemsNow={() => withFiles(draft.state.problems)}
          onNext={() => {
            setProblemsShown(true)
            setWanted(undefined)
            go('check')
          }}
        />
      ) : (
        <CheckWork
          {...{ client, work, draft, state, isUploading, unfinished, heading }}
          onChange={(field) => {
            setWanted(field)
            go('prepare')
          }}
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
      <ConfirmDialog
        open={abandoned !== undefined}
        title={<FormattedMessage id="work.unfinished.giveUp.title" />}
        object={abandoned?.name ?? ''}
        action={<FormattedMessage id="work.unfinished.giveUp" />}
        danger
        onConfirm={giveUp}
        onClose={() => setAbandoned(undefined)}
        problemsOf={() => [{ path: '', message: intl.formatMessage({ id: 'request.retry' }) }]}
      >
        <p>
          <FormattedMessage id="work.unfinished.giveUp.about" />
        </p>
      </ConfirmDialog>
    </>
  )
}
