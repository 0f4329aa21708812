import { readFileState } from '@lectern/contract/files/files.ts'
import { filePurposes, fileTypes, megabyte, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import { endingsOf, fileProblem, type FileRules } from '@lectern/contract/enrolments/form-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { useEffect, useRef, useState, type DragEvent, type FocusEvent, type ReactNode } from 'react'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { AlertIcon } from '../../../ui/form/form-icons.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { FormattedMessage, useIntl, type IntlShape } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import type { FileState } from '../file-state.ts'
import { useUpload, type Stage } from '../use-upload.ts'
import { StoredFile } from './stored-file.tsx'
import styles from './upload-field.module.css'
import { UploadProgress } from './upload-progress.tsx'

interface KnownFile {
  id: FileId
  name: string
  size: number
}

/** Works have a screen of their own, and nobody uploads bundles and certificates. */
type FieldPurpose = Exclude<FilePurpose, 'work' | 'bundle' | 'certificate'>

interface UploadFieldProps {
  purpose: FieldPurpose
  /** What the file belongs to, where the purpose asks for it. */
  target?: Readonly<Record<string, string>> | undefined
  /** The current file, passed by the form. */
  value?: FileId | null
  /** Called when a file was uploaded and accepted, or removed. */
  onChange?: (id: FileId | null, file?: FileState) => void
  /** Files with known names: only the uploader may request the state of a file. */
  known?: readonly KnownFile[] | undefined
  /** Purpose of the file; also the accessible name if there is no label. */
  label: string
  id?: string | undefined
  /** Name of the field in a form, for its error summary. */
  name?: string | undefined
  /** Stricter limits than those of the purpose. */
  rules?: FileRules | undefined
  'aria-describedby'?: string | undefined
}

/** Facts about the current file, which may be new or old. */
const useHeldFile = (value: FileId | null, knownFiles: readonly KnownFile[]) => {
  const { client } = useRouter()
  const [fileState, setFileState] = useState<FileState>()
  const facts = knownFiles.find(({ id }) => id === value)
  useEffect(() => {
    if (value === null || fileState?.id === value || facts) return
    let isCurrent = true
    client(readFileState, { params: { id: value } }, { skipErrorHandler: true }).then(
      (answer) => isCurrent && setFileState(answer),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, value, fileState?.id, facts])
  const stored: FileState | undefined = facts && {
    ...facts,
    purpose: 'answer',
    state: 'stored',
    picture: null,
    refusal: null,
  }
  return [value !== null && fileState?.id === value ? fileState : stored, setFileState] as const
}

const dropWords = (chunks: ReactNode) => (
  <span key="drop" className={styles.drop}>
    {chunks}
  </span>
)

const maxBytes = (purpose: FieldPurpose, { maxMegabytes }: FileRules): number =>
  maxMegabytes === undefined ? filePurposes[purpose].most : maxMegabytes * megabyte

const Problem = ({ stage, purpose, rules }: { stage: Stage; purpose: FieldPurpose; rules: FileRules }) => {
  const intl = useIntl()
  if (stage.kind === 'tooLarge')
    return <FormattedMessage id="upload.tooLarge" values={{ limit: sizeIn(intl, maxBytes(purpose, rules)) }} />
  if (stage.kind === 'wrongKind')
    return <FormattedMessage id="upload.wrongKind" values={{ kinds: listEndings(intl, rules) }} />
  if (stage.kind === 'empty') return <FormattedMessage id="upload.empty" />
  if (stage.kind !== 'running' || stage.state.kind !== 'failed') return null
  return stage.state.message ?? <FormattedMessage id="upload.failed" />
}

/** Moves the focus to the whole field when the focused element is removed. */
const useKeptFocus = () => {
  const group = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && (document.activeElement ?? document.body) === document.body)
      group.current?.focus({ preventScroll: true })
  })
  return {
    ref: group,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Removing a focused element fires no event with a new target.
      if (relatedTarget !== null && !group.current?.contains(relatedTarget)) isInside.current = false
    },
  }
}

const acceptOf = (purpose: FieldPurpose, rules: FileRules): string =>
  [...new Set(endingsOf(rules) ?? Object.values(fileTypes[purpose]).flat())].map((ending) => `.${ending}`).join(',')

const listEndings = (intl: IntlShape, rules: FileRules): string =>
  intl.formatList((endingsOf(rules) ?? []).map((ending) => ending.toUpperCase()))

const noRules: FileRules = {}
const noFiles: readonly KnownFile[] = []

