import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { daysBefore } from '../../platform/moments.ts'
import { identityRoutes } from './identities/identity-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { signInData } from './personal-data.ts'
import { signInRoutes } from './routes.ts'
import { securityRoutes } from './security-routes.ts'
import { signInTasks } from './tasks.ts'

export const signInFeature: Feature = {
  name: 'sign-in',
  start: ({ settings, identity, metrics }) => ({
    routes: (http) => {
      signInRoutes(http, metrics)
      securityRoutes(http, settings)
      identityRoutes(http)
      passkeyRoutes(http, settings)
      providerRoutes(http, metrics)
    },
    jobs: [{ name: 'sessions seen', everyMilliseconds: 60_000, run: identity.writeSeen }],
  }),
  sweep: {
    expired: (now) => [
      { table: sql`session`, where: sql`expires_at <= ${now}` },
      { table: sql`known_network`, where: sql`seen_at <= ${daysBefore(now, 180)}` },
      // Expired codes still count towards the day's limit.
      { table: sql`code`, where: sql`expires_at <= ${daysBefore(now, 2)}` },
      { table: sql`provider_visit`, where: sql`expires_at <= ${now}` },
      { table: sql`spent_proof`, where: sql`expires_at <= ${now}` },
    ],
  },
  tasks: signInTasks,
  personalData: signInData,
}
