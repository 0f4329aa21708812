import { useRef, useState, type DragEvent } from 'react'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { clockTime, findingTextValues } from '@lectern/contract/works/finding-texts.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { codecNames, partTypes, type FilePartKind } from '@lectern/contract/works/work-values.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import type { ShownLeak, ShownPart, WorkFile } from '@lectern/contract/works/works.ts'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import { useFormControl } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { UploadProgress } from '../../files/components/upload-progress.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import type { PartUpload, PartUploads } from '../part-uploads.ts'
import { LeakNotes } from './leak-notes.tsx'
import { UnfinishedUpload } from './unfinished-upload.tsx'
import styles from './works.module.css'

interface PartFilesProps {
  part: ShownPart
  files: readonly WorkFile[]
  uploads: readonly PartUpload[]
  /** Of other pages and people, and those that this page was reloaded during. */
  unfinished: readonly WorkUpload[]
  timeZone: string
  leaks: readonly ShownLeak[]
  queue: PartUploads
  /** Nothing can be changed now. */
  isFixed: boolean
  problem: string | undefined
  onRemove: (file: WorkFile) => void
  onOrder: (files: FileId[]) => void
  onGiveUp: (upload: WorkUpload) => void
}

const endingsOf = ({ kind, types }: ShownPart): string[] => {
  const all: Readonly<Record<string, readonly string[]>> = partTypes[kind as FilePartKind]
  return types.flatMap((type) => all[type] ?? [])
}

/** What the part accepts, said before somebody meets it. */
export const usePartLimits = (part: ShownPart): string[] => {
  const intl = useIntl()
  const { limits, kind } = part
  const said: string[] = []
  if (kind !== 'text' && kind !== 'link')
    said.push(
      intl.formatMessage(
        { id: 'work.limit.types' },
        {
          types: intl.formatList([...new Set(endingsOf(part))].map((ending) => ending.toUpperCase())),
          size: sizeIn(intl, part.maxBytes),
        },
      ),
    )
  const { minSeconds, maxSeconds, minLongSide, minShortSide, codecs, maxKbps, maxPages, maxCharacters } = limits
  if (maxSeconds !== undefined && minSeconds !== undefined)
    said.push(
      intl.formatMessage({ id: 'work.limit.between' }, { min: clockTime(minSeconds), max: clockTime(maxSeconds) }),
    )
  else if (maxSeconds !== undefined)
    said.push(intl.formatMessage({ id: 'work.limit.maxSeconds' }, { max: clockTime(maxSeconds) }))
  else if (minSeconds !== undefined)
    said.push(intl.formatMessage({ id: 'work.limit.minSeconds' }, { min: clockTime(minSeconds) }))
  if (minLongSide !== undefined || minShortSide !== undefined)
    said.push(
      intl.formatMessage({ id: 'work.limit.sides' }, { size: [minLongSide, minShortSide].filter(Boolean).join(' × ') }),
    )
  if (codecs && codecs.length > 0)
    said.push(
      intl.formatMessage(
        { id: 'work.limit.codecs' },
        { codecs: intl.formatList(codecs.map((one) => codecNames[one])) },
      ),
    )
  if (maxKbps !== undefined) said.push(intl.formatMessage({ id: 'work.limit.kbps' }, { max: maxKbps }))
  if (maxPages !== undefined) said.push(intl.formatMessage({ id: 'work.limit.pages' }, { max: maxPages }))
  if (maxCharacters !== undefined)
    said.push(intl.formatMessage({ id: 'work.limit.characters' }, { max: maxCharacters }))
  if (part.maxFiles > 1)
    said.push(intl.formatMessage({ id: 'work.limit.files' }, { min: part.minFiles, max: part.maxFiles }))
  return said
}

const factsOf = ({ seconds, width, height, pages }: WorkFile, pagesText: (pages: number) => string): string[] => [
  ...(seconds === null ? [] : [clockTime(seconds)]),
  ...(width === null || height === null ? [] : [`${width} × ${height}`]),
  ...(pages === null ? [] : [pagesText(pages)]),
]

interface FileRowProps extends Pick<PartFilesProps, 'part' | 'leaks' | 'isFixed' | 'onRemove' | 'onOrder'> {
  file: WorkFile
  all: readonly WorkFile[]
  /** Of the button that replaces the file, where the list of problems leads to it. */
  fieldId: string | undefined
  onReplace: () => void
}

