import type { Feature } from '../../platform/feature.ts'
import { operationsRoutes } from './routes.ts'

export const operationsFeature: Feature = {
  name: 'operations',
  start: ({ db, version, build }) => ({ routes: (http) => operationsRoutes(http, { db, version, build }) }),
}
