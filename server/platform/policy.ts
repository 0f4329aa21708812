import type { ErrorName, ErrorParams } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Actor, Person } from './context.ts'
import { AppError, type ParamsOfError } from './failure.ts'
import { t } from './messages.ts'

/** Why not: an error of the catalogue with all the values that its message names. */
type Reason = { [Name in ErrorName]: { error: Name; params: ErrorParams<Name> } }[ErrorName]

/** A policy is pure: it permits, or names the reason. */
export type Verdict = { permitted: true } | Refused

interface Refused {
  permitted: false
  why: Reason
}

/** Permits with the actor it has looked at, or names the reason. */
type Admission<Who extends Actor> = { permitted: true; actor: Who } | Refused

/**
 * What every route declares: who may call it at all. Rules about one object are asked by its service.
 * The handler's `ctx.actor` has the type that the policy admits.
 */
export type Policy<Who extends Actor = Actor> = (actor: Actor) => Admission<Who>

export const permitted: Verdict = { permitted: true }

const admit = <Who extends Actor>(actor: Who): Admission<Who> => ({ permitted: true, actor })

export const refuse = <Name extends ErrorName>(error: Name, ...[params]: ParamsOfError<Name>): Refused => ({
  permitted: false,
  why: { error, params: { ...params } } as Reason,
})

export const everyone: Policy = admit

export const signedIn: Policy<Person> = (actor) =>
  actor.kind === 'account' ? admit(actor) : refuse('session.required')

/** Only `admin` is an administrator; and where a second factor is required, only with one. */
export const organisers: Policy<Person> = (actor) => {
  if (actor.kind !== 'account') return signedIn(actor)
  if (actor.access !== 'admin') return refuse('access.refused')
  return actor.lacksSecondFactor ? refuse('secondFactor.missing') : admit(actor)
}

/** For what people and organisers may both call: whoever lacks what is required of organisers is none. */
export const isOrganiser = (actor: Actor): boolean => organisers(actor).permitted

export const permit = (verdict: Verdict): void => {
  if (!verdict.permitted) throw new AppError(verdict.why.error, verdict.why.params)
}

/** The actor as the policy admits them; an error when it refuses. */
export const requireAdmitted = <Who extends Actor>(policy: Policy<Who>, actor: Actor): Who => {
  const admission = policy(actor)
  if (!admission.permitted) throw new AppError(admission.why.error, admission.why.params)
  return admission.actor
}

/** Null when it is permitted, else why not, in somebody's language. */
export const refusalText = (verdict: Verdict, locale: Locale): string | null =>
  verdict.permitted ? null : t(locale, `error.${verdict.why.error}`, verdict.why.params)

/** The first of several rules that refuses. */
export const all = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => !verdict.permitted) ?? permitted
