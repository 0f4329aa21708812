import type { Feature } from '../../platform/feature.ts'
import { officeRoutes } from './routes.ts'

export const officeFeature: Feature = {
  name: 'office',
  start: ({ settings, features }) => ({ routes: (http) => officeRoutes(http, settings, features) }),
}
