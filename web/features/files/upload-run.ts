import type { Locale } from '@lectern/contract/locales.ts'
import type { FilePurpose } from '@lectern/contract/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { DetailedError, Upload } from 'tus-js-client'
import type { Client } from '../../request/client.ts'
import { readFileState, uploadsAddress, type FileState } from './api.ts'
import { createPace, pieceBytes } from './pace.ts'
import { forgetUnfinished, rememberUnfinished } from './unfinished.ts'

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

interface Answered {
  status: number
  error?: string | undefined
  message?: string | undefined
}

const answerIn = (error: Error | DetailedError): Answered => {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  try {
    const { message, data } = JSON.parse(response?.getBody() ?? '') as { message?: string; data?: { error?: string } }
    return { status, message, error: data?.error }
  } catch {
    return { status }
  }
}

/** Temporary problems that the user cannot fix: the network, a restart, overload. */
const passes = ({ status, error }: Answered): boolean =>
  status === 0 || (status >= 500 && status !== 507) || [408, 409, 423].includes(status) || error === 'request.tooMany'

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

export const startUpload = (options: RunOptions): UploadRun => {
  const { file, purpose, locale, client, slot, mark, onState } = options
  let pace = createPace()
  let upload: Upload | undefined
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
  }

  const fail = (message: string | undefined, canTryAgain: boolean): void => {
    stopTimers()
    isPaused = true
    if (!canTryAgain) {
      // The upload no longer exists, so there is nothing to resume or cancel.
      forgetUnfinished(slot)
      upload = undefined
    }
    report({ kind: 'failed', message, canTryAgain })
  }

  const watch = (): void => {
    clearTimeout(stall)
    stall = setTimeout(() => void upload?.abort().then(wait), stallMilliseconds)
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
    upload?.start()
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
      const known = await client(readFileState, { params: { id } }, { skipErrorHandler: true }).catch(() => undefined)
      const isAccepted =
        known?.state === 'stored' || (known?.state === 'waiting' && Date.now() - begun > checkTimeoutMilliseconds)
      if (isAccepted) {
        forgetUnfinished(slot)
        report({ kind: 'stored', file: known })
        end()
        return
      }
      if (known?.state === 'refused') {
        fail(known.refusal ?? undefined, false)
        return
      }
      await sleep(checkMilliseconds[Math.min(round, checkMilliseconds.length - 1)]!)
    }
  }

  const begin = async (): Promise<void> => {
    const { Upload: TusUpload } = await import('tus-js-client')
    if (isOver) return
    upload = new TusUpload(file, {
      endpoint: uploadsAddress,
      ...(options.url && { uploadUrl: options.url }),
      metadata: { filename: file.name, purpose, ...options.target },
      chunkSize: pieceBytes(undefined),
      // Retries are decided here, not in the tus client, so that the user can be informed.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => request.setHeader('accept-language', locale),
      onUploadUrlAvailable: () => rememberUnfinished(slot, { url: upload!.url!, mark }),
      onProgress: (bytes) => {
        watch()
        sent = bytes
        pace.note(performance.now(), bytes)
        if (!isPaused) report({ kind: 'sending', sent, speed: pace.speed() })
      },
      onChunkComplete: () => {
        failures = 0
        upload!.options.chunkSize = pieceBytes(pace.speed())
      },
      onSuccess: () => {
        stopTimers()
        void check(upload!.url!.split('/').at(-1) as FileId)
      },
      onError: (error) => {
        const answer = answerIn(error)
        if (passes(answer)) wait()
        else fail(answer.message, answer.status === 401 || answer.status >= 429)
      },
    })
    continueSending()
  }

  addEventListener('online', retryNow)
  addEventListener('offline', noteOffline)
  report({ kind: 'sending', sent })
  // The tus client may also fail to load.
  begin().catch(() => fail(undefined, false))

  return {
    pause: () => {
      isPaused = true
      stopTimers()
      void upload?.abort()
      report({ kind: 'paused', sent })
    },
    resume: () => {
      isPaused = false
      failures = 0
      report({ kind: 'sending', sent })
      continueSending()
    },
    cancel: () => {
      forgetUnfinished(slot)
      // If it cannot be deleted now, it expires on the server.
      upload?.abort(true).catch(() => undefined)
      end()
    },
    leave: () => {
      void upload?.abort()
      end()
    },
  }
}
