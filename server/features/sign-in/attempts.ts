import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { forgive, takeIfLeft, type Allowance } from '../../platform/throttle.ts'

/**
 * Lets somebody try to show that an account is his: `check` throws when he does not. Counted before the check, so that many tries at
 * once count too; never in a transaction, which the failure would take back together with the count.
 */
export const attempt = async <Result>(
  ctx: Ctx,
  allowance: Allowance,
  accountId: AccountId,
  check: () => Promise<Result>,
): Promise<Result> => {
  const { secrets } = ctx.installation
  const seconds = await takeIfLeft(ctx.db, secrets, allowance, accountId, ctx.now)
  if (seconds !== undefined) throw fail('signIn.tooMany', { seconds })
  const result = await check()
  await forgive(ctx.db, secrets, allowance, accountId)
  return result
}
