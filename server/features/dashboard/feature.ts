import type { Feature } from '../../platform/feature.ts'
import { dashboardRoutes } from './routes.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  start: ({ features }) => ({ routes: (http) => dashboardRoutes(http, features) }),
}
