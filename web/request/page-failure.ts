import { showTypes } from '@lectern/contract/show-types.ts'
import { withQuery } from './encoding.ts'
import { isSignedOut } from './envelope-rules.ts'
import type { RequestHost } from './host.ts'
import { needsSignIn } from './presentation.ts'
import { RequestError } from './request-error.ts'

type FailureHost = Pick<RequestHost, 'translate' | 'errorPage'> & {
  presenter: Pick<RequestHost['presenter'], 'error' | 'redirect'>
  /** Replaces the failed page by the login page. */
  redirectToSignIn: () => void
}

/**
 * Handles an error of a page's loader. The error screen shows it; this does what the catalogue requires besides.
 * Returns true if it redirects.
 */
export const redirectOnFailure = (host: FailureHost, error: unknown, isPersonal: boolean): boolean => {
  if (!(error instanceof RequestError)) return false
  const { info, response, url, data, message } = error
  if (needsSignIn(error)) {
    const isBare = response && !response.ok && !info
    // There is no error screen for this message: the login page shows it.
    if (isBare) {
      const title = host.translate('request.httpError', { status: String(response.status), url })
      host.presenter.error(message, title)
    }
    host.redirectToSignIn()
    return true
  }
  if (isSignedOut(data)) {
    if (isPersonal) host.redirectToSignIn()
    return isPersonal
  }
  if (info?.showType !== showTypes.page) return false
  const { errorCode = '' } = info
  host.presenter.redirect(withQuery(host.errorPage ?? '/exception', { errorCode, errorMessage: message }))
  return true
}
