import type { Envelope, Failure } from '@lectern/contract/envelope.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { databaseCode, isDatabaseAway } from '../database/connect.ts'
import { AppError, fail } from '../failure.ts'
import { t } from '../messages.ts'
import { StorageAway } from '../storage/storage.ts'
import { defaultLargestBody } from './body-limits.ts'

const frameworkFailures: Record<string, (largestBody: number) => AppError> = {
  FST_ERR_BAD_URL: () => fail('request.malformed'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => fail('request.unsupportedType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => fail('request.malformed'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => fail('request.malformed'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => fail('request.malformed'),
  FST_ERR_CTP_BODY_TOO_LARGE: (largestBody) => fail('request.tooLarge', { limitKb: largestBody / 1024 }),
}

/** After a 503. */
const retrySeconds = '5'

/** Retry headers, for the envelope and the page alike. */
export const retryHeadersOf = (status: number, seconds?: string | number): Record<string, string> => {
  if (status === 503) return { 'retry-after': retrySeconds }
  return status === 429 && seconds !== undefined ? { 'retry-after': String(seconds) } : {}
}

export const retryHeaders = ({ error, params }: AppError): Record<string, string> =>
  retryHeadersOf(catalogue[error].status, params.seconds)

const diskFull = new Set(['53100', 'ENOSPC'])
/** A deadlock or a timeout: it was rolled back, and may succeed on retry. */
const passing = new Set(['40P01', '57014', '55P03'])

/**
 * Turns every error into a failure of the catalogue; an unexpected one becomes `server.failed` with only its request
 * id.
 */
export const failureOf = (error: unknown, requestId: string, largestBody = defaultLargestBody): AppError => {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const name = code && frameworkFailures[code]
  if (name) return name(largestBody)
  const sqlState = databaseCode(error) ?? ''
  if (diskFull.has(sqlState)) return fail('server.diskFull')
  if (passing.has(sqlState)) return fail('server.busy')
  if (error instanceof StorageAway) return fail('server.storageAway')
  if (isDatabaseAway(error)) return fail('server.databaseAway')
  // The framework and its parsers mark client errors with a 4xx status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return fail('request.malformed')
  return fail('server.failed', { requestId })
}

export const failureEnvelope = (failure: AppError, locale: Locale, requestId: string): Envelope<Failure | null> => {
  const { code, status, showType } = catalogue[failure.error]
  const message = t(locale, `error.${failure.error}`, failure.params)
  // Not being signed in is a valid response without data, not an error.
  if (status === 200) return { code, status: 0, message, msg: message, data: null }
  const data: Failure = {
    error: failure.error,
    showType,
    requestId,
    ...(Object.keys(failure.params).length > 0 && { params: failure.params }),
    ...(failure.fields && { fields: failure.fields }),
    ...(failure.field !== undefined && { fields: [{ path: failure.field, message }] }),
  }
  return { code, status, message, msg: message, data }
}
