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

/** Nothing was answered, or what was answered did not come from the site. */
const isUnanswered = ({ name }: RequestError): boolean => name === 'NetworkError' || name === 'TimeoutError'

/** Answered, and no trying again will change it. */
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
  // The line beside the form tells what becomes of it; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  /** A decision may come while somebody writes: then what is written goes elsewhere. */
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

/** The answers of an enrolment while somebody writes them. */
export const useDraft = (client: Client, enrolment: Enrolment, owner: string): readonly [Draft, DraftState] => {
  const intl = useIntl()
  const [draft] = useState(() => begin(client, enrolment, owner))
  const state = useSyncExternalStore(draft.subscribe, () => draft.state)
  useLeaveGuard(() => draft.isUnsaved, intl.formatMessage({ id: 'enrolment.leave' }))
  useEffect(() => {
    const hurry = (): void => draft.hurry()
    // What this browser had kept goes to the server now.
    hurry()
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      hurry()
      draft.close()
    }
  }, [draft])
  return [draft, state]
}
