import { isIP } from 'node:net'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { passwordLength } from '@lectern/contract/accounts/account-values.ts'
import { isReservedPath } from '@lectern/contract/pages/reserved-paths.ts'
import { originsIn } from '@lectern/contract/webhooks/origins.ts'
import type { ClamdConfig } from './config-clamd.ts'
import { readOperatorProviders, type OperatorProvider } from './config-sign-in.ts'

/** Everything an operator can set, read once. This is the only reader of the environment. */
export interface Config {
  port: number
  host: string
  dataDirectory: string
  /** Absent: the embedded PostgreSQL under the data directory. */
  databaseUrl: string | undefined
  /** The same database past a pooler, for whatever needs a session; absent: `databaseUrl` is no pooler. */
  databaseDirectUrl: string | undefined
  /** Origin of the site, e.g. https://contest.example.org. */
  publicUrl: URL | undefined
  /** Seed the demo when the database is empty. */
  demo: boolean
  /** Path under which the pages live; `/` or `/contest`. */
  routerBase: string
  /** What this process does: serve pages, run background tasks, or both. */
  role: Role
  /** Where the metrics of this process are served; absent: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  trustProxy: string[]
  logLevel: LogLevel
  /** Password of the demo's organiser; absent: a random one, printed once. */
  adminPassword: string | undefined
  /** Absent: mails wait in the outbox. */
  smtpUrl: URL | undefined
  /** Absent: short messages wait in the outbox. */
  sms: SmsConfig | undefined
  /** Absent: files are kept under the data directory. */
  s3: S3Config | undefined
  /** Providers of sign-in, beside those that organisers set. */
  signInProviders: OperatorProvider[]
  /** Signs backups, and only signed ones are restored; absent: backups are not authenticated. */
  backupKey: string | undefined
  /** Encrypts the secrets of authenticator apps; absent: the key in the data directory does. */
  secretKey: string | undefined
  /** A PKCS #12 file that signs the PDFs of certificates; absent: they are not signed. */
  certificateSigner: { file: string; password: string } | undefined
  /** Processor time for one plan of a round; then the best one so far is taken. */
  planSeconds: number
  webhookAllow: string[]
  /** Where programs may be that make pictures of films and documents, and pages of slides, best first. */
  programs: { ffmpeg: string[]; pdftoppm: string[]; soffice: string[] }
  /** Scans files for malware; absent: files are not scanned. */
  clamd: ClamdConfig | undefined
}

/** A bucket of an S3-compatible server. */
export interface S3Config {
  endpoint: URL
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The address at which browsers reach the server; undefined: all bytes pass through this program. */
  publicEndpoint: URL | undefined
  /** Put before every key; empty or ends with a slash. */
  prefix: string
  /** The bucket is named in the path of addresses rather than in their host. */
  pathStyle: boolean
}

/** An SMS gateway that accepts JSON over HTTP. */
export interface SmsConfig {
  url: URL
  /** Sent as a bearer token. */
  token: string | undefined
  /** The body with {to}, {text} and {id} in its strings. */
  body: Record<string, unknown>
}

const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** A problem that the operator can solve: shown as one line, without a stack. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

const refuse = (name: string, value: string, expected: string): never => {
  throw new ConfigError(`${name}=${value} is not usable: ${expected}`)
}

const readPort = (name: string, value: string, least: number): number => {
  const port = Number(value)
  return /^\d{1,5}$/.test(value) && port >= least && port <= 65_535
    ? port
    : refuse(name, value, `expected a whole number from ${least} to 65535`)
}

const readHost = (name: string, value: string): string =>
  isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)
    ? value
    : refuse(name, value, 'expected an IP address or a host name to listen on')

/** Nothing is served without a port of its own: the site's is public. */
const readMetrics = (environment: Environment, sitePort: number): Config['metrics'] => {
  const [port, host] = ['METRICS_PORT', 'METRICS_HOST'].map((name) => environment[name]?.trim())
  if (!port && host) throw new ConfigError('METRICS_HOST is not usable without METRICS_PORT')
  if (!port) return undefined
  const metrics = {
    port: readPort('METRICS_PORT', port, 1),
    host: host ? readHost('METRICS_HOST', host) : '127.0.0.1',
  }
  return metrics.port === sitePort
    ? refuse('METRICS_PORT', port, 'expected another port than that of the site')
    : metrics
}

