import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { accessTokenRoutes } from './routes.ts'
import { accessToken } from './tables.ts'

export const accessTokensFeature: Feature = {
  name: 'access-tokens',
  start: () => ({ routes: accessTokenRoutes }),
  demo: { tables: ['access_token'] },
  auditSubjects: {
    accessToken: {
      id: sql`${accessToken.id}`,
      from: sql`${accessToken}`,
      name: sql`to_jsonb(${accessToken.name})`,
    },
  },
}
