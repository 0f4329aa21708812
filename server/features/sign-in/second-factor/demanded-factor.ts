import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { Account } from '../../accounts/service.ts'
import { identitiesOf } from '../identities/identity-queries.ts'
import { usablePasskeysOf } from '../passkeys/queries.ts'
import { keysOf } from '../queries.ts'
import { needsSecondFactor } from '../sessions/sessions.ts'

type Owner = Pick<Account, 'id' | 'access'>

/** How many second factors an account has: an app, passkeys, and providers, which may assert one. */
export const countFactors = async ({ db, installation }: Ctx, { id }: Owner): Promise<number> => {
  const [keys] = await keysOf(db, id)
  const passkeys = await usablePasskeysOf(db, installation, id)
  const identities = await identitiesOf(db, id)
  return (keys?.hasSecondFactor ? 1 : 0) + passkeys.length + identities.length
}

/**
 * After one was removed, in the same transaction, which has locked the account: refuses if organisers require a second
 * factor of this user and none is left.
 */
export const requireFactorLeft = async (ctx: Ctx, owner: Owner): Promise<void> => {
  if (!needsSecondFactor(owner.access, ctx.installation.office)) return
  if ((await countFactors(ctx, owner)) === 0) throw fail('secondFactor.demanded')
}
