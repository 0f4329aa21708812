import type { account } from '../features/accounts/tables.ts'
import { hashPassword } from '../features/sign-in/passwords/passwords.ts'
import { credential } from '../features/sign-in/tables.ts'
import { createPerson, type TestPerson } from './people.ts'
import type { TestSite } from './site.ts'

export const ownPassword = 'blue lantern over water'

let hash: Promise<string> | undefined

export const givePassword = async (
  { db, clock }: Pick<TestSite, 'db' | 'clock'>,
  { id }: TestPerson,
): Promise<void> => {
  // Hashing is slow by design: once is enough.
  hash ??= hashPassword(ownPassword)
  await db.insert(credential).values({ accountId: id, password: await hash, passwordChangedAt: clock.now() })
}

/** A signed-in user with a password. */
export const createOwner = async (
  site: Pick<TestSite, 'db' | 'clock'>,
  values: Partial<typeof account.$inferInsert> = {},
): Promise<TestPerson> => {
  const person = await createPerson(site, values)
  await givePassword(site, person)
  return person
}
