import type { SessionId } from '@lectern/contract/ids.ts'
import type { FastifyRequest } from 'fastify'
import { visitor, type Actor, type Ctx, type Installation } from '../../platform/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { SessionCookie } from '../../platform/http/session-cookie.ts'
import type { Identity } from '../../platform/identity.ts'
import { identifyToken } from '../access-tokens/service.ts'
import { askedStep, takeMessage } from './limits/limits.ts'
import { takeProof } from './limits/proofs.ts'
import { rememberSessionUser } from './sessions/session-users.ts'
import { actorOf, findSessionUser, lastingSessions, touchSessions } from './sessions/sessions.ts'

export { providerTried } from './providers/ports.ts'
export { departToTry, explainProviderFailure } from './providers/departures.ts'
export { sessionUserOf } from './sessions/session-users.ts'
export { requirePassword } from './passwords/own-password.ts'
export { requireOwner, requireSecondFactor } from './second-factor/owner-confirmation.ts'
export { dropSecondFactor } from './second-factor/second-factor.ts'
export { endSessionsOf, lacksSecondFactor } from './sessions/sessions.ts'

/** Admits a message from anybody, with a proof that is valid once, in the transaction that stores it. */
export const admitMessage = async (ctx: Ctx, proof: string): Promise<void> => {
  const step = (await askedStep(ctx, 'message')) ?? 0
  await takeProof(ctx, { proof, purpose: 'message', step })
  await takeMessage(ctx)
}

/** Requests that change nothing. */
const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

const freshMilliseconds = 5 * 60_000

interface IdentityDeps {
  db: Database
  clock: Clock
  cookie: SessionCookie
  installation: Pick<Installation, 'office' | 'secrets'>
}

/** Identifies the actor of a request, and notes that the session is in use. */
export const createIdentity = ({ db, clock, cookie, installation }: IdentityDeps): Identity => {
  let seen = new Map<SessionId, Date>()

  const identify = async (request: FastifyRequest): Promise<Actor> => {
    const now = clock.now()
    const program = await identifyToken({ db, installation, now }, request.headers.authorization)
    if (program) return program
    const token = cookie.find(request)
    if (token === undefined) return visitor
    const sessionUser = await findSessionUser(db, token, now)
    const actor = actorOf(sessionUser, installation.office, isSafe(request.method))
    if (sessionUser) {
      rememberSessionUser(actor, sessionUser)
      if (now.getTime() - sessionUser.seenAt.getTime() > freshMilliseconds) seen.set(sessionUser.sessionId, now)
    }
    return actor
  }

  /** A job: what is not written now is noted again by the session's next request. */
  const writeSeen = async (): Promise<void> => {
    const rows = seen
    seen = new Map()
    await touchSessions(db, rows)
  }

  return { identify, writeSeen, lastingSessions: (ids) => lastingSessions(db, ids) }
}
