import { noSession, success } from '@lectern/contract/answer-codes.ts'
import type { Envelope } from '@lectern/contract/envelope.ts'
import { showTypes } from '@lectern/contract/show-types.ts'
import type { ErrorAdaptor } from './host.ts'
import type { ErrorInfo } from './request-error.ts'

type AnyEnvelope = Partial<Envelope<{ showType?: number } | null>>

export const isEnvelope = (body: unknown): body is AnyEnvelope => {
  const { code, status } = (body ?? {}) as AnyEnvelope
  return typeof code === 'number' || typeof status === 'number'
}

/** Error info without an envelope. */
const isErrorInfo = (body: unknown): body is ErrorInfo => {
  const { code, success: succeeded } = (body ?? {}) as AnyEnvelope & Partial<ErrorInfo>
  return typeof code !== 'number' && succeeded === false
}

/** Whether the body is a response of the API, and not the page of a captive portal, for example. */
export const isAnswer = (body: unknown): boolean => isEnvelope(body) || isErrorInfo(body)

const isCurrentUserCall = (url: string): boolean => /^[^?#]*\/user\/currentUser\/?([?#]|$)/.test(url)

/** A visitor without a session gets no error message. */
export const isSignedOut = (body: unknown): boolean => isEnvelope(body) && body.code === noSession

/**
 * Whether the session was rejected. The request for the current user is exempt: it must not redirect visitors to the
 * login page.
 */
export const rejectsSession = (body: unknown, url: string, httpStatus?: number): boolean => {
  if (isSignedOut(body)) return false
  const { code, status } = isEnvelope(body) ? body : {}
  const says = (number: number) => code === number || status === number
  return httpStatus === 401 || says(401) || (says(302) && !isCurrentUserCall(url))
}

export const adaptEnvelope: ErrorAdaptor = (body, { url }) => {
  if (isErrorInfo(body)) {
    const { errorMessage, errorCode, showType } = body
    return { success: false, errorCode, errorMessage, showType }
  }
  if (!isEnvelope(body)) return undefined
  const { code, status, message, msg, data } = body
  if (typeof code === 'number') {
    if (code === success) return { success: true }
    return { success: false, errorCode: code, errorMessage: message || msg, showType: data?.showType }
  }
  if (status === 0) return { success: true }
  const showType = isCurrentUserCall(url) ? showTypes.silent : data?.showType
  return { success: false, errorCode: status, errorMessage: msg, showType }
}
