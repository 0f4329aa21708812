import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { SessionInfo } from '@lectern/contract/sign-in/sign-in.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { dutiesOf, isComplete, presentDuties, presentUser } from '../accounts/service.ts'
import { deviceOf } from './sessions/devices.ts'
import type { listMySessions } from './sessions/my-sessions.ts'
import { lacksSecondFactor, type SessionUser } from './sessions/sessions.ts'

export const presentCurrentUser = (
  ctx: Pick<Ctx, 'installation'>,
  sessionUser: Pick<SessionUser, 'account' | 'hasPassword' | 'hasSecondFactor' | 'strong' | 'duties' | 'activities'>,
): CurrentUser => ({
  ...presentUser(sessionUser.account),
  isComplete: isComplete(sessionUser.account, ctx.installation.channels),
  hasPassword: sessionUser.hasPassword,
  hasSecondFactor: sessionUser.hasSecondFactor,
  lacksSecondFactor: lacksSecondFactor(sessionUser, ctx.installation.office),
  ...presentDuties(dutiesOf(sessionUser.account.access, sessionUser)),
})

export const presentSession = (
  { actor }: SignedIn,
  { userAgent, ...session }: Awaited<ReturnType<typeof listMySessions>>[number],
): SessionInfo => ({
  id: session.id,
  current: session.id === actor.sessionId,
  remembered: session.remembered,
  createdAt: session.createdAt.toISOString(),
  seenAt: session.seenAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  address: session.address,
  ...deviceOf(userAgent),
})
