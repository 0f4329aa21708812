import { useEffect, useSyncExternalStore } from 'react'
import { failureOf, RequestError } from '../../request/request-error.ts'
import { useLeaveGuard } from '../../router/leave-guard.ts'
import type { SaveFailure } from './draft.ts'

/** There was no response, or it did not come from this site. */
const isUnanswered = ({ name }: RequestError): boolean => name === 'NetworkError' || name === 'TimeoutError'

/** A response that a retry will not change. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && ![408, 429].includes(status)

export const readFailure = (error: unknown): SaveFailure => {
  if (!(error instanceof RequestError)) return { kind: 'failed' }
  if (failureOf(error)?.error === 'resource.changed') return { kind: 'changed' }
  if (isUnanswered(error)) return { kind: 'offline' }
  if (error.response?.status === 401) return { kind: 'signedOut' }
  return isFinal(error.response?.status ?? 0) ? { kind: 'refused', why: error.message } : { kind: 'failed' }
}

interface OpenDraft<State> {
  readonly state: State
  readonly isUnsaved: boolean
  subscribe: (listener: () => void) => () => void
  retryNow: () => void
  close: () => void
}

/** Keeps a draft running while its page is open: it is saved at once when the network is back, and before the page is left. */
export const useOpenDraft = <State>(draft: OpenDraft<State>, question: string): State => {
  const state = useSyncExternalStore(draft.subscribe, () => draft.state)
  useLeaveGuard(() => draft.isUnsaved, question)
  useEffect(() => {
    const retryNow = (): void => draft.retryNow()
    // Send what this browser had stored.
    retryNow()
    addEventListener('online', retryNow)
    document.addEventListener('visibilitychange', retryNow)
    return () => {
      removeEventListener('online', retryNow)
      document.removeEventListener('visibilitychange', retryNow)
      retryNow()
      draft.close()
    }
  }, [draft])
  return state
}
