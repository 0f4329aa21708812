import type { Feature } from '../../platform/feature.ts'
import { signingRoutes } from './routes.ts'

export const signingFeature: Feature = {
  name: 'signing',
  start: () => ({ routes: signingRoutes }),
}
