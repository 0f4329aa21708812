import { filePurposes, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import { useEffect, useRef, useState } from 'react'
import { useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import type { FileState } from './file-state.ts'
import {
  readUnfinishedUpload,
  findUnfinishedUpload,
  deleteUnfinishedUpload,
  markOfFile,
  slotOf,
  type InterruptedUpload,
} from './unfinished-uploads.ts'
import { startUpload, type RunState, type UploadRun } from './upload-run.ts'

export type Stage =
  | { kind: 'idle' }
  /** Refused before anything is sent. */
  | { kind: 'tooLarge' | 'wrongKind' | 'empty' }
  | ({ kind: 'interrupted' } & InterruptedUpload)
  | { kind: 'running'; file: File; state: RunState }

interface UploadOptions {
  purpose: FilePurpose
  /** What the file belongs to, where the purpose asks for it. */
  target?: Readonly<Record<string, string>> | undefined
  /** Distinguishes fields of one page. */
  field: string
  /** Validates a file before anything is sent. */
  refuse?: ((file: File) => 'tooLarge' | 'wrongKind' | undefined) | undefined
  onStored: (file: FileState) => void
}

const idle: Stage = { kind: 'idle' }

/** The upload of one field, which can be resumed. */
export const useUpload = ({ purpose, target, field, refuse, onStored }: UploadOptions) => {
  const { locale } = useIntl()
  const { client } = useRouter()
  const run = useRef<UploadRun>(undefined)
  const [stage, setStage] = useState<Stage>(idle)
  const slot = useRef('')
  const finish = useRef(onStored)

  useEffect(() => {
    finish.current = onStored
  })

  useEffect(() => {
    slot.current = slotOf(location.pathname, purpose, field)
    const left = findUnfinishedUpload(slot.current)
    let isCurrent = true
    if (left)
      readUnfinishedUpload(left.url).then(
        (upload) => {
          if (!upload) deleteUnfinishedUpload(slot.current)
          else if (isCurrent && !run.current) setStage({ kind: 'interrupted', ...upload })
        },
        // Without a network, ask again next time.
        () => undefined,
      )
    return () => {
      isCurrent = false
      run.current?.leave()
      run.current = undefined
    }
  }, [purpose, field])

  const begin = (file: File): void => {
    run.current?.cancel()
    run.current = undefined
    if (file.size === 0) return setStage({ kind: 'empty' })
    const refusal = file.size > filePurposes[purpose].most ? 'tooLarge' : refuse?.(file)
    if (refusal) return setStage({ kind: refusal })
    const mark = markOfFile(file)
    const left = findUnfinishedUpload(slot.current)
    run.current = startUpload({
      file,
      purpose,
      target,
      locale,
      client,
      slot: slot.current,
      mark,
      url: left?.mark === mark ? left.url : undefined,
      onState: (state) => {
        if (state.kind !== 'stored') return setStage({ kind: 'running', file, state })
        run.current = undefined
        setStage(idle)
        finish.current(state.file)
      },
    })
  }

  const discard = (): void => {
    run.current?.cancel()
    run.current = undefined
    deleteUnfinishedUpload(slot.current)
    setStage(idle)
  }

  return {
    stage,
    begin,
    discard,
    pause: () => run.current?.pause(),
    resume: () => run.current?.resume(),
    isUnderWay: () => run.current !== undefined && stage.kind === 'running' && stage.state.kind !== 'failed',
  }
}
