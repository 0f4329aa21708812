import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { definePort } from '../../platform/ports.ts'

/**
 * The account can no longer be used as an expert: other access, disabled or deleted. Runs in the transaction of the change, which has locked
 * the account.
 */
export const expertLeaves = definePort<(ctx: Ctx, id: AccountId) => Promise<void>>('experts who leave')