const readDatabaseUrl = (name: string, value: string): string => {
  const protocol = URL.canParse(value) ? new URL(value).protocol : ''
  if (protocol === 'postgres:' || protocol === 'postgresql:') return value
  // The value may contain a password and is not repeated.
  throw new ConfigError(`${name} is not usable: expected postgres://user:password@host:port/database`)
}

const readPublicUrl = (value: string): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  // The value may contain a password and is not repeated.
  if (url?.username || url?.password)
    throw new ConfigError('PUBLIC_URL is not usable: expected an origin without a name and a password')
  const plain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  return plain
    ? url
    : refuse('PUBLIC_URL', value, 'expected an origin such as https://contest.example.org, without a path')
}

const readSwitch = (name: string, value: string): boolean =>
  value === '1' || value === '0' ? value === '1' : refuse(name, value, 'expected 1 or 0')

const readRouterBase = (value: string): string => {
  const base = value === '/' ? '/' : value.replace(/\/$/, '')
  if (!/^\/([\w-]+(\/[\w-]+)*)?$/.test(base)) refuse('ROUTER_BASE', value, 'expected a path such as / or /contest')
  if (isReservedPath(base)) refuse('ROUTER_BASE', value, 'this path serves the interface over HTTP')
  return base
}

const readTrustProxy = (value: string): string[] =>
  value.split(',').map((entry) => {
    const network = entry.trim()
    const [address = '', prefix] = network.split('/')
    const version = isIP(address)
    const largest = version === 4 ? 32 : 128
    const usable =
      version > 0 &&
      (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= largest))
    if (!usable)
      refuse(
        'TRUST_PROXY',
        value,
        "expected the proxies' addresses or networks, such as 127.0.0.1,10.0.0.0/8 (never `true` or a number)",
      )
    return network
  })

const readAdminPassword = (value: string): string => {
  // A password is not repeated.
  if (value.length < passwordLength.least || value.length > passwordLength.most)
    throw new ConfigError(
      `ADMIN_PASSWORD is not usable: expected ${passwordLength.least} to ${passwordLength.most} characters`,
    )
  return value
}

const readSmtpUrl = (value: string): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const from = url?.searchParams.get('from')
  const isUsable =
    url && /^smtps?:$/.test(url.protocol) && url.hostname && [...url.searchParams.keys()].every((key) => key === 'from')
  if (isUsable && (from === null || from === undefined || /^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from))) return url
  // The value may contain a password and is not repeated.
  throw new ConfigError(
    'SMTP_URL is not usable: expected smtp://user:password@host:587 or smtps://…:465, with ?from=address if mails should come from another address than no-reply at the host of PUBLIC_URL',
  )
}

const readSmsUrl = (value: string): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new ConfigError('SMS_URL is not usable: expected the http(s) address that takes a message')
}

const readSmsBody = (value: string): Record<string, unknown> => {
  const refused = (): never => refuse('SMS_BODY', value, 'expected a JSON object with {to} and {text} in its strings')
  try {
    const body: unknown = JSON.parse(value)
    const isUsable =
      typeof body === 'object' &&
      body !== null &&
      !Array.isArray(body) &&
      value.includes('{to}') &&
      value.includes('{text}')
    return isUsable ? (body as Record<string, unknown>) : refused()
  } catch {
    return refused()
  }
}

const readS3Endpoint = (value: string, name = 'S3_ENDPOINT'): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  return plain ? url : refuse(name, value, 'expected an address such as https://s3.example.org')
}

const readBucket = (value: string): string =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : refuse('S3_BUCKET', value, 'expected the name of a bucket')

const readPrefix = (value: string): string =>
  /^[\w-]+(\/[\w-]+)*\/?$/.test(value)
    ? value.replace(/\/?$/, '/')
    : refuse('S3_PREFIX', value, 'expected letters, digits and dashes, in folders such as lectern/files')

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/**
 * The address of the bucket for browsers, which load nothing without encryption into a page that has it. Servers that
 * only this program can reach have none.
 */
const readPublicEndpoint = (value: string, endpoint: URL, publicUrl: URL | undefined): URL | undefined => {
  const name = 'S3_PUBLIC_ENDPOINT'
  if (value === 'off') return undefined
  const address = value === '' ? endpoint : readS3Endpoint(value, name)
  if (address.protocol === 'https:' || publicUrl?.protocol !== 'https:') return address
  return value === '' ? undefined : refuse(name, value, 'a site with https needs a bucket with https')
}

