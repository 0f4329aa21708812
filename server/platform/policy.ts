import type { ErrorName, ErrorParams } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Actor } from './context.ts'
import { AppError, type ParamsOfError } from './failure.ts'
import { say } from './messages.ts'

/** Why not: an error of the catalogue with all the values that its message names. */
type Reason = { [Name in ErrorName]: { error: Name; params: ErrorParams<Name> } }[ErrorName]

/** A policy is pure: it permits, or names the reason. */
export type Verdict = { permitted: true } | { permitted: false; why: Reason }

/** What every route declares: who may call it at all. Rules about one object are asked by its service. */
export type Policy = (actor: Actor) => Verdict

export const permitted: Verdict = { permitted: true }

export const refuse = <Name extends ErrorName>(error: Name, ...[params]: ParamsOfError<Name>): Verdict => ({
  permitted: false,
  why: { error, params: { ...params } } as Reason,
})

export const everyone: Policy = () => permitted

export const signedIn: Policy = ({ kind }) => (kind === 'account' ? permitted : refuse('session.required'))

/** Only `admin` is an administrator; and where a second factor is required, only with one. */
export const organisers: Policy = (actor) => {
  if (actor.kind !== 'account') return signedIn(actor)
  if (actor.access !== 'admin') return refuse('access.refused')
  return actor.lacksSecondFactor ? refuse('secondFactor.missing') : permitted
}

/** For what people and organisers may both call: whoever lacks what is required of organisers is none. */
export const isOrganiser = (actor: Actor): boolean => organisers(actor).permitted

export const permit = (verdict: Verdict): void => {
  if (!verdict.permitted) throw new AppError(verdict.why.error, verdict.why.params)
}

/** Null when it is permitted, else why not, in somebody's language. */
export const tellRefusal = (verdict: Verdict, locale: Locale): string | null =>
  verdict.permitted ? null : say(locale, `error.${verdict.why.error}`, verdict.why.params)

/** The first of several rules that refuses. */
export const all = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => !verdict.permitted) ?? permitted
