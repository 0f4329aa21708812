import type { Actor } from '../../../platform/context.ts'
import type { SessionUser } from './sessions.ts'

/** The facts found while identifying an actor, cached with the actor. */
const sessionUsers = new WeakMap<Actor, SessionUser>()

export const rememberSessionUser = (actor: Actor, user: SessionUser): void => void sessionUsers.set(actor, user)

export const sessionUserOf = (actor: Actor): SessionUser | undefined => sessionUsers.get(actor)
