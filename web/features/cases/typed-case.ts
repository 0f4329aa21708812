import type { CaseFile } from '@lectern/contract/cases.ts'

/** What somebody is writing about a case, before it is sent. */
export interface TypedCase {
  list: string
  work: { id: string; label: string } | null
  text: string
  files: readonly CaseFile[]
}

export const nothingTyped: TypedCase = { list: '', work: null, text: '', files: [] }

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
  typed: TypedCase
}

/** What this user has typed in this form; what another user left is deleted. */
export const findTyped = (form: string, owner: string): TypedCase => {
  const kept = attempt(() => JSON.parse(localStorage.getItem(prefix + form) ?? 'null') as Kept | null)
  if (!kept) return nothingTyped
  if (kept.owner === owner) return { ...nothingTyped, ...kept.typed }
  forgetTyped(form)
  return nothingTyped
}

export const keepTyped = (form: string, owner: string, typed: TypedCase): void => {
  attempt(() => localStorage.setItem(prefix + form, JSON.stringify({ owner, typed } satisfies Kept)))
}

export const forgetTyped = (form: string): void => {
  attempt(() => localStorage.removeItem(prefix + form))
}
