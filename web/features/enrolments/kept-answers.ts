import type { Unsaved } from './draft.ts'

/** Unsaved answers in local storage. */
export interface KeptAnswers extends Unsaved {
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

const read = (enrolmentId: string): KeptAnswers | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix + enrolmentId) ?? 'null') as KeptAnswers | null) ?? undefined

/** Unsaved answers of this user; those of another user are deleted. */
export const findKept = (enrolmentId: string, owner: string): KeptAnswers | undefined => {
  const kept = read(enrolmentId)
  if (!kept || kept.owner === owner) return kept
  attempt(() => localStorage.removeItem(prefix + enrolmentId))
  return undefined
}

export const keepAnswers = (enrolmentId: string, kept: KeptAnswers): void => {
  attempt(() => localStorage.setItem(prefix + enrolmentId, JSON.stringify(kept)))
}

/** Deletes the answers that have been saved; those of another tab stay. */
export const forgetKept = (enrolmentId: string, by: string): void => {
  if (read(enrolmentId)?.by === by) attempt(() => localStorage.removeItem(prefix + enrolmentId))
}

/** After signing out, nothing personal stays in the browser. */
export const forgetAllKept = (): void => {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
}
