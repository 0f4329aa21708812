import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { unlinkExpert } from './service.ts'
import { expert } from './tables.ts'

/** The user's profile as an expert, if they are one. */
const profileOf = async (db: Database, id: AccountId) => {
  const [row] = await db
    .select({
      name: expert.name,
      title: expert.title,
      school: expert.school,
      bio: expert.bio,
      fields: expert.fields,
      state: expert.state,
      updatedAt: expert.updatedAt,
    })
    .from(expert)
    .where(eq(expert.accountId, id))
  return row ?? null
}

export const expertsData: PersonalData = {
  collect: async ({ db }, { id }) => ({ profile: await profileOf(db, id) }),
  erase: (ctx, { id }) => unlinkExpert(ctx, id),
}
