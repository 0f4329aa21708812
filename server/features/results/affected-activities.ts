import type { ActivityId, ResultDecisionId, ResultListId } from '@lectern/contract/ids.ts'
import type { AccessToken, Person } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { AddressRule } from '../../platform/http/serve.ts'
import { permitted, refuse } from '../../platform/policy.ts'
import { forOthers } from '../steps/service.ts'
import { isPublic } from './policy.ts'
import { requireList } from './steps.ts'

// Whoever takes part in an activity neither decides on its results nor sees them before everybody does.

export const resultsOfOthers = forOthers(({ id }: { id: ActivityId }) => sql`select ${id}::uuid`)

export const listsOfOthers = forOthers(
  ({ id }: { id: ResultListId }) => sql`select result_list.activity_id from result_list where result_list.id = ${id}`,
)

/** Programs read what has been announced, from its second on: for them there is nothing else. */
export const listsOfOthersOrAnnounced: AddressRule<{ id: ResultListId }, Person | AccessToken> = {
  check: async ({ ctx, params, deed }) => {
    const { actor } = ctx
    if (actor.kind === 'account')
      return (await listsOfOthers.check?.({ ctx: { ...ctx, actor }, params, deed })) ?? permitted
    return isPublic(await requireList(ctx, params.id), 'results', ctx.now) ? permitted : refuse('result.notFound')
  },
}

export const decisionsOfOthers = forOthers(
  ({ id }: { id: ResultDecisionId }) =>
    sql`select result_decision.activity_id from result_decision where result_decision.id = ${id}`,
)
