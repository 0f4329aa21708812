import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { noteNetwork } from '../sessions/known-networks.ts'
import { presentCurrentUser } from '../present.ts'
import { deleteSession, type Keys } from '../queries.ts'
import {
  lacksSecondFactor,
  startSession,
  type NewSession,
  type SessionChoice,
  type SessionUser,
} from '../sessions/sessions.ts'

/** A successful sign-in: the response and the cookie. */
export interface Admission {
  user: CurrentUser
  session: NewSession
}

const endSession = async (ctx: SignedIn): Promise<void> => {
  const { sessionId } = ctx.actor
  if (await deleteSession(ctx.db, sessionId))
    await audit(ctx, 'session.ended', { subject: { kind: 'session', id: sessionId } })
}

const isSomebodys = (ctx: Ctx): ctx is SignedIn => ctx.actor.kind === 'account'

/**
 * Returns the context of the user in a new session. The browser's former session ends. The account is locked in its
 * current state until the transaction ends.
 */
export const openSession = async (
  ctx: Ctx,
  person: Pick<SessionUser, 'account' | 'hasSecondFactor'>,
  choice: SessionChoice,
): Promise<{ own: SignedIn; session: NewSession; keys: Keys | undefined }> => {
  const { id, access } = person.account
  const { id: sessionId, keys, ...session } = await startSession(ctx, id, choice)
  if (isSomebodys(ctx)) await endSession(ctx)
  await noteNetwork(ctx, id)
  const lacks = lacksSecondFactor({ ...person, strong: choice.strong === true }, ctx.installation.office)
  // Nothing is done here as an organiser.
  const actor = {
    kind: 'account',
    id,
    sessionId,
    access,
    lacksSecondFactor: lacks,
    duties: [],
    activities: null,
  } as const
  const own: SignedIn = { ...ctx, actor }
  await audit(own, 'session.started', { subject: { kind: 'session', id: sessionId } })
  return { own, session, keys }
}

export const admissionOf = (
  ctx: Ctx,
  person: Parameters<typeof presentCurrentUser>[1],
  session: NewSession,
): Admission => ({
  user: presentCurrentUser(ctx, person),
  session,
})

/** Without a session there is nothing to end. */
export const signOut = (outer: Ctx): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    if (isSomebodys(ctx)) await endSession(ctx)
  })
