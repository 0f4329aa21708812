import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { bannerRoutes } from './routes.ts'
import { nextBannerChange } from './service.ts'
import { banner } from './tables.ts'

export const bannersFeature: Feature = {
  name: 'banners',
  start: () => ({ routes: bannerRoutes }),
  nextChange: nextBannerChange,
  auditSubjects: {
    banner: { id: sql`${banner.id}`, from: sql`${banner}`, name: sql`${banner.title}`, isMentioned: true },
  },
}