/** Takes one file by choosing or dropping it. It is uploaded at once and resumes after interruptions. */
export const UploadField = (props: UploadFieldProps) => {
  const { purpose, value = null, onChange, label, id, name, rules = noRules } = props
  const intl = useIntl()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [held, setHeld] = useHeldFile(value, props.known ?? noFiles)
  const upload = useUpload({
    purpose,
    target: props.target,
    // Stable across reloads, unlike ids of React.
    field: name ?? id ?? label,
    refuse: (file) => fileProblem(rules, file),
    onStored: (file) => {
      setHeld(file)
      onChange?.(file.id, file)
    },
  })
  const { stage } = upload
  useLeaveGuard(upload.isUnderWay, intl.formatMessage({ id: 'upload.leave' }))

  const choose = (): void => picker.current!.click()
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? []
    // Nothing can be dropped on it in a fieldset that is disabled.
    if (file && !picker.current!.matches(':disabled')) upload.begin(file)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }

  const isRefused = stage.kind === 'tooLarge' || stage.kind === 'wrongKind' || stage.kind === 'empty'
  const hasFailed = isRefused || (stage.kind === 'running' && stage.state.kind === 'failed')
  const canTryAgain = stage.kind === 'running' && stage.state.kind === 'failed' && stage.state.canTryAgain
  const isRunning = stage.kind === 'running' && !hasFailed
  const isHolding = held !== undefined && !isRunning && !hasFailed && stage.kind !== 'interrupted'

  const focus = useKeptFocus()
  return (
    <div
      className={`stack-fit gap-8 small ${styles.field}`}
      role="group"
      aria-label={label}
      data-over={isOver || undefined}
      {...drop}
      {...focus}
    >
      {/* The label is the click target; the input inside has the keyboard focus. */}
      <label className={`stack gap-4 muted ${styles.area}`} hidden={isRunning || isHolding}>
        <input
          ref={picker}
          id={id}
          name={name}
          type="file"
          className="visually-hidden"
          accept={acceptOf(purpose, rules)}
          aria-describedby={props['aria-describedby']}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // Allow selecting the same file again.
            currentTarget.value = ''
          }}
        />
        <Icon>
          <path d="M12 16V4.500M7 9l5-5 5 5M4 15.500v3A1.500 1.500 0 0 0 5.500 20h13a1.500 1.500 0 0 0 1.500-1.500v-3" />
        </Icon>
        <span className={styles.call}>
          <span className="visually-hidden">{label}: </span>
          {stage.kind === 'interrupted' ? (
            <FormattedMessage id="upload.chooseSame" />
          ) : (
            <FormattedMessage id="upload.choose" values={{ drop: dropWords }} />
          )}
        </span>
        <span className={`muted break-anywhere ${styles.about}`}>
          {endingsOf(rules) ? (
            <FormattedMessage
              id="upload.about.kinds"
              values={{ kinds: listEndings(intl, rules), limit: sizeIn(intl, maxBytes(purpose, rules)) }}
            />
          ) : (
            <FormattedMessage
              id={`upload.about.${purpose}`}
              values={{ limit: sizeIn(intl, maxBytes(purpose, rules)) }}
            />
          )}
        </span>
      </label>
      {isRunning && stage.kind === 'running' && (
        <UploadProgress
          file={stage.file}
          isPicture={purpose === 'picture'}
          state={stage.state}
          onPause={upload.pause}
          onResume={upload.resume}
          onCancel={upload.discard}
        />
      )}
      {isHolding && (
        <StoredFile
          file={held}
          onReplace={choose}
          onRemove={() => {
            onChange?.(null)
          }}
        />
      )}
      {stage.kind === 'interrupted' && (
        <div className={styles.card}>
          <p className={styles.body}>
            <FormattedMessage
              id="upload.interrupted"
              values={{
                name: stage.name,
                percent: intl.formatNumber(stage.sent / Math.max(stage.size, 1), { style: 'percent' }),
              }}
            />
          </p>
          <div className="row gap-8">
            <button type="button" className={styles.action} onClick={choose}>
              <FormattedMessage id="upload.resume" />
            </button>
            <button type="button" className={styles.action} onClick={upload.discard}>
              <FormattedMessage id="upload.discard" />
            </button>
          </div>
        </div>
      )}
      <div role="alert" className={styles.alert}>
        {hasFailed && (
          <p className={styles.problem}>
            <AlertIcon />
            <span>
              <Problem stage={stage} purpose={purpose} rules={rules} />
            </span>
          </p>
        )}
      </div>
      {hasFailed && (canTryAgain || held) && (
        <div className="row gap-8">
          {canTryAgain && (
            <button type="button" className={styles.action} onClick={upload.resume}>
              <FormattedMessage id="upload.again" />
            </button>
          )}
          <button type="button" className={styles.action} onClick={upload.discard}>
            <FormattedMessage id="upload.cancel" />
          </button>
        </div>
      )}
    </div>
  )
}
