import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { partnerRoutes } from './routes.ts'
import { partner } from './tables.ts'

export const partnersFeature: Feature = {
  name: 'partners',
  start: () => ({ routes: partnerRoutes }),
  auditSubjects: {
    partner: { id: sql`${partner.id}`, from: sql`${partner}`, name: sql`${partner.name}`, isMentioned: true },
  },
}
