import type { Feature } from '../../platform/feature.ts'
import { revisionRoutes } from './routes.ts'

export const revisionsFeature: Feature = {
  name: 'revisions',
  start: () => ({ routes: revisionRoutes }),
}
