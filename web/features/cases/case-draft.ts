import type { CaseFile } from '@lectern/contract/cases/cases.ts'

/** What somebody is writing about a case, before it is sent. */
export interface CaseDraft {
  list: string
  work: { id: string; label: string } | null
  text: string
  files: readonly CaseFile[]
}

export const emptyDraft: CaseDraft = { list: '', work: null, text: '', files: [] }

/** The prefix of everything that is kept while it is typed: signing out deletes it. */
const prefix = 'lectern.answers.case.'

/** Storage may be blocked; then the text lasts as long as the page. */
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

interface Kept {
  owner: string
  typed: CaseDraft
}

/** What this user has typed in this form; what another user left is deleted. */
export const findDraft = (form: string, owner: string): CaseDraft => {
  const stored = attempt(() => JSON.parse(localStorage.getItem(prefix + form) ?? 'null') as Kept | null)
  if (!stored) return emptyDraft
  if (stored.owner === owner) return { ...emptyDraft, ...stored.typed }
  deleteDraft(form)
  return emptyDraft
}

export const storeDraft = (form: string, owner: string, typed: CaseDraft): void => {
  attempt(() => localStorage.setItem(prefix + form, JSON.stringify({ owner, typed } satisfies Kept)))
}

export const deleteDraft = (form: string): void => {
  attempt(() => localStorage.removeItem(prefix + form))
}
