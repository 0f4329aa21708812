import type { Unsaved } from './draft.ts'

/** What was typed and is not known to have reached the server, as this browser keeps it. */
export interface KeptAnswers extends Unsaved {
  /** Whose it is. */
  owner: string
  /** Which tab wrote it. */
  by: string
}

const prefix = 'lectern.answers.'

/** Storage may be blocked; then only the server keeps answers. */
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

const read = (enrolmentId: string): KeptAnswers | undefined =>
  attempt(() => JSON.parse(localStorage.getItem(prefix + enrolmentId) ?? 'null') as KeptAnswers | null) ?? undefined

/** What somebody typed here before; another person's is thrown away. */
export const findKept = (enrolmentId: string, owner: string): KeptAnswers | undefined => {
  const kept = read(enrolmentId)
  if (!kept || kept.owner === owner) return kept
  attempt(() => localStorage.removeItem(prefix + enrolmentId))
  return undefined
}

export const keepAnswers = (enrolmentId: string, kept: KeptAnswers): void => {
  attempt(() => localStorage.setItem(prefix + enrolmentId, JSON.stringify(kept)))
}

/** It has reached the server; what another tab keeps stays. */
export const forgetKept = (enrolmentId: string, by: string): void => {
  if (read(enrolmentId)?.by === by) attempt(() => localStorage.removeItem(prefix + enrolmentId))
}

/** Nothing personal stays in a browser that somebody has signed out of. */
export const forgetAllKept = (): void => {
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  })
}
