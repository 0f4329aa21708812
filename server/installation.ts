import { join } from 'node:path'
import { channels } from '@lectern/contract/account-values.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import type { Config } from './config.ts'
import type { Settings } from './platform/settings.ts'
import type { Clock } from './platform/clock.ts'
import { system, type Ctx, type Installation } from './platform/context.ts'
import type { Database } from './platform/database/connect.ts'
import { createEncryption } from './platform/encryption.ts'
import type { Feature } from './platform/feature.ts'
import { newId } from './platform/ids.ts'
import { connectPorts } from './platform/ports.ts'
import { loadSecrets } from './platform/secrets.ts'
import { createDiskStorage } from './platform/storage/disk.ts'
import type { Storage } from './platform/storage/storage.ts'

type FilePlace = Pick<Config, 'dataDirectory'> & Partial<Pick<Config, 's3'>>
type InstallationConfig = Pick<Config, 'publicUrl' | 'routerBase' | 'port' | 'demo' | 'smtpUrl' | 'sms'> &
  FilePlace &
  Partial<Pick<Config, 'secretKey'>>

export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl?.origin ?? `http://localhost:${port}`

/** The site's public address, with the router base. */
export const addressOf = (config: Pick<Config, 'publicUrl' | 'port' | 'routerBase'>): string =>
  originOf(config) + withBase('/', config.routerBase).replace(/\/$/, '')

/** The storage of files. The S3 client is loaded only if it is configured. */
export const openStorage = async ({ dataDirectory, s3 }: FilePlace): Promise<Storage> => {
  if (!s3) return createDiskStorage(join(dataDirectory, 'files'))
  const { createS3Storage } = await import('./platform/storage/s3.ts')
  return createS3Storage(s3)
}

/** The host of the default sender of mails. */
export const mailHostOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => publicUrl?.hostname ?? 'localhost'

/** The mail server in use: the operator's, or the one that organisers have set. */
export const mailUrlOf = (
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { mailUrl }: Pick<Settings, 'mailUrl'>,
): URL | undefined => smtpUrl ?? mailUrl

/** What all requests and commands of this installation share. */
export const loadInstallation = async (
  config: InstallationConfig,
  db: Database,
  settings: Pick<Settings, 'office' | 'demo' | 'mailUrl'>,
  features: readonly Feature[],
): Promise<Installation> => {
  const isDemo = (): boolean => config.demo && settings.demo
  return {
    secrets: await loadSecrets(db),
    encryption: createEncryption(config),
    get office() {
      return settings.office
    },
    get channels() {
      return channels.filter((channel) => isDemo() || (channel === 'mail' ? mailUrlOf(config, settings) : config.sms))
    },
    address: addressOf(config),
    get demo() {
      return isDemo()
    },
    storage: await openStorage(config),
    ports: connectPorts(features.flatMap(({ provides }) => provides ?? [])),
  }
}

/** The context of the program itself, for jobs. */
export const systemContext = ({
  db,
  clock,
  installation,
}: Pick<Ctx, 'db' | 'installation'> & { clock: Clock }): Ctx => ({
  actor: system,
  // A task may run for hours: each transaction copies the moment at which it begins.
  get now() {
    return clock.now()
  },
  db,
  requestId: newId(),
  locale: defaultLocale,
  caller: { address: '', userAgent: '' },
  installation,
  remember: (_key, find) => find(),
})
