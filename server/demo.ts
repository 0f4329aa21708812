import { givenPassword } from '@lectern/contract/account-fields.ts'
import { installDocuments } from './database/documents.ts'
import { installPages } from './database/pages.ts'
import { seedDemo } from './database/seed/seed.ts'
import { loadSettings, markAsDemo } from './features/settings/service.ts'
import { hashPassword } from './features/sign-in/passwords.ts'
import { features } from './features.ts'
import { loadInstallation } from './installation.ts'
import type { Database } from './platform/database/connect.ts'
import { randomPassword } from './platform/random-letters.ts'
import { createEncryption } from './platform/encryption.ts'

interface SignIn {
  username: string
  /** Absent: the one set by the operator. */
  password?: string
}

/** Fills an empty database with the demo, and returns how its organiser signs in. */
export const fillInDemo = async (
  db: Database,
  config: Parameters<typeof loadInstallation>[0],
  now: Date,
  setPassword: string | undefined,
): Promise<SignIn> => {
  const password = setPassword ?? randomPassword()
  const organiserHash = await hashPassword(givenPassword.parse(password))
  // Its people have agreed to these.
  await installDocuments(db, now)
  await installPages(db, now)
  await markAsDemo(db, now)
  const settings = await loadSettings(db, createEncryption(config))
  const installation = await loadInstallation(config, db, settings, features)
  const { organiser } = await seedDemo(db, installation, now, { organiserHash })
  return setPassword === undefined ? { username: organiser, password } : { username: organiser }
}

export const describeSignIn = ({ username, password }: SignIn): string =>
  password === undefined
    ? `organiser's sign-in: ${username}, with the password from ADMIN_PASSWORD`
    : `organiser's sign-in: ${username} / ${password} (shown this once)`
