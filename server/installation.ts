import { join } from 'node:path'
import { channels } from '@lectern/contract/accounts/account-values.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import { createSignInAdapters } from './adapters/sign-in/sign-in-adapters.ts'
import { createClamd } from './adapters/scanner/clamd.ts'
import type { Config } from './config.ts'
import { refuseInfected } from './features/files/service.ts'
import type { Settings } from './platform/settings.ts'
import type { SignInProvider } from './platform/sign-in-provider.ts'
import type { Clock } from './platform/clock.ts'
import { system, type Ctx, type Installation } from './platform/context.ts'
import type { Database } from './platform/database/connect.ts'
import { createEncryption } from './platform/encryption.ts'
import type { Feature } from './platform/feature.ts'
import { newId } from './platform/ids.ts'
import { connectPorts } from './platform/ports.ts'
import { findPrograms } from './platform/media/programs.ts'
import { loadSecrets } from './platform/secrets.ts'
import { createDiskStorage } from './platform/storage/disk.ts'
import { guardStorage } from './platform/storage/guarded-storage.ts'
import type { BucketVersions } from './platform/storage/bucket-versions.ts'
import type { Storage } from './platform/storage/storage.ts'

type FilePlace = Pick<Config, 'dataDirectory' | 'publicUrl' | 'port'> & Partial<Pick<Config, 's3'>>
/** How long providers of sign-in may take for an answer; on the busy machine of tests longer. */
export interface ProviderPatience {
  providerMilliseconds?: number
}

type InstallationConfig = Pick<Config, 'publicUrl' | 'routerBase' | 'port' | 'demo' | 'smtpUrl' | 'sms'> &
  FilePlace &
  Partial<Pick<Config, 'secretKey' | 'programs' | 'clamd' | 'signInProviders'>> &
  ProviderPatience

export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl?.origin ?? `http://localhost:${port}`

/** The site's public address, with the router base. */
export const addressOf = (config: Pick<Config, 'publicUrl' | 'port' | 'routerBase'>): string =>
  originOf(config) + withBase('/', config.routerBase).replace(/\/$/, '')

/** The storage of files. The S3 client is loaded only if it is configured. */
export const openStorage = async (place: FilePlace): Promise<Storage> => {
  const { dataDirectory, s3 } = place
  if (!s3) return createDiskStorage(join(dataDirectory, 'files'))
  const { createS3Storage } = await import('./platform/storage/s3.ts')
  return createS3Storage(s3, { origin: originOf(place) })
}

/** The versions that the bucket of files keeps; absent: files are on the disk. */
export const openBucketVersions = async ({ s3 }: Pick<Config, 's3'>): Promise<BucketVersions | undefined> => {
  if (!s3) return undefined
  const { createBucketVersions } = await import('./platform/storage/bucket-versions.ts')
  return createBucketVersions(s3)
}

/** The host of the default sender of mails. */
export const mailHostOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => publicUrl?.hostname ?? 'localhost'

/** The mail server in use: the operator's, or the one that organisers have set. */
export const mailUrlOf = (
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { mailUrl }: Pick<Settings, 'mailUrl'>,
): URL | undefined => smtpUrl ?? mailUrl

/** The operator's providers are shown from the start, under the name of their protocol. */
const providerOf = ({ name, ...provider }: Config['signInProviders'][number]): SignInProvider => ({
  ...provider,
  key: provider.adapter,
  name: { [defaultLocale]: name },
  trustsEmail: false,
  isShown: true,
  source: 'operator',
})

/** What all requests and commands of this installation share. */
export const loadInstallation = async (
  config: InstallationConfig,
  db: Database,
  settings: Pick<Settings, 'office' | 'demo' | 'mailUrl' | 'signInProviders'>,
  features: readonly Feature[],
): Promise<Installation> => {
  const rawStorage = await openStorage(config)
  const operators = (config.signInProviders ?? []).map(providerOf)
  const isDemo = (): boolean => config.demo && settings.demo
  return {
    secrets: await loadSecrets(db),
    encryption: createEncryption(config),
    get office() {
      return settings.office
    },
    get signInProviders() {
      return [...operators, ...settings.signInProviders]
    },
    signInAdapters: createSignInAdapters(config.providerMilliseconds),
    get channels() {
      return channels.filter((channel) => isDemo() || (channel === 'mail' ? mailUrlOf(config, settings) : config.sms))
    },
    address: addressOf(config),
    get demo() {
      return isDemo()
    },
    storage: guardStorage(rawStorage, (key) => refuseInfected(db, key)),
    rawStorage,
    scanner: config.clamd && createClamd(config.clamd),
    programs: await findPrograms(config.programs ?? {}),
    ports: connectPorts(features.flatMap(({ provides }) => provides ?? [])),
  }
}

/** The context of the program itself, for jobs and background tasks; the request id is that of the cause, if there was one. */
export const systemContext = ({
  db,
  clock,
  installation,
  requestId = newId(),
}: Pick<Ctx, 'db' | 'installation'> & { clock: Clock; requestId?: string | undefined }): Ctx => ({
  actor: system,
  // A task may run for hours: each transaction copies the moment at which it begins.
  get now() {
    return clock.now()
  },
  db,
  requestId,
  locale: defaultLocale,
  caller: { address: '', userAgent: '' },
  installation,
  remember: (_key, find) => find(),
})
