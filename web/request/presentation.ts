import { showTypes } from '@lectern/contract/show-types.ts'
import { withQuery } from './encoding.ts'
import { rejectsSession, isSignedOut } from './envelope-rules.ts'
import type { RequestHost } from './host.ts'
import type { Call } from './options.ts'
import { type ErrorInfo, failureOf, RequestError } from './request-error.ts'

export const needsSignIn = (error: unknown): boolean =>
  error instanceof RequestError && rejectsSession(error.data, error.url, error.response?.status)

const presentInfo = (host: RequestHost, { showType, errorCode = '' }: ErrorInfo, errorMessage: string): void => {
  const { presenter, errorPage = '/exception' } = host
  switch (showType) {
    case showTypes.silent:
      return
    case showTypes.warning:
      return presenter.warning(errorMessage)
    case showTypes.notification:
      return presenter.notification(String(errorCode), errorMessage)
    case showTypes.page:
      return presenter.redirect(withQuery(errorPage, { errorCode, errorMessage }))
    default:
      return presenter.error(errorMessage)
  }
}

/** Shows each failure once. */
export const presentFailure = (host: RequestHost, call: Call, error: unknown): void => {
  const { presenter, translate } = host
  if (call.signal?.aborted) return
  const message = (error as Error | undefined)?.message || translate('request.retry')
  if (!(error instanceof RequestError)) return presenter.error(message)

  const { name, response, info, url, data } = error
  if (name === 'NetworkError' || name === 'TimeoutError') return presenter.error(translate('request.unreachable'))
  const bare = response && !response.ok && !info
  if (bare) presenter.error(message, translate('request.httpError', { status: String(response.status), url }))
  if (needsSignIn(error)) {
    // Signed in in place and refused again: leaving the page would lose what was typed.
    if (!call.inPlaceSignIn || !host.signInInPlace) presenter.signIn()
    else if (!bare) presenter.error(message)
    return
  }
  const failure = failureOf(error)
  if (bare || isSignedOut(data) || failure?.fields?.length) return
  if (call.reportedByCaller?.some((reported) => reported === failure?.error)) return
  if (info) return presentInfo(host, info, message)
  presenter.error(message)
}
