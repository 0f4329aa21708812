import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { partUses } from '../competition/service.ts'
import { blindRoutes } from './blind-routes.ts'
import { runInspection } from './inspection.ts'
import { usedPartsOf } from './part-use.ts'

export const worksFeature: Feature = {
  name: 'works',
  start: () => ({
    routes: blindRoutes,
    taskRunners: { inspect: runInspection },
  }),
  provides: [provide(partUses, usedPartsOf)],
}
