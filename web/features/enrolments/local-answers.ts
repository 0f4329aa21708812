import type { Unsaved } from './draft.ts'

/** Unsaved answers in local storage. */
export interface LocalAnswers extends Unsaved {
  /** The account that it belongs to. */
  owner: string
  /** The tab that wrote it. */
  by: string
}

const prefix = 'lectern.answers.'

/** Storage may be blocked; then answers are only on the server. */
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

const read = (enrolmentId: string): LocalAnswers | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix + enrolmentId) ?? 'null') as LocalAnswers | null) ?? undefined

/** Unsaved answers of this user; those of another user are deleted. */
export const findLocalAnswers = (enrolmentId: string, owner: string): LocalAnswers | undefined => {
  const stored = read(enrolmentId)
  if (!stored || stored.owner === owner) return stored
  attempt(() => localStorage.removeItem(prefix + enrolmentId))
  return undefined
}

export const storeLocalAnswers = (enrolmentId: string, answers: LocalAnswers): void => {
  attempt(() => localStorage.setItem(prefix + enrolmentId, JSON.stringify(answers)))
}

/** Deletes the answers that have been saved; those of another tab stay. */
export const deleteLocalAnswers = (enrolmentId: string, by: string): void => {
  if (read(enrolmentId)?.by === by) attempt(() => localStorage.removeItem(prefix + enrolmentId))
}

/** After signing out, nothing personal stays in the browser. */
export const deleteAllLocalAnswers = (): void => {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
}
