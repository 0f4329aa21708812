import type { CurrentUser } from '@lectern/contract/accounts.ts'
import type { Ctx } from '../../platform/context.ts'
import { isComplete, presentUser } from '../accounts/service.ts'
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
