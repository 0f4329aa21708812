import { isBlocking, type Finding } from '@lectern/contract/works/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { WorkUpload } from '@lectern/contract/works/work-uploads.ts'
import type { ShownPart } from '@lectern/contract/works/works.ts'
import type { Client } from '../../request/client.ts'
import { startUpload, type RunState, type UploadRun } from '../files/upload-run.ts'
import { findUnfinishedUpload, idOfUpload, markOfFile, slotOf } from '../files/unfinished-uploads.ts'
import { checkFile } from './check-file.ts'

/** A file on its way into a part. */
export interface PartUpload {
  key: number
  part: string
  file: File
  /** The file that it takes the place of. */
  replaces: FileId | undefined
  state:
    | { kind: 'reading' }
    /** Not sent: what is wrong with it. */
    | { kind: 'refused'; findings: readonly Finding[]; reason?: 'surplus' | 'otherFile' }
    | { kind: 'waiting' }
    | Exclude<RunState, { kind: 'stored' }>
}

interface Options {
  client: Client
  workId: WorkId
  locale: Locale
  /** A file has arrived and is part of the work. */
  onStored: (id: FileId) => void
  begin?: typeof startUpload
}

/** More at once would only make each slower. */
const maxRunning = 2

/** The uploads of one work: several at once, in order, each can be paused and cancelled. Outside of React, so that no rendering ends one. */
export const createPartUploads = ({ client, workId, locale, onStored, begin = startUpload }: Options) => {
  const listeners = new Set<() => void>()
  const runs = new Map<number, UploadRun>()
  /** All uploads of this page, those that have ended too. */
  const ids = new Set<FileId>()
  let list: readonly PartUpload[] = []
  let lastKey = 0

  const set = (next: readonly PartUpload[]): void => {
    list = next
    for (const listener of listeners) listener()
  }
  const change = (key: number, state: PartUpload['state']): void =>
    set(list.map((upload) => (upload.key === key ? { ...upload, state } : upload)))
  const remove = (key: number): void => {
    runs.delete(key)
    set(list.filter((upload) => upload.key !== key))
    startNext()
  }

  const isRunning = ({ state: { kind } }: PartUpload): boolean =>
    kind === 'sending' || kind === 'cut' || kind === 'checking'

  /** An upload is bound to what it replaces: the same file elsewhere begins anew. */
  const slotFor = ({ part, file, replaces }: Pick<PartUpload, 'part' | 'file' | 'replaces'>): string =>
    slotOf(`/works/${workId}`, 'work', `${part} ${replaces ?? ''} ${markOfFile(file)}`)

  const start = (upload: PartUpload): void => {
    const { key, part, file, replaces } = upload
    const mark = markOfFile(file)
    const slot = slotFor(upload)
    const url = findUnfinishedUpload(slot)?.url
    if (url !== undefined) ids.add(idOfUpload(url))
    const run = begin({
      file,
      purpose: 'work',
      target: { work: workId, part, ...(replaces && { replaces }) },
      locale,
      client,
      slot,
      mark,
      url,
      onBegun: (id) => void ids.add(id),
      onState: (state) => {
        if (state.kind === 'stored') {
          remove(key)
          onStored(state.file.id)
          return
        }
        change(key, state)
        if (state.kind === 'failed' || state.kind === 'paused') startNext()
      },
    })
    runs.set(key, run)
  }

  const startNext = (): void => {
    const free = maxRunning - list.filter(isRunning).length
    for (const upload of list.filter(({ state }) => state.kind === 'waiting').slice(0, Math.max(0, free))) start(upload)
  }

  const add = async (part: ShownPart, file: File, replaces?: FileId): Promise<void> => {
    lastKey += 1
    const key = lastKey
    set([...list, { key, part: part.id, file, replaces, state: { kind: 'reading' } }])
    const findings = await checkFile(part, file).catch((): Finding[] => [])
    if (!list.some((upload) => upload.key === key)) return
    if (findings.some(isBlocking)) change(key, { kind: 'refused', findings })
    else {
      change(key, { kind: 'waiting' })
      startNext()
    }
  }

  /** Names a file that is not sent, so that nobody takes it for uploaded. */
  const refuse = (part: ShownPart, file: File, reason: 'surplus' | 'otherFile'): void => {
    lastKey += 1
    const state: PartUpload['state'] = { kind: 'refused', findings: [], reason }
    set([...list, { key: lastKey, part: part.id, file, replaces: undefined, state }])
  }

  /** Goes on with an interrupted upload, if the file is the same. */
  const resumeWith = async (part: ShownPart, file: File, interrupted: WorkUpload): Promise<void> => {
    const replaces = interrupted.replaces ?? undefined
    const url = findUnfinishedUpload(slotFor({ part: part.id, file, replaces }))?.url
    if (url !== undefined && idOfUpload(url) === interrupted.id) await add(part, file, replaces)
    else refuse(part, file, 'otherFile')
  }

  /** Whoever chooses other files has read why the last ones were refused. */
  const dropRefused = (part: string): void =>
    set(list.filter((upload) => upload.part !== part || upload.state.kind !== 'refused'))

  return {
    get list() {
      return list
    },
    get isBusy() {
      return list.some(({ state: { kind } }) => kind !== 'refused' && kind !== 'failed')
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Whether an upload was begun or continued on this page. */
    hasUpload: (id: FileId): boolean => ids.has(id),
    add,
    refuseSurplus: (part: ShownPart, file: File) => refuse(part, file, 'surplus'),
    resumeWith,
    dropRefused,
    pause: (key: number) => runs.get(key)?.pause(),
    resume: (key: number) => runs.get(key)?.resume(),
    cancel: (key: number) => {
      runs.get(key)?.cancel()
      remove(key)
    },
    again: (key: number) => {
      runs.get(key)?.leave()
      runs.delete(key)
      change(key, { kind: 'waiting' })
      startNext()
    },
    /** The page is left: what has arrived is kept, and the same file goes on from there. */
    close: () => {
      for (const run of runs.values()) run.leave()
    },
  }
}

export type PartUploads = ReturnType<typeof createPartUploads>
