import { readFileState } from '@lectern/contract/files/files.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Client } from '../../request/client.ts'
import type { FileState } from './file-state.ts'
import { OpeningFailed, openSender } from './open-sender.ts'
import { createPace } from './pace.ts'
import type { Answered, Sender, SenderEvents } from './sender.ts'
import { deleteUnfinishedUpload, idOfUpload, storeUnfinishedUpload } from './unfinished-uploads.ts'

interface Going {
  sent: number
  /** Bytes per second. */
  speed?: number | undefined
}

export type RunState =
  | ({ kind: 'sending' } & Going)
  | ({ kind: 'paused' } & Going)
  /** Retried automatically. */
  | ({ kind: 'cut'; isOffline: boolean } & Going)
  /** Everything was received; the server is inspecting it. */
  | { kind: 'checking' }
  | { kind: 'stored'; file: FileState }
  /** In the user's language; absent if unknown. */
  | { kind: 'failed'; message: string | undefined; canTryAgain: boolean }

interface RunOptions {
  file: File
  purpose: FilePurpose
  /** What it belongs to, where the purpose asks for it. */
  target?: Readonly<Record<string, string>> | undefined
  locale: Locale
  client: Client
  /** Key in local storage. */
  slot: string
  mark: string
  /** URL of an earlier upload of the same file, to resume it. */
  url?: string | undefined
  /** The server knows it, under this id. */
  onBegun?: ((id: FileId) => void) | undefined
  onState: (state: RunState) => void
}

/** The upload of one file. */
export interface UploadRun {
  pause(): void
  resume(): void
  /** Cancels the upload; the server deletes what it has received. */
  cancel(): void
  /** Stops here; can be resumed later. */
  leave(): void
}

const delays = [1_000, 2_000, 4_000, 8_000, 15_000]
/** Timeout without a byte, after which the connection counts as lost. */
const stallMilliseconds = 25_000
const checkMilliseconds = [300, 500, 1_000, 2_000]
/** After this the file may be used although the server has not inspected it yet. */
const checkTimeoutMilliseconds = 30_000

const passingErrors: ReadonlySet<string | undefined> = new Set(['request.tooMany', 'upload.elsewhere'])

/** Temporary problems that the user cannot fix: the network, a restart, overload. */
const passes = ({ status, error }: Answered): boolean =>
  status === 0 || (status >= 500 && status !== 507) || [408, 423].includes(status) || passingErrors.has(error)

/** The upload itself is as it was: it goes on when the user may. */
const isKept = ({ status }: Answered): boolean => [401, 403, 409].includes(status) || status >= 429

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

