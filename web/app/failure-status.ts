import { isSignedOut } from '../request/envelope-rules.ts'
import { failureOf, RequestError } from '../request/request-error.ts'

/** The HTTP status that fits what kept a page from being shown. */
export const failureStatus = (error: unknown): number => {
  if (!(error instanceof RequestError)) return 500
  const status = error.response?.status ?? 503
  // An address with a malformed id is a page not found.
  if (status === 422 && failureOf(error)?.error === 'request.invalid') return 404
  // HTTP success with an error in the envelope.
  return status < 400 ? 500 : status
}

/** The short sign above a failure: the HTTP error, or the code of an envelope that came with HTTP success. */
export const failureMark = (error: unknown): string => {
  const isAnswered = error instanceof RequestError && error.response?.ok === true
  const code = isAnswered ? error.info?.errorCode : undefined
  return String(code ?? failureStatus(error))
}

/** What a failure says in words; being signed out says nothing. */
export const failureMessage = (error: unknown): string | undefined =>
  error instanceof RequestError && !isSignedOut(error.data) ? error.message : undefined
