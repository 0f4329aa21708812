import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments.ts'
import type { Client } from '../../request/client.ts'
import { failureOf, RequestError } from '../../request/request-error.ts'
import { useLeaveGuard } from '../../router/leave-guard.ts'
import { useIntl } from '../../ui/intl.tsx'
import { readEnrolment, saveAmendment, saveAnswers } from './api.ts'
import { createDraft, type Draft, type DraftState, type SaveFailure } from './draft.ts'
import { findKept, forgetKept, keepAnswers } from './kept-answers.ts'
import { isAmending, workingCopy } from './working-copy.ts'

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

const newTab = (): string => Math.random().toString(36).slice(2)

const begin = (client: Client, enrolment: Enrolment, owner: string): Draft => {
  const { id } = enrolment
  const by = newTab()
  const params = { id }
  // The saving line shows the state; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  /** A decision may be made while somebody is editing: then the input becomes an amendment. */
  let isBeside = isAmending(enrolment)
  return createDraft({
    stored: workingCopy(enrolment),
    kept: findKept(id, owner),
    keep: (unsaved) => keepAnswers(id, { owner, by, ...unsaved }),
    forget: () => forgetKept(id, by),
    save: (version, answers) =>
      client(isBeside ? saveAmendment : saveAnswers, { params, body: { version, answers } }, quietly),
    read: async () => {
      const stored = await client(readEnrolment, { params }, quietly)
      isBeside = isAmending(stored)
      return workingCopy(stored)
    },
    failureOf: readFailure,
  })
}

/** Keeps a draft running while its page is open: it is saved at once when the network is back, and before the page is left. */
export const useOpenDraft = (draft: Draft, question: string): DraftState => {
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

/** The answers of an enrolment while they are edited. */
export const useDraft = (client: Client, enrolment: Enrolment, owner: string): readonly [Draft, DraftState] => {
  const intl = useIntl()
  const [draft] = useState(() => begin(client, enrolment, owner))
  return [draft, useOpenDraft(draft, intl.formatMessage({ id: 'enrolment.leave' }))]
}
