import type { TokenScope } from '@lectern/contract/access-tokens/access-token-values.ts'
import type { Duty, NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
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
  /** The duties of organisers of which one is needed. */
  readonly needed?: readonly NeededDuty[]
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

type NeededDuties = readonly [NeededDuty, ...NeededDuty[]]

const holds = ({ duties, activities }: Person, needed: NeededDuty): boolean =>
  needed === 'activity' ? duties.includes('contest') : duties.includes(needed) && (needed !== 'contest' || !activities)

const dutyOf = (needed: NeededDuty): Duty => (needed === 'activity' ? 'contest' : needed)

/** Organisers who hold one of these duties; if a second factor is required, only with one. */
export const organisers = (...needed: NeededDuties): Policy<Person> =>
  Object.assign(
    (actor: Actor): Admission<Person> => {
      if (actor.kind !== 'account') return signedIn(actor)
      if (actor.access !== 'admin') return refuse('access.refused')
      if (actor.lacksSecondFactor) return refuse('secondFactor.missing')
      if (needed.some((duty) => holds(actor, duty))) return admit(actor)
      const isLimited = actor.activities !== null && needed.includes('contest')
      return isLimited ? refuse('duty.limited') : refuse('duty.missing', { duty: dutyOf(needed[0]) })
    },
    { needed },
  )

/** Every organiser: for what shows each of them only what their duties cover. */
export const allOrganisers = organisers('activity', 'content', 'people', 'system')

/** Organisers who hold one of these duties, and programs with a token of this scope: for reading only. */
export const organisersAndPrograms = (scope: TokenScope, ...needed: NeededDuties): Policy<Person | AccessToken> => {
  const policy = organisers(...needed)
  return Object.assign(
    (actor: Actor): Admission<Person | AccessToken> => {
      if (actor.kind !== 'token') return policy(actor)
      return actor.scopes.includes(scope) ? admit(actor) : refuse('token.refused')
    },
    { scope, needed },
  )
}

/** Those who judge works. Organisers have screens of their own for what experts do. */
export const experts: Policy<Person> = (actor) => {
  if (actor.kind !== 'account') return signedIn(actor)
  return actor.access === 'expert' ? admit(actor) : refuse('access.refused')
}

/**
 * For requests of both users and organisers: whoever does not hold the duty, or lacks a required second factor, does not
 * count as an organiser.
 */
export const isOrganiser = (actor: Actor, ...needed: NeededDuties): boolean => organisers(...needed)(actor).permitted

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
