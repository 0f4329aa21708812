import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { pieceBytes } from './pace.ts'
import type { Answered, Sender, SenderEvents } from './sender.ts'

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

interface TusOptions {
  file: File
  metadata: Record<string, string>
  locale: string
  /** Of an upload that the server knows already. */
  url?: string | undefined
}

/** Piece by piece through the site, by the tus protocol. */
export const createTusSender = async (
  { file, metadata, locale, url }: TusOptions,
  events: SenderEvents,
): Promise<Sender> => {
  const { Upload: TusUpload } = await import('tus-js-client')
  const options: UploadOptions = {
    endpoint: '/api/uploads',
    ...(url && { uploadUrl: url }),
    metadata,
    chunkSize: pieceBytes(undefined),
    // Retries are decided elsewhere, not in the tus client, so that the user can be informed.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => request.setHeader('accept-language', locale),
    onUploadUrlAvailable: () => events.onUrl(upload.url!),
    onProgress: events.onProgress,
    onChunkComplete: () => {
      events.onPiece()
      upload.options.chunkSize = pieceBytes(events.speed())
    },
    onSuccess: events.onArrived,
    onError: (error) => events.onError(answerIn(error)),
  }
  const upload: Upload = new TusUpload(file, options)
  return {
    start: () => upload.start(),
    stop: () => upload.abort(),
    discard: () => upload.abort(true),
    close: () => undefined,
  }
}
