import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { forgive, giveBack, takeIfLeft, type Allowance } from '../../platform/throttle.ts'

const holdersOf = (allowances: readonly Allowance[], whose: string) =>
  allowances.map((allowance) => ({ allowance, whose }))

/**
 * Lets somebody try to show that an account is his: `check` throws when he does not. Counted before the check, so that many tries at
 * once count too; never in a transaction, which the failure would take back together with the count.
 */
export const attempt = async <Result>(
  ctx: Ctx,
  /** All of them count; the later ones are the longer ones. */
  allowances: Allowance | readonly Allowance[],
  accountId: AccountId,
  check: () => Promise<Result>,
): Promise<Result> => {
  const { secrets } = ctx.installation
  const taken: Allowance[] = []
  for (const allowance of [allowances].flat()) {
    const seconds = await takeIfLeft(ctx.db, secrets, allowance, accountId, ctx.now)
    if (seconds !== undefined) {
      if (taken.length > 0) await giveBack(ctx.db, secrets, holdersOf(taken, accountId))
      throw fail('signIn.tooMany', { seconds })
    }
    taken.push(allowance)
  }
  const result = await check()
  for (const allowance of taken) await forgive(ctx.db, secrets, allowance, accountId)
  return result
}
