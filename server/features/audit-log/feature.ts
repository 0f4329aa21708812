import type { Feature } from '../../platform/feature.ts'
import { auditLogRoutes } from './routes.ts'

export const auditLogFeature: Feature = {
  name: 'audit-log',
  start: ({ features }) => ({ routes: (http) => auditLogRoutes(http, features) }),
}
