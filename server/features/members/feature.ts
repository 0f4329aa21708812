import type { Feature } from '../../platform/feature.ts'
import { dutyRoutes } from './duties/duty-routes.ts'
import { dutiesData } from './duties/personal-data.ts'
import { memberRoutes } from './routes.ts'

export const membersFeature: Feature = {
  name: 'members',
  personalData: dutiesData,
  start: ({ settings, threads }) => ({
    routes: (http) => {
      memberRoutes(http, settings, threads)
      dutyRoutes(http)
    },
  }),
}
