import { useEffect, useState } from 'react'
import { readWork, saveWork, type Work } from '@lectern/contract/works/works.ts'
import type { Client } from '../../request/client.ts'
import { useIntl } from '../../ui/intl.tsx'
import { createDraft, type Draft, type DraftState } from '../enrolments/draft.ts'
import { findLocalAnswers, deleteLocalAnswers, storeLocalAnswers } from '../enrolments/local-answers.ts'
import { readFailure, useOpenDraft } from '../enrolments/open-draft.ts'
import { fieldOfProblem, workBody, workFormValues } from './work-form-values.ts'

const newTab = (): string => Math.random().toString(36).slice(2)

const storedOf = (work: Work) => ({
  version: work.version,
  answers: workFormValues(work),
  problems: work.problems.map(({ at, message }) => ({ field: fieldOfProblem(work, at), message })),
  files: [],
  refusal: work.may.edit,
})

const begin = (client: Client, work: Work, owner: string, onLeaks: OnLeaks): Draft => {
  const { id } = work
  const by = newTab()
  const params = { id }
  // The line beside the form tells what becomes of it; a lost session is renewed in place.
  const quietly = { skipErrorHandler: true, inPlaceSignIn: true }
  return createDraft({
    stored: storedOf(work),
    kept: findLocalAnswers(id, owner),
    keep: (unsaved) => storeLocalAnswers(id, { owner, by, ...unsaved }),
    forget: () => deleteLocalAnswers(id, by),
    save: async (version, typed) => {
      const saved = await client(saveWork, { params, body: { version, ...workBody(work, typed) } }, quietly)
      onLeaks(saved.leaks)
      const problems = saved.problems.map(({ at, message }) => ({ field: fieldOfProblem(work, at), message }))
      return { version: saved.version, savedAt: saved.savedAt, problems, files: [] }
    },
    read: async () => storedOf(await client(readWork, { params }, quietly)),
    failureOf: readFailure,
  })
}

type OnLeaks = (leaks: Work['leaks']) => void

/** A save ends long after the rendering that started the draft: what it finds goes to the latest one. */
const createRelay = () => {
  let receiver: OnLeaks | undefined
  return {
    send: (next: OnLeaks): void => {
      receiver = next
    },
    pass: (leaks: Work['leaks']): void => receiver?.(leaks),
  }
}

/** What is typed into a work while somebody writes it: kept in this browser at once, and on the server soon after. */
export const useWorkDraft = (
  client: Client,
  work: Work,
  owner: string,
  /** What was saved has been searched for what reveals the team. */
  onLeaks: OnLeaks,
): readonly [Draft, DraftState] => {
  const intl = useIntl()
  const [relay] = useState(createRelay)
  useEffect(() => relay.send(onLeaks), [relay, onLeaks])
  const [draft] = useState(() => begin(client, work, owner, relay.pass))
  return [draft, useOpenDraft(draft, intl.formatMessage({ id: 'enrolment.leave' }))]
}