const isRefused = ({ findings }: WorkFile): boolean => findings.some(({ isBlocking }) => isBlocking)

const FileRow = ({ file, part, all, fieldId, leaks, isFixed, onRemove, onOrder, onReplace }: FileRowProps) => {
  const intl = useIntl()
  const at = all.findIndex(({ id }) => id === file.id)
  const move = (by: number): void => {
    const ids = all.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    ids.splice(at + by, 0, moved!)
    onOrder(ids)
  }
  const facts = factsOf(file, (pages) => intl.formatMessage({ id: 'work.pages' }, { pages }))
  const own = leaks.filter(({ file: id }) => id === file.id)
  return (
    <li
      className={`stack gap-6 ${styles.file}`}
      data-standing={isRefused(file) ? 'finding' : file.isChecked ? 'ready' : 'checking'}
    >
      <p className="break-anywhere">
        <a href={fileUrl(file.id)} download={file.name}>
          <bdi>{file.name}</bdi>
        </a>{' '}
        <small>{[sizeIn(intl, file.size), ...facts].join(' · ')}</small>
      </p>
      {!file.isChecked && (
        <p className={styles.hint} role="status">
          <FormattedMessage id="work.standing.checking" />
        </p>
      )}
      {file.isChecked && file.confirmation === 'waiting' && (
        <p className={styles.hint} role="status">
          <FormattedMessage id="work.hash.waiting" />
        </p>
      )}
      {file.findings.map(({ code, message, isBlocking }) => (
        <p key={code} className={isBlocking ? styles.refusal : styles.warning}>
          {message}
        </p>
      ))}
      <LeakNotes leaks={own} />
      {!isFixed && (
        <p className={`row ${styles.fileActions}`}>
          <button type="button" {...(fieldId && { id: fieldId, name: part.id })} onClick={onReplace}>
            <FormattedMessage id="work.replace" />
          </button>
          <button type="button" onClick={() => onRemove(file)}>
            <FormattedMessage id="work.remove" />
          </button>
          {at > 0 && (
            <button type="button" onClick={() => move(-1)}>
              <FormattedMessage id="work.up" />
            </button>
          )}
          {at < all.length - 1 && (
            <button type="button" onClick={() => move(1)}>
              <FormattedMessage id="work.down" />
            </button>
          )}
        </p>
      )}
    </li>
  )
}

/** A file that is on its way, or that was refused before it was sent. */
const UploadRow = ({ upload, part, queue }: { upload: PartUpload; part: ShownPart; queue: PartUploads }) => {
  const intl = useIntl()
  const { key, file, state } = upload
  if (state.kind !== 'refused' && state.kind !== 'failed' && state.kind !== 'reading' && state.kind !== 'waiting')
    return (
      <li>
        <UploadProgress
          file={file}
          isPicture={false}
          state={state}
          onPause={() => queue.pause(key)}
          onResume={() => queue.resume(key)}
          onCancel={() => queue.cancel(key)}
        />
      </li>
    )
  return (
    <li
      className={`stack gap-6 ${styles.file}`}
      data-standing={state.kind === 'refused' || state.kind === 'failed' ? 'finding' : 'checking'}
    >
      <p className="break-anywhere">
        <bdi>{file.name}</bdi> <small>{sizeIn(intl, file.size)}</small>
      </p>
      <div role="alert">
        {state.kind === 'refused' && (
          <>
            {state.findings.map((finding) => (
              <p key={finding.code} className={styles.refusal}>
                <FormattedMessage id={`finding.${finding.code}`} values={findingTextValues(finding)} />
              </p>
            ))}
            {state.reason === 'surplus' && (
              <p className={styles.refusal}>
                <FormattedMessage id="work.surplus" values={{ max: part.maxFiles }} />
              </p>
            )}
            {state.reason === 'otherFile' && (
              <p className={styles.refusal}>
                <FormattedMessage id="work.unfinished.otherFile" />
              </p>
            )}
            {state.reason === undefined && (
              <p className={styles.hint}>
                <FormattedMessage id="work.notSent" />
              </p>
            )}
          </>
        )}
        {state.kind === 'failed' && (
          <p className={styles.refusal}>{state.message ?? <FormattedMessage id="work.uploadFailed" />}</p>
        )}
      </div>
      {(state.kind === 'reading' || state.kind === 'waiting') && (
        <p className={styles.hint} role="status">
          <FormattedMessage id={`work.upload.${state.kind}`} />
        </p>
      )}
      <p className={`row ${styles.fileActions}`}>
        {state.kind === 'failed' && state.canTryAgain && (
          <button type="button" onClick={() => queue.again(key)}>
            <FormattedMessage id="work.tryAgain" />
          </button>
        )}
        <button type="button" onClick={() => queue.cancel(key)}>
          <FormattedMessage id={state.kind === 'refused' ? 'work.understood' : 'upload.cancel'} />
        </button>
      </p>
    </li>
  )
}

