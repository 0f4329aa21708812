import type { ErrorName } from '@lectern/contract/errors.ts'
import type { Actor } from './context.ts'
import { AppError } from './failure.ts'

/** A policy is pure: it permits, or names the reason from the catalogue. */
export type Verdict = { permitted: true } | { permitted: false; why: ErrorName }

/** What every route declares: who may call it at all. Rules about one object are asked by its service. */
export type Policy = (actor: Actor) => Verdict

export const permitted: Verdict = { permitted: true }

export const everyone: Policy = () => permitted

export const permit = (verdict: Verdict): void => {
  if (!verdict.permitted) throw new AppError(verdict.why, {})
}
