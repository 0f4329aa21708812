import { isSignedOut } from '../request/envelope-rules.ts'
import { failureOf, RequestError } from '../request/request-error.ts'

/** The HTTP status for an error that prevents a page from being shown. */
export const failureStatus = (error: unknown): number => {
  if (!(error instanceof RequestError)) return 500
  const status = error.response?.status ?? 503
  // An address with a malformed id means page not found.
  if (status === 422 && failureOf(error)?.error === 'request.invalid') return 404
  // HTTP success with an error in the envelope.
  return status < 400 ? 500 : status
}

/** The short code above an error: the HTTP status, or the code of an error envelope with HTTP success. */
export const failureMark = (error: unknown): string => {
  const isAnswered = error instanceof RequestError && error.response?.ok === true
  const code = isAnswered ? error.info?.errorCode : undefined
  return String(code ?? failureStatus(error))
}

/** The message of an error; none if the user is signed out. */
export const failureMessage = (error: unknown): string | undefined =>
  error instanceof RequestError && !isSignedOut(error.data) ? error.message : undefined
