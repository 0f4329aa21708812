import * as contract from '@lectern/contract/phases.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { organisers } from '../../platform/policy.ts'
import { forOthers } from '../steps/service.ts'
import { activitiesOfPhase } from './concerned.ts'
import {
  createPhase,
  deletePhase,
  findNewPhaseProblems,
  findPhaseProblems,
  foreseePhase,
  readTimeline,
  requirePhase,
  savePhase,
} from './phase-editing.ts'
import { presentEffects, presentPhase, presentTimeline } from './phase-present.ts'

const rules = { policy: organisers }
const others = { ...rules, ...forOthers(activitiesOfPhase) }

export const phaseRoutes = ({ serve }: Http): void => {
  serve(contract.listPhases, rules, async ({ ctx, query }) => {
    const { phases, ...timeline } = presentTimeline(ctx, await readTimeline(ctx, query.edition))
    return { ...timeline, ...pageFrom(phases, query) }
  })

  serve(contract.foreseePhase, rules, async ({ ctx, query }) => presentEffects(await foreseePhase(ctx, query)))

  serve(
    contract.createPhase,
    { ...rules, alsoWrong: ({ ctx, body }) => findNewPhaseProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentPhase(ctx, await createPhase(ctx, body, idempotencyKey)),
  )

  serve(contract.readPhase, rules, async ({ ctx, params }) => presentPhase(ctx, await requirePhase(ctx, params.id)))

  serve(
    contract.savePhase,
    { ...others, alsoWrong: async ({ body }) => findPhaseProblems(body) },
    async ({ ctx, params, body }) => presentPhase(ctx, await savePhase(ctx, params.id, body)),
  )

  serve(contract.deletePhase, others, async ({ ctx, params, query }) => {
    await deletePhase(ctx, params.id, query.version)
    return {}
  })
}
