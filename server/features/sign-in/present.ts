import type { CurrentUser } from '@lectern/contract/accounts.ts'
import type { SessionInfo } from '@lectern/contract/sign-in.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { isComplete, presentUser } from '../accounts/service.ts'
import { deviceOf } from './devices.ts'
import type { listMySessions } from './my-sessions.ts'
import { lacksSecondFactor, type Bearer } from './sessions.ts'

export const presentCurrentUser = (
  ctx: Pick<Ctx, 'installation'>,
  bearer: Pick<Bearer, 'account' | 'hasPassword' | 'hasSecondFactor'>,
): CurrentUser => ({
  ...presentUser(bearer.account),
  isComplete: isComplete(bearer.account, ctx.installation.channels),
  hasPassword: bearer.hasPassword,
  hasSecondFactor: bearer.hasSecondFactor,
  lacksSecondFactor: lacksSecondFactor(bearer, ctx.installation.office),
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
