import type { TokenScope } from '@lectern/contract/access-tokens/access-token-values.ts'
import type { ErrorName, ErrorParams } from '@lectern/contract/errors.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { AccessToken, Actor, Person } from './context.ts'
import { AppError, type ParamsOfError } from './failure.ts'
import { t } from './messages.ts'

/** The reason for a refusal: an error of the catalogue with the values of its message. */
type Reason = { [Name in ErrorName]: { error: Name; params: ErrorParams<Name> } }[ErrorName]

/** A policy is pure: it permits, or gives the reason. */
export type Verdict = { permitted: true } | Refused

interface Refused {
  permitted: false
  why: Reason
}

/** Permits, with the narrowed actor, or gives the reason. */
type Admission<Who extends Actor> = { permitted: true; actor: Who } | Refused

/**
 * Declared by every route: who may call it at all. Rules about a single object are checked by its service. The
 * handler's `ctx.actor` has the type that the policy admits.
 */
export interface Policy<Who extends Actor = Actor> {
  (actor: Actor): Admission<Who>
  /** Programs with a token of this scope are admitted. Without a scope no token is, whatever the policy says. */
  readonly scope?: TokenScope
}

export const permitted: Verdict = { permitted: true }

const admit = <Who extends Actor>(actor: Who): Admission<Who> => ({ permitted: true, actor })

export const refuse = <Name extends ErrorName>(error: Name, ...[params]: ParamsOfError<Name>): Refused => ({
  permitted: false,
  why: { error, params: { ...params } } as Reason,
})

export const everyone: Policy = admit

export const signedIn: Policy<Person> = (actor) =>
  actor.kind === 'account' ? admit(actor) : refuse('session.required')

/** Only `admin` is an administrator; if a second factor is required, only with one. */
export const organisers: Policy<Person> = (actor) => {
  if (actor.kind !== 'account') return signedIn(actor)
  if (actor.access !== 'admin') return refuse('access.refused')
  return actor.lacksSecondFactor ? refuse('secondFactor.missing') : admit(actor)
}

/** Organisers, and programs with a token of this scope: for reading only. */
export const organisersAndPrograms = (scope: TokenScope): Policy<Person | AccessToken> =>
  Object.assign(
    (actor: Actor): Admission<Person | AccessToken> => {
      if (actor.kind !== 'token') return organisers(actor)
      return actor.scopes.includes(scope) ? admit(actor) : refuse('token.refused')
    },
    { scope },
  )

/** Those who judge works. Organisers have screens of their own for what experts do. */
export const experts: Policy<Person> = (actor) => {
  if (actor.kind !== 'account') return signedIn(actor)
  return actor.access === 'expert' ? admit(actor) : refuse('access.refused')
}

/** For requests of both users and organisers: without a required second factor, an organiser does not count as one. */
export const isOrganiser = (actor: Actor): boolean => organisers(actor).permitted

export const permit = (verdict: Verdict): void => {
  if (!verdict.permitted) throw new AppError(verdict.why.error, verdict.why.params)
}

/** The actor as the policy admits them; throws when it refuses. */
export const requireAdmitted = <Who extends Actor>(policy: Policy<Who>, actor: Actor): Who => {
  const admission = policy(actor)
  if (!admission.permitted) throw new AppError(admission.why.error, admission.why.params)
  return admission.actor
}

/** Null if permitted, else the reason in this language. */
export const refusalText = (verdict: Verdict, locale: Locale): string | null =>
  verdict.permitted ? null : t(locale, `error.${verdict.why.error}`, verdict.why.params)

/** Permits if all rules do; otherwise the first refusal. */
export const all = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => !verdict.permitted) ?? permitted
