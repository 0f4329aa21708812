import * as contract from '@lectern/contract/rounds/rounds.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { roundsOfOthers } from './affected-activities.ts'
import { collectWorks, listRoundWorks, removeRoundWork } from './entries/entries.ts'
import { presentRoundWorks } from './entries/entry-present.ts'
import { createFilledRound } from './entries/filled-round.ts'
import { presentRound, presentRounds } from './present.ts'
import { stepRound } from './setup/round-steps.ts'
import { deleteRound, listRounds, requireRound, saveRound } from './setup/rounds.ts'

const rules = { policy: organisers('activity') }
const others = { ...rules, ...roundsOfOthers }

export const roundRoutes = ({ serve }: Http): void => {
  serve(contract.listRounds, rules, async ({ ctx, query }) => presentRounds(ctx, await listRounds(ctx, query)))

  serve(contract.readRound, others, async ({ ctx, params }) => presentRound(ctx, await requireRound(ctx, params.id)))

  serve(contract.createRound, rules, async ({ ctx, body, idempotencyKey }) =>
    presentRound(ctx, await createFilledRound(ctx, body, idempotencyKey)),
  )

  serve(contract.saveRound, { ...others, largestBody: 512 * 1024 }, async ({ ctx, params, body }) =>
    presentRound(ctx, await saveRound(ctx, params.id, body)),
  )

  serve(contract.stepRound, others, async ({ ctx, params, body }) =>
    presentRound(ctx, await stepRound(ctx, params.id, body)),
  )

  serve(contract.deleteRound, others, async ({ ctx, params, query }) => {
    await deleteRound(ctx, params.id, query.version)
    return {}
  })

  serve(contract.listRoundWorks, others, async ({ ctx, params, query }) =>
    presentRoundWorks(ctx, await listRoundWorks(ctx, params.id, query)),
  )

  serve(contract.collectWorks, others, ({ ctx, params }) => collectWorks(ctx, params.id))

  serve(contract.removeRoundWork, others, async ({ ctx, params, body }) => {
    await removeRoundWork(ctx, params.id, params.entry, body)
    return {}
  })
}