/** All or nothing: half a setting would leave files where nobody looks for them. */
const readS3 = (environment: Environment, publicUrl: URL | undefined): S3Config | undefined => {
  const textOf = (name: string): string => environment[name]?.trim() ?? ''
  const missing = s3Names.filter((name) => textOf(name) === '')
  const extra = ['S3_PREFIX', 'S3_PATH_STYLE', 'S3_PUBLIC_ENDPOINT'].filter((name) => textOf(name) !== '')
  if (missing.length === s3Names.length && extra.length === 0) return undefined
  if (missing.length > 0) throw new ConfigError(`S3 is set by half: ${missing.join(', ')} must be set too`)
  const endpoint = readS3Endpoint(textOf('S3_ENDPOINT'))
  return {
    endpoint,
    publicEndpoint: readPublicEndpoint(textOf('S3_PUBLIC_ENDPOINT'), endpoint, publicUrl),
    region: textOf('S3_REGION'),
    bucket: readBucket(textOf('S3_BUCKET')),
    accessKeyId: textOf('S3_ACCESS_KEY_ID'),
    secretAccessKey: textOf('S3_SECRET_ACCESS_KEY'),
    prefix: textOf('S3_PREFIX') === '' ? '' : readPrefix(textOf('S3_PREFIX')),
    pathStyle: textOf('S3_PATH_STYLE') === '' || readSwitch('S3_PATH_STYLE', textOf('S3_PATH_STYLE')),
  }
}

const keyLength = 32

const readKey = (name: string, value: string): string => {
  // A key is not repeated.
  if (value.length < keyLength)
    throw new ConfigError(
      `${name} is not usable: expected at least ${keyLength} characters, such as \`openssl rand -hex 32\` makes`,
    )
  return value
}

/** Both or neither: a key without its password cannot be read. */
const readCertificateSigner = (environment: Environment): Config['certificateSigner'] => {
  const file = environment['CERTIFICATE_P12']?.trim()
  const password = environment['CERTIFICATE_P12_PASSWORD']
  if (!file && !password) return undefined
  if (!file || password === undefined)
    throw new ConfigError(
      'Signing of certificates is set by half: CERTIFICATE_P12 and CERTIFICATE_P12_PASSWORD go together',
    )
  return { file: resolve(file), password }
}

const readRole = (value: string): Role =>
  roles.find((role) => role === value) ?? refuse('ROLE', value, `expected one of ${roles.join(', ')}`)

const readLogLevel = (value: string): LogLevel =>
  logLevels.find((level) => level === value) ?? refuse('LOG_LEVEL', value, `expected one of ${logLevels.join(', ')}`)

const longestPlan = 7_200

const readPlanSeconds = (value: string): number => {
  const seconds = Number(value)
  return /^\d{1,4}$/.test(value) && seconds >= 1 && seconds <= longestPlan
    ? seconds
    : refuse('PLAN_SECONDS', value, `expected a whole number of seconds from 1 to ${longestPlan}`)
}

export const defaultPlanSeconds = 300

/** What every version of clamd takes and reads wholly as it is delivered. */
const defaultClamdMegabytes = 25

const readClamdAddress = (value: string): ClamdConfig['address'] => {
  const path = /^unix:(?:\/\/)?(\/[^?#\0]+)$/.exec(value)?.[1]
  if (path !== undefined) return { path }
  const [, host, port] = /^tcp:\/\/([^/:@]+|\[[\da-f:]+\]):(\d{1,5})\/?$/i.exec(value) ?? []
  return host !== undefined && port !== undefined
    ? { host: host.replaceAll(/[[\]]/g, ''), port: readPort('CLAMD_URL', port, 1) }
    : refuse('CLAMD_URL', value, 'expected unix:///run/clamav/clamd.ctl or tcp://host:3310')
}

const readClamd = (environment: Environment): ClamdConfig | undefined => {
  const [url, most] = ['CLAMD_URL', 'CLAMD_MAX_MB'].map((name) => environment[name]?.trim())
  if (!url && most) throw new ConfigError('CLAMD_MAX_MB is not usable without CLAMD_URL')
  if (!url) return undefined
  const megabytes = Number(most || defaultClamdMegabytes)
  if (!/^\d{0,4}$/.test(most ?? '') || megabytes < 1 || megabytes > 4_000)
    refuse('CLAMD_MAX_MB', most!, 'expected a whole number of megabytes from 1 to 4000')
  return { address: readClamdAddress(url), maxBytes: megabytes * 1024 ** 2 }
}

const readOrigins = (value: string): string[] =>
  originsIn(value) ??
  refuse('WEBHOOK_ALLOW', '…', 'expected origins such as https://hooks.example.org,http://10.0.0.5:8080')

const readProgram = (name: keyof Config['programs'], environment: Environment): string[] => {
  const setting = `${name.toUpperCase()}_PATH`
  const path = environment[setting]?.trim()
  if (path === 'off') return []
  if (path) return isAbsolute(path) ? [path] : refuse(setting, path, 'expected an absolute path, or off')
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name))
}

