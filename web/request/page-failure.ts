import { showTypes } from '@lectern/contract/errors.ts'
import { withQuery } from './encoding.ts'
import { isSignedOut } from './envelope-rules.ts'
import type { RequestHost } from './host.ts'
import { needsSignIn } from './presentation.ts'
import { RequestError } from './request-error.ts'

type FailureHost = Pick<RequestHost, 'translate' | 'errorPage'> & {
  presenter: Pick<RequestHost['presenter'], 'error' | 'redirect'>
  /** Goes to the login page in the place of the page that failed. */
  redirectToSignIn: () => void
}

/**
 * The data of a page could not be had. The failure screen tells it in the page's place; what the catalogue says beyond that is done here.
 * True when it leads elsewhere.
 */
export const leadElsewhere = (host: FailureHost, error: unknown, isPersonal: boolean): boolean => {
  if (!(error instanceof RequestError)) return false
  const { info, response, url, data, message } = error
  if (needsSignIn(error)) {
    const isBare = response && !response.ok && !info
    // These words have no screen of their own: the login page shows them.
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
