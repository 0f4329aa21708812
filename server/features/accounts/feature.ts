import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { clearDuties } from './duties.ts'
import { accountsData } from './personal-data.ts'
import { account } from './tables.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  auditSubjects: {
    account: {
      id: sql`${account.id}`,
      from: sql`${account}`,
      name: sql`to_jsonb(${account.username}::text)`,
      detail: sql`coalesce(${account.realName}, ${account.nickname})`,
      // Skips deleted accounts.
      where: sql`${account.status} <> 'deleted'`,
      isMentioned: true,
    },
  },
  personalData: accountsData,
  demo: { clear: clearDuties },
}
