import { useState } from 'react'
import {
  addRecommendations,
  readRecommendationList,
  saveRecommendations,
  type OpenList,
} from '@lectern/contract/recommendations/recommendations.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Client } from '../../request/client.ts'
import { useIntl } from '../../ui/intl.tsx'
import { deleteLocalAnswers, findLocalAnswers, storeLocalAnswers } from '../enrolments/local-answers.ts'
import { readFailure, useOpenDraft } from '../enrolments/open-draft.ts'
import {
  changedList,
  createListDraft,
  type ListChange,
  type ListDraft,
  type ListDraftState,
  type TypedRemarks,
} from './list-draft.ts'

/** The line above the list tells what becomes of it; a lost session is renewed in place. */
const quietly = { skipErrorHandler: true, inPlaceSignIn: true }

const sendChange =
  (client: Client, params: { activity: string; institution: string }) =>
  (change: ListChange, list: OpenList): Promise<OpenList> => {
    if (change.kind === 'add')
      return client(addRecommendations, { params, body: { entries: change.entries as EnrolmentId[] } }, quietly)
    const rows = changedList(list, change).list.map(({ entry, remark }) => ({ entry, remark: remark?.trim() || null }))
    return client(saveRecommendations, { params, body: { version: list.version, rows } }, quietly)
  }

const begin = (client: Client, list: OpenList, owner: string): ListDraft => {
  const params = { activity: list.activity.id, institution: list.institution.id }
  const id = `recommendation.${params.activity}.${params.institution}`
  const by = Math.random().toString(36).slice(2)
  const localAnswers = findLocalAnswers(id, owner)
  const remarks = Object.entries(localAnswers?.answers ?? {}).map(([entry, text]) => [
    entry,
    { base: String(localAnswers?.base[entry] ?? ''), text: String(text ?? '') },
  ])
  return createListDraft({
    list,
    kept: Object.fromEntries(remarks) as TypedRemarks,
    keep: (typed) => {
      const texts = (of: 'base' | 'text'): Record<string, string> =>
        Object.fromEntries(Object.entries(typed).map(([entry, remark]) => [entry, remark[of]]))
      if (Object.keys(typed).length === 0) deleteLocalAnswers(id, by)
      else storeLocalAnswers(id, { owner, by, base: texts('base'), answers: texts('text') })
    },
    send: sendChange(client, params),
    read: () => client(readRecommendationList, { params }, quietly),
    failureOf: readFailure,
  })
}

/** A list while an officer works on it: every change is on the server soon after. */
export const useListDraft = (client: Client, list: OpenList, owner: string): readonly [ListDraft, ListDraftState] => {
  const intl = useIntl()
  const [draft] = useState(() => begin(client, list, owner))
  return [draft, useOpenDraft(draft, intl.formatMessage({ id: 'enrolment.leave' }))]
}
