import type { Feature } from '../platform/feature.ts'
import { beginRoutes } from './routes.ts'

export const beginFeature: Feature = {
  name: 'begin',
  start: ({ settings, features }) => ({ routes: (http) => beginRoutes(http, settings, features) }),
}