export const startUpload = (options: RunOptions): UploadRun => {
  const { file, purpose, target, locale, client, slot, mark, onState } = options
  let pace = createPace()
  let sender: Sender | undefined
  let url = options.url
  let isBucketAvoided = false
  let isOpening = false
  let isOver = false
  let isPaused = false
  let isWaiting = false
  let sent = 0
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let stall: ReturnType<typeof setTimeout> | undefined

  const report = (state: RunState): void => {
    if (!isOver) onState(state)
  }

  const stopTimers = (): void => {
    clearTimeout(retry)
    clearTimeout(stall)
  }

  const end = (): void => {
    isOver = true
    stopTimers()
    removeEventListener('online', retryNow)
    removeEventListener('offline', noteOffline)
    sender?.close()
  }

  const fail = (message: string | undefined, canTryAgain: boolean): void => {
    stopTimers()
    isPaused = true
    if (!canTryAgain) {
      // The upload no longer exists, so there is nothing to resume or cancel.
      deleteUnfinishedUpload(slot)
      sender?.close()
      sender = undefined
      url = undefined
    }
    report({ kind: 'failed', message, canTryAgain })
  }

  const watch = (): void => {
    clearTimeout(stall)
    stall = setTimeout(() => void sender?.stop().then(wait), stallMilliseconds)
  }

  /** Retries after a delay, or as soon as the network is back. */
  const wait = (): void => {
    stopTimers()
    if (isOver || isPaused) return
    isWaiting = true
    report({ kind: 'cut', isOffline: !navigator.onLine, sent })
    retry = setTimeout(continueSending, delays[Math.min(failures, delays.length - 1)])
    failures += 1
  }

  const continueSending = (): void => {
    clearTimeout(retry)
    if (isOver || isPaused) return
    isWaiting = false
    pace = createPace()
    watch()
    if (sender) sender.start()
    // The code that sends may also fail to load.
    else if (!isOpening) open().catch(() => fail(undefined, false))
  }

  const retryNow = (): void => {
    if (isWaiting) continueSending()
  }

  const noteOffline = (): void => {
    if (!isPaused) report({ kind: 'cut', isOffline: true, sent })
  }

  const check = async (id: FileId): Promise<void> => {
    report({ kind: 'checking' })
    const begun = Date.now()
    for (let round = 0; !isOver; round += 1) {
      const fileState = await client(readFileState, { params: { id } }, { skipErrorHandler: true }).catch(
        () => undefined,
      )
      const isAccepted =
        fileState?.state === 'stored' ||
        (fileState?.state === 'waiting' && Date.now() - begun > checkTimeoutMilliseconds)
      if (isAccepted) {
        deleteUnfinishedUpload(slot)
        report({ kind: 'stored', file: fileState })
        end()
        return
      }
      if (fileState?.state === 'refused') {
        fail(fileState.refusal ?? undefined, false)
        return
      }
      await sleep(checkMilliseconds[Math.min(round, checkMilliseconds.length - 1)]!)
    }
  }

  const noteError = (answer: Answered): void => {
    if (passes(answer)) wait()
    else fail(answer.message, isKept(answer))
  }

  const events: SenderEvents = {
    onUrl: (address) => {
      url = address
      storeUnfinishedUpload(slot, { url, mark })
      options.onBegun?.(idOfUpload(url))
    },
    onProgress: (bytes) => {
      watch()
      sent = bytes
      pace.note(performance.now(), bytes)
      if (!isPaused) report({ kind: 'sending', sent, speed: pace.speed() })
    },
    onAlive: () => {
      if (!isPaused && !isWaiting) watch()
    },
    onPiece: () => {
      failures = 0
    },
    onArrived: () => {
      stopTimers()
      void check(idOfUpload(url!))
    },
    onError: noteError,
    onUnreachable: () => {
      // Firewalls of some schools know the site and not the bucket.
      isBucketAvoided = true
      void sender?.discard().catch(() => undefined)
      sender?.close()
      sender = undefined
      url = undefined
      sent = 0
      continueSending()
    },
    speed: () => pace.speed(),
  }

  const open = async (): Promise<void> => {
    isOpening = true
    try {
      const opened = await openSender({ file, purpose, target, locale, client, url, isBucketAvoided }, events)
      if (isOver) return opened.close()
      sender = opened
      if (!isPaused) sender.start()
    } catch (error) {
      if (!(error instanceof OpeningFailed)) throw error
      if (!isOver) noteError(error.answer)
    } finally {
      isOpening = false
    }
  }

  addEventListener('online', retryNow)
  addEventListener('offline', noteOffline)
  report({ kind: 'sending', sent })
  continueSending()

  return {
    pause: () => {
      isPaused = true
      stopTimers()
      void sender?.stop()
      report({ kind: 'paused', sent })
    },
    resume: () => {
      isPaused = false
      failures = 0
      report({ kind: 'sending', sent })
      continueSending()
    },
    cancel: () => {
      deleteUnfinishedUpload(slot)
      // If it cannot be deleted now, it expires on the server.
      sender?.discard().catch(() => undefined)
      end()
    },
    leave: () => {
      void sender?.stop()
      end()
    },
  }
}