export const readConfig = (environment: Environment): Config => {
  const read = <T>(name: string, parse: (value: string) => T, fallback: T): T => {
    const value = environment[name]?.trim()
    return value ? parse(value) : fallback
  }
  const readAddress = (name: string): string | undefined =>
    read<string | undefined>(name, (value) => readDatabaseUrl(name, value), undefined)
  const databaseUrl = readAddress('DATABASE_URL')
  const databaseDirectUrl = readAddress('DATABASE_DIRECT_URL')
  if (databaseDirectUrl && !databaseUrl)
    throw new ConfigError('DATABASE_DIRECT_URL is not usable without DATABASE_URL, the address of the pooler')
  const demo = read<boolean | undefined>('DEMO', (value) => readSwitch('DEMO', value), undefined)
  if (demo && databaseUrl) {
    throw new ConfigError(
      'DEMO=1 is not usable with DATABASE_URL: a database of your own is never seeded by itself; use `npm run portal -- seed`',
    )
  }
  const role = read<Role>('ROLE', readRole, 'all')
  // The embedded database belongs to one process.
  if (role !== 'all' && !databaseUrl)
    throw new ConfigError(`ROLE=${role} is not usable without DATABASE_URL: several processes must share a database`)
  const publicUrl = read<URL | undefined>('PUBLIC_URL', readPublicUrl, undefined)
  const s3 = readS3(environment, publicUrl)
  const secretKey = read<string | undefined>('SECRET_KEY', (value) => readKey('SECRET_KEY', value), undefined)
  // Otherwise the data directory would hold only the key, and might be gone at the next start.
  if (databaseUrl && s3 && secretKey === undefined)
    throw new ConfigError(
      'SECRET_KEY must be set where both database and files are elsewhere: the same for all processes, such as `openssl rand -hex 32` makes',
    )
  const port = read('PORT', (value) => readPort('PORT', value, 0), 8000)
  const smsUrl = read<URL | undefined>('SMS_URL', readSmsUrl, undefined)
  return {
    port,
    host: read('HOST', (value) => readHost('HOST', value), '127.0.0.1'),
    metrics: readMetrics(environment, port),
    dataDirectory: resolve(read('DATA_DIR', String, './data')),
    databaseUrl,
    databaseDirectUrl,
    publicUrl,
    demo: demo ?? !databaseUrl,
    routerBase: read('ROUTER_BASE', readRouterBase, '/'),
    role,
    trustProxy: read<string[]>('TRUST_PROXY', readTrustProxy, []),
    logLevel: read<LogLevel>('LOG_LEVEL', readLogLevel, 'info'),
    adminPassword: read<string | undefined>('ADMIN_PASSWORD', readAdminPassword, undefined),
    smtpUrl: read<URL | undefined>('SMTP_URL', readSmtpUrl, undefined),
    sms: smsUrl && {
      url: smsUrl,
      token: read<string | undefined>('SMS_TOKEN', String, undefined),
      body: read<Record<string, unknown>>('SMS_BODY', readSmsBody, { id: '{id}', to: '{to}', text: '{text}' }),
    },
    s3,
    signInProviders: readOperatorProviders(environment, refuse),
    backupKey: read<string | undefined>('BACKUP_KEY', (value) => readKey('BACKUP_KEY', value), undefined),
    secretKey,
    certificateSigner: readCertificateSigner(environment),
    planSeconds: read('PLAN_SECONDS', readPlanSeconds, defaultPlanSeconds),
    webhookAllow: read<string[]>('WEBHOOK_ALLOW', readOrigins, []),
    programs: {
      ffmpeg: readProgram('ffmpeg', environment),
      pdftoppm: readProgram('pdftoppm', environment),
      soffice: readProgram('soffice', environment),
    },
    clamd: readClamd(environment),
  }
}
