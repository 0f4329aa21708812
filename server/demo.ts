import { givenPassword } from '@lectern/contract/accounts/account-fields.ts'
import { installPages } from './database/pages.ts'
import { seedDemo } from './database/seed/seed.ts'
import { loadSettings, markAsDemo } from './features/settings/service.ts'
import { hashPassword } from './features/sign-in/passwords/passwords.ts'
import { features } from './features.ts'
import { loadInstallation } from './installation.ts'
import type { Database } from './platform/database/connect.ts'
import { randomPassword } from './platform/random-letters.ts'
import { createEncryption } from './platform/encryption.ts'
import type { SignIns } from './demo-sign-ins.ts'

/** Fills an empty database with the demo, and returns how its organisers, one of its experts and two officers sign in. */
export const fillInDemo = async (
  db: Database,
  config: Parameters<typeof loadInstallation>[0],
  now: Date,
  setPassword: string | undefined,
  signal?: AbortSignal,
): Promise<SignIns> => {
  const password = setPassword ?? randomPassword()
  const passwordHash = await hashPassword(givenPassword.parse(password))
  await installPages(db, now)
  await markAsDemo(db, now)
  const settings = await loadSettings(db, createEncryption(config))
  const installation = await loadInstallation(config, db, settings, features)
  const accounts = await seedDemo(db, installation, now, { passwordHash, signal })
  return setPassword === undefined ? { ...accounts, password } : accounts
}
