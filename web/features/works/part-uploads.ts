import { isBlocking, type Finding } from '@lectern/contract/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { ShownPart } from '@lectern/contract/works.ts'
import type { Client } from '../../request/client.ts'
import { startUpload, type RunState, type UploadRun } from '../files/upload-run.ts'
import { findUnfinished, markOfFile, slotOf } from '../files/unfinished.ts'
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
    | { kind: 'refused'; findings: readonly Finding[]; isSurplus?: boolean }
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

  const start = ({ key, part, file, replaces }: PartUpload): void => {
    const mark = markOfFile(file)
    // An upload is bound to what it replaces: the same file elsewhere begins anew.
    const slot = slotOf(`/works/${workId}`, 'work', `${part} ${replaces ?? ''} ${mark}`)
    const url = findUnfinished(slot)?.url
    const run = begin({
      file,
      purpose: 'work',
      target: { work: workId, part, ...(replaces && { replaces }) },
      locale,
      client,
      slot,
      mark,
      url,
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

  /** Names a file for which the part has no place, so that nobody takes it for uploaded. */
  const refuseSurplus = (part: ShownPart, file: File): void => {
    lastKey += 1
    const state: PartUpload['state'] = { kind: 'refused', findings: [], isSurplus: true }
    set([...list, { key: lastKey, part: part.id, file, replaces: undefined, state }])
  }

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
    add,
    refuseSurplus,
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
