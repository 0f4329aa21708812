import type { ResultListId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Verdict } from '../../platform/policy.ts'
import { definePort } from '../../platform/ports.ts'

/** What stands in the way of making a list final: objections that are not decided. Asked again in the transaction that makes it final. */
export const listObstacles = definePort<(ctx: Ctx, list: ResultListId) => Promise<Verdict>>('obstacles to a final list')
