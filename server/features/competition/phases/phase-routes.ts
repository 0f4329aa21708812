import * as contract from '@lectern/contract/competition/phases.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { pageFrom } from '../../../platform/paging.ts'
import { organisers } from '../../../platform/policy.ts'
import { forOthers } from '../../steps/service.ts'
import { activitiesOfPhase } from '../affected-activities.ts'
import {
  createPhase,
  createPhases,
  deletePhase,
  findNewPhaseProblems,
  findNewPhasesProblems,
  findPhaseProblems,
  foreseePhase,
  readOwnTimeline,
  requirePhase,
  savePhase,
} from './phase-editor.ts'
import { presentEffects, presentPhase, presentTimeline } from './phase-present.ts'

const rules = { policy: organisers('contest') }
const others = { ...rules, ...forOthers(activitiesOfPhase) }

export const phaseRoutes = ({ serve }: Http): void => {
  serve(contract.listPhases, rules, async ({ ctx, query }) => {
    const { phases, ...timeline } = presentTimeline(ctx, await readOwnTimeline(ctx, query.edition))
    return { ...timeline, ...pageFrom(phases, query) }
  })

  serve(contract.foreseePhase, rules, async ({ ctx, query }) => presentEffects(ctx, await foreseePhase(ctx, query)))

  serve(
    contract.createPhase,
    { ...rules, alsoWrong: ({ ctx, body }) => findNewPhaseProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentPhase(ctx, await createPhase(ctx, body, idempotencyKey)),
  )

  serve(
    contract.createPhases,
    { ...rules, alsoWrong: ({ ctx, params, body }) => findNewPhasesProblems(ctx, params.id, body) },
    async ({ ctx, params, body, idempotencyKey }) => ({
      list: (await createPhases(ctx, params.id, body, idempotencyKey)).map((row) => presentPhase(ctx, row)),
    }),
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