/** The files of one part: drop or choose several, see how far each is and what is wrong with it. */
export const PartFiles = (props: PartFilesProps) => {
  const { part, files, uploads, unfinished, leaks, queue, isFixed, problem, onRemove, onOrder } = props
  const intl = useIntl()
  const picker = useRef<HTMLInputElement>(null)
  /** What the chosen file is for. */
  const wanted = useRef<{ replaces: FileId } | { resumes: WorkUpload }>(undefined)
  const [isOver, setOver] = useState(false)
  // The list of problems leads here.
  const id = `${useFormControl().id}-${part.id}`
  const room = part.maxFiles - files.length - uploads.filter(({ state }) => state.kind !== 'refused').length
  // A full part has no field to choose files with: a file is to be replaced.
  const toReplace = room > 0 ? undefined : (files.find(isRefused) ?? files[0])
  const add = (chosen: readonly File[]): void => {
    queue.dropRefused(part.id)
    for (const [at, file] of chosen.entries())
      if (at < room) void queue.add(part, file)
      else queue.refuseSurplus(part, file)
  }
  const take = ([file]: readonly File[]): void => {
    queue.dropRefused(part.id)
    if (!file || !wanted.current) return
    if ('resumes' in wanted.current) void queue.resumeWith(part, file, wanted.current.resumes)
    else void queue.add(part, file, wanted.current.replaces)
  }
  const chooseFor = (use: typeof wanted.current): void => {
    wanted.current = use
    picker.current?.click()
  }
  const accept = endingsOf(part)
    .map((ending) => `.${ending}`)
    .join(',')
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  const limits = usePartLimits(part)
  return (
    <div className="stack gap-12" data-field>
      <p className={styles.hint} id={`${id}-limits`}>
        {limits.join(intl.formatMessage({ id: 'work.limit.separator' }))}
      </p>
      <FieldError id={id} messages={problem === undefined ? [] : [problem]} />
      {(files.length > 0 || uploads.length > 0 || unfinished.length > 0) && (
        <ul className={styles.fileList}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              {...{ file, part, leaks, isFixed, onRemove, onOrder }}
              all={files}
              fieldId={file === toReplace ? id : undefined}
              onReplace={() => chooseFor({ replaces: file.id })}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} part={part} queue={queue} />
          ))}
          {unfinished.map((upload) => (
            <UnfinishedUpload
              key={upload.id}
              upload={upload}
              timeZone={props.timeZone}
              onChoose={() => chooseFor({ resumes: upload })}
              onGiveUp={() => props.onGiveUp(upload)}
            />
          ))}
        </ul>
      )}
      {!isFixed && (
        <input
          ref={picker}
          hidden
          type="file"
          accept={accept}
          aria-label={intl.formatMessage({ id: 'work.replace' })}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            // The same file may be chosen again.
            target.value = ''
          }}
        />
      )}
      {!isFixed && room > 0 && (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            className="visually-hidden"
            type="file"
            id={id}
            name={part.id}
            multiple={part.maxFiles > 1}
            accept={accept}
            aria-label={part.label}
            aria-describedby={problem === undefined ? `${id}-limits` : `${id}-limits ${id}-error`}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <label htmlFor={id} className={styles.drop} data-over={isOver || undefined}>
            <FormattedMessage id={part.maxFiles > 1 ? 'work.drop.several' : 'work.drop.one'} />
          </label>
        </div>
      )}
    </div>
  )
}
