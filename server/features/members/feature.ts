import type { Feature } from '../../platform/feature.ts'
import { memberRoutes } from './routes.ts'

export const membersFeature: Feature = {
  name: 'members',
  start: ({ settings, threads }) => ({ routes: (http) => memberRoutes(http, settings, threads) }),
}
