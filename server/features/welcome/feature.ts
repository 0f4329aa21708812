import type { Feature } from '../../platform/feature.ts'
import { welcomeRoutes } from './routes.ts'

export const welcomeFeature: Feature = {
  name: 'welcome',
  start: ({ features }) => ({ routes: (http) => welcomeRoutes(http, features) }),
}
