import { useState } from 'react'
import { submitSheet, type Sheet } from '@lectern/contract/review/review.ts'
import type { Client } from '../../request/client.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { failureOf } from '../../request/request-error.ts'
import type { Draft } from '../enrolments/draft.ts'
import { useReviewText } from './review-text.ts'

interface Submission {
  client: Client
  code: string
  draft: Draft
  /** Shows what is missing and returns true if something is. */
  isIncomplete: () => boolean
  onSubmitted: (sheet: Sheet) => void
  /** Nothing had changed since the last submission. */
  onUnchanged: () => void
}

/** Saves the rest, then submits what is saved. `told`: why it was not submitted. */
export const useSubmission = (submission: Submission) => {
  const { client, code, draft, isIncomplete, onSubmitted, onUnchanged } = submission
  const { t } = useReviewText()
  const [keyOf] = useState(() => createKeys())
  const [isBusy, setBusy] = useState(false)
  const [notice, setTold] = useState('')
  const submit = async (): Promise<void> => {
    if (isBusy || isIncomplete()) return
    setBusy(true)
    setTold('')
    try {
      if (!(await draft.flush())) return setTold(t('notSaved'))
      const body = { version: draft.version }
      const headers = { 'Idempotency-Key': keyOf([code, body]) }
      const sheet = await client(
        submitSheet,
        { params: { code }, body },
        { headers, inPlaceSignIn: true, skipErrorHandler: true },
      )
      draft.moved(sheet.version)
      onSubmitted(sheet)
    } catch (error) {
      if (failureOf(error)?.error === 'sheet.nothingChanged') onUnchanged()
      else setTold(failureOf(error)?.error && error instanceof Error ? error.message : t('notSent'))
    } finally {
      setBusy(false)
    }
  }
  return { submit, isBusy, told: notice }
}
