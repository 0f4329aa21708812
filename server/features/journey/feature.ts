import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { teamJourneys } from '../teams/service.ts'
import { presentJourneys } from './present.ts'
import { journeyRoutes } from './routes.ts'
import { contestTasks } from './tasks.ts'

export const journeyFeature: Feature = {
  name: 'journey',
  start: () => ({ routes: journeyRoutes }),
  tasks: contestTasks,
  provides: [provide(teamJourneys, presentJourneys)],
}
