import * as contract from '@lectern/contract/journey/journey.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'
import { findNextStep } from './next-step.ts'

export const journeyRoutes = ({ serve }: Http): void => {
  serve(contract.readNextStep, { policy: everyone }, ({ ctx, params }) => findNextStep(ctx, params.id))
}
