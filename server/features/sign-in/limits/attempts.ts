import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { forgive, giveBack, takeIfLeft, type Allowance } from '../../../platform/throttle.ts'

const holdersOf = (allowances: readonly Allowance[], whose: string) =>
  allowances.map((allowance) => ({ allowance, whose }))

/**
 * Lets a user try to authenticate; `check` throws on failure. The attempt is counted before the check, so that
 * parallel attempts count too. Must not run in a transaction: a failure would roll the counter back.
 */
export const attempt = async <Result>(
  ctx: Ctx,
  /** All of them count; later ones cover longer times. */
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
