import { useState } from 'react'
import { readEnrolment, saveAmendment, saveAnswers, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Client } from '../../request/client.ts'
import { useIntl } from '../../ui/intl.tsx'
import { createDraft, type Draft, type DraftState } from './draft.ts'
import { findLocalAnswers, deleteLocalAnswers, storeLocalAnswers } from './local-answers.ts'
import { readFailure, useOpenDraft } from './open-draft.ts'
import { isAmending, workingCopy } from './working-copy.ts'

const newTab = (): string => Math.random().toString(36).slice(2)

const begin = (client: Client, enrolment: Enrolment, owner: string): Draft => {
  const { id } = enrolment
  const by = newTab()
  const params = { id }
  // The save status shows the state; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  /** A decision may be made while somebody is editing: then the input becomes an amendment. */
  let isBeside = isAmending(enrolment)
  return createDraft({
    stored: workingCopy(enrolment),
    kept: findLocalAnswers(id, owner),
    keep: (unsaved) => storeLocalAnswers(id, { owner, by, ...unsaved }),
    forget: () => deleteLocalAnswers(id, by),
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

/** The answers of an enrolment while they are edited. */
export const useDraft = (client: Client, enrolment: Enrolment, owner: string): readonly [Draft, DraftState] => {
  const intl = useIntl()
  const [draft] = useState(() => begin(client, enrolment, owner))
  return [draft, useOpenDraft(draft, intl.formatMessage({ id: 'enrolment.leave' }))]
}
