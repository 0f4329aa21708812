import type { Feature } from '../../platform/feature.ts'
import { searchRoutes } from './routes.ts'

export const searchFeature: Feature = {
  name: 'search',
  start: () => ({ routes: searchRoutes }),
}
