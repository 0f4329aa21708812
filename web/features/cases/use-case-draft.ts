import { useState } from 'react'
import { findDraft, deleteDraft, storeDraft, type CaseDraft } from './case-draft.ts'

/** What is typed into a form, kept in this browser at once, until it is sent. A list that was asked for is chosen already. */
export const useCaseDraft = (form: string, owner: string, list?: string) => {
  const [typed, setTyped] = useState(() => {
    const stored = findDraft(form, owner)
    return list === undefined || list === stored.list ? stored : { ...stored, list, work: null }
  })
  const change = (changes: Partial<CaseDraft>): void =>
    setTyped((former) => {
      const next = { ...former, ...changes }
      storeDraft(form, owner, next)
      return next
    })
  return { typed, change, forget: () => deleteDraft(form) }
}
