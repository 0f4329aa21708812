import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSettings } from '../features/settings/service.ts'
import { features } from '../features.ts'
import { loadInstallation } from '../installation.ts'
import type { Installation } from '../platform/context.ts'
import type { Database } from '../platform/database/connect.ts'
import { createEncryption } from '../platform/encryption.ts'

/** An installation of its own for a database, without a program that serves it. */
export const temporaryInstallation = async (db: Database): Promise<Installation> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-installation-'))
  const carriers = { smtpUrl: undefined, sms: undefined }
  const config = { publicUrl: undefined, routerBase: '/', port: 0, demo: true, dataDirectory, ...carriers }
  return loadInstallation(config, db, await loadSettings(db, createEncryption(config)), features)
}
