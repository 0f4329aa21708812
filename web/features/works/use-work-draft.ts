import { useState } from 'react'
import type { Work } from '@lectern/contract/works.ts'
import type { Client } from '../../request/client.ts'
import { useIntl } from '../../ui/intl.tsx'
import { createDraft, type Draft, type DraftState } from '../enrolments/draft.ts'
import { findKept, forgetKept, keepAnswers } from '../enrolments/kept-answers.ts'
import { readFailure, useOpenDraft } from '../enrolments/use-draft.ts'
import { readWork, saveWork } from './api.ts'
import { fieldOfProblem, savedWork, typedWork } from './typed-work.ts'

const newTab = (): string => Math.random().toString(36).slice(2)

const storedOf = (work: Work) => ({
  version: work.version,
  answers: typedWork(work),
  problems: work.problems.map(({ at, message }) => ({ field: fieldOfProblem(work, at), message })),
  files: [],
  refusal: work.may.edit,
})

const begin = (client: Client, work: Work, owner: string): Draft => {
  const { id } = work
  const by = newTab()
  const params = { id }
  // The line beside the form tells what becomes of it; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  return createDraft({
    stored: storedOf(work),
    kept: findKept(id, owner),
    keep: (unsaved) => keepAnswers(id, { owner, by, ...unsaved }),
    forget: () => forgetKept(id, by),
    save: async (version, typed) => {
      const saved = await client(saveWork, { params, body: { version, ...savedWork(work, typed) } }, quietly)
      const problems = saved.problems.map(({ at, message }) => ({ field: fieldOfProblem(work, at), message }))
      return { version: saved.version, savedAt: saved.savedAt, problems, files: [] }
    },
    read: async () => storedOf(await client(readWork, { params }, quietly)),
    failureOf: readFailure,
  })
}

/** What is typed into a work while somebody writes it: kept in this browser at once, and on the server soon after. */
export const useWorkDraft = (client: Client, work: Work, owner: string): readonly [Draft, DraftState] => {
  const intl = useIntl()
  const [draft] = useState(() => begin(client, work, owner))
  return [draft, useOpenDraft(draft, intl.formatMessage({ id: 'enrolment.leave' }))]
}
