import { givenPassword } from '@lectern/contract/account-fields.ts'
import { installDocuments } from './database/documents.ts'
import { installPages } from './database/pages.ts'
import { seedDemo } from './database/seed/seed.ts'
import { markAsDemo } from './features/settings/service.ts'
import { hashPassword } from './features/sign-in/passwords.ts'
import type { Database } from './platform/database/connect.ts'
import { randomPassword } from './platform/random-letters.ts'
import type { Storage } from './platform/storage/storage.ts'

interface SignIn {
  username: string
  /** Absent: the one set by the operator. */
  password?: string
}

/** Fills an empty database with the demo, and returns how its organiser signs in. */
export const fillInDemo = async (
  db: Database,
  storage: Storage,
  now: Date,
  setPassword: string | undefined,
): Promise<SignIn> => {
  const password = setPassword ?? randomPassword()
  const organiserHash = await hashPassword(givenPassword.parse(password))
  // Its people have agreed to these.
  await installDocuments(db, now)
  await installPages(db, now)
  await markAsDemo(db, now)
  const { organiser } = await seedDemo(db, storage, now, { organiserHash })
  return setPassword === undefined ? { username: organiser, password } : { username: organiser }
}

export const describeSignIn = ({ username, password }: SignIn): string =>
  password === undefined
    ? `organiser's sign-in: ${username}, with the password from ADMIN_PASSWORD`
    : `organiser's sign-in: ${username} / ${password} (shown this once)`
