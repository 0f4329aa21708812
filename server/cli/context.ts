import { defaultLocale } from '@lectern/contract/locales.ts'
import type { Config } from '../config.ts'
import { loadSettings } from '../features/settings/service.ts'
import { loadInstallation } from '../installation.ts'
import { systemClock } from '../platform/clock.ts'
import { operator, type Ctx } from '../platform/context.ts'
import type { Database } from '../platform/database/connect.ts'
import { createEncryption } from '../platform/encryption.ts'
import { newId } from '../platform/ids.ts'

/** The context of the operator at the command line. Features are loaded only by commands that need them. */
export const operatorContext = async (config: Config, db: Database): Promise<Ctx> => {
  const { features } = await import('../features.ts')
  const settings = await loadSettings(db, createEncryption(config))
  return {
    actor: operator,
    now: systemClock.now(),
    db,
    requestId: newId(),
    locale: defaultLocale,
    caller: { address: '', userAgent: '' },
    installation: await loadInstallation(config, db, settings, features),
    remember: (_key, find) => find(),
  }
}
