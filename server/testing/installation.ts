import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSettings } from '../features/settings/service.ts'
import { features } from '../features.ts'
import { loadInstallation } from '../installation.ts'
import type { Installation } from '../platform/context.ts'
import type { Database } from '../platform/database/connect.ts'
import { createEncryption } from '../platform/encryption.ts'

/** The installation of a database, without a program that serves it. */
export const installationIn = async (dataDirectory: string, db: Database): Promise<Installation> => {
  const carriers = { smtpUrl: undefined, sms: undefined }
  const config = { publicUrl: undefined, routerBase: '/', port: 0, demo: true, dataDirectory, ...carriers }
  return loadInstallation(config, db, await loadSettings(db, createEncryption(config)), features)
}

/** With a folder of its own. */
export const temporaryInstallation = async (db: Database): Promise<Installation> =>
  installationIn(await mkdtemp(join(tmpdir(), 'lectern-installation-')), db)
