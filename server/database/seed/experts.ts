import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { AccountId, ExpertId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { account } from '../../features/accounts/tables.ts'
import { expert } from '../../features/experts/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { daysFrom } from './dates.ts'
import { firstVersions, inOrder } from './first-versions.ts'
import { readList } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'

interface Listed {
  /** Username, for experts with an account. */
  account?: string
  name: LocalizedText
  title: LocalizedText
  school: LocalizedText
  bio: LocalizedText
  fields: ExpertField[]
  portrait: number
}

/** Accounts of experts by their usernames. */
const expertAccounts = async (db: Database): Promise<ReadonlyMap<string, AccountId>> => {
  const person = { id: account.id, username: account.username }
  const rows = await db.select(person).from(account).where(eq(account.access, 'expert'))
  return new Map(rows.map(({ id, username }) => [username, id]))
}

export const seedExperts = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const accounts = await expertAccounts(db)
  const contents = await Promise.all(
    (await readList<Listed>('experts.json')).map(async ({ account: username, portrait, fields, ...text }) => ({
      ...text,
      fields: expertFields.filter((field) => fields.includes(field)),
      photo: await files.picture(`portrait-${portrait}`),
      accountId: (username && accounts.get(username)) || null,
      state: 'published' as const,
    })),
  )
  await files.writeDown()
  const kind = { kind: 'expert', makeId: newId<ExpertId>, texts: ['name', 'title', 'school', 'bio'] } as const
  await db.insert(expert).values(inOrder(await firstVersions(db, kind, contents, daysFrom(now, -37))))
}
