import type { CurrentUser } from '@lectern/contract/accounts.ts'
import type { SessionInfo } from '@lectern/contract/sign-in.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { isComplete, presentUser } from '../accounts/service.ts'
import { deviceOf } from './devices.ts'
import type { listMySessions } from './my-sessions.ts'
import { lacksSecondFactor, type SessionUser } from './sessions.ts'

export const presentCurrentUser = (
  ctx: Pick<Ctx, 'installation'>,
  sessionUser: Pick<SessionUser, 'account' | 'hasPassword' | 'hasSecondFactor'>,
): CurrentUser => ({
  ...presentUser(sessionUser.account),
  isComplete: isComplete(sessionUser.account, ctx.installation.channels),
  hasPassword: sessionUser.hasPassword,
  hasSecondFactor: sessionUser.hasSecondFactor,
  lacksSecondFactor: lacksSecondFactor(sessionUser, ctx.installation.office),
})

export const presentSession = (
  { actor }: SignedIn,
  { userAgent, ...found }: Awaited<ReturnType<typeof listMySessions>>[number],
): SessionInfo => ({
  id: found.id,
  current: found.id === actor.sessionId,
  remembered: found.remembered,
  createdAt: found.createdAt.toISOString(),
  seenAt: found.seenAt.toISOString(),
  expiresAt: found.expiresAt.toISOString(),
  address: found.address,
  ...deviceOf(userAgent),
})
