import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, type Config } from './config.ts'

const messageOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message
  }
  return 'it was taken'
}

test('without any setting the demo starts on this machine alone', () => {
  expect(readConfig({})).toEqual({
    port: 8000,
    host: '127.0.0.1',
    metrics: undefined,
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    publicUrl: undefined,
    demo: true,
    routerBase: '/',
    role: 'all',
    trustProxy: [],
    logLevel: 'info',
    adminPassword: undefined,
    smtpUrl: undefined,
    sms: undefined,
    s3: undefined,
    backupKey: undefined,
    secretKey: undefined,
    certificateSigner: undefined,
    planSeconds: 300,
    webhookAllow: [],
    signInProviders: [],
    programs: { ffmpeg: [], pdftoppm: [], soffice: [] },
    clamd: undefined,
  } satisfies Config)
})

test('metrics have a port of their own, on this machine unless told otherwise', () => {
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ port: 9464, host: '0.0.0.0' })
  expect(messageOf({ METRICS_PORT: '0' })).toBe('METRICS_PORT=0 is not usable: expected a whole number from 1 to 65535')
  expect(messageOf({ METRICS_PORT: '8000' })).toBe(
    'METRICS_PORT=8000 is not usable: expected another port than that of the site',
  )
  expect(messageOf({ METRICS_PORT: '9464', METRICS_HOST: 'a b' })).toBe(
    'METRICS_HOST=a b is not usable: expected an IP address or a host name to listen on',
  )
  expect(messageOf({ METRICS_HOST: '0.0.0.0' })).toBe('METRICS_HOST is not usable without METRICS_PORT')
})

test('an empty or blank setting is no setting', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'PUBLIC_URL',
    'DEMO',
    'ROUTER_BASE',
    'ROLE',
    'TRUST_PROXY',
    'LOG_LEVEL',
  ]
  for (const blank of ['', '  '])
    expect(readConfig(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(readConfig({}))
})

describe('a setting that is taken', () => {
  const database = 'postgres://me:secret@db.example:5432/lectern'
  test.each<[string, string, keyof Config, unknown]>([
    ['PORT', '0', 'port', 0],
    ['PORT', ' 8080 ', 'port', 8080],
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['HOST', '::1', 'host', '::1'],
    ['HOST', 'localhost', 'host', 'localhost'],
    ['HOST', 'web-1.internal', 'host', 'web-1.internal'],
    ['METRICS_PORT', '9464', 'metrics', { port: 9464, host: '127.0.0.1' }],
    ['DATA_DIR', '/var/lib/lectern', 'dataDirectory', '/var/lib/lectern'],
    ['DATA_DIR', 'elsewhere', 'dataDirectory', resolve('elsewhere')],
    ['DATABASE_URL', database, 'databaseUrl', database],
    ['DATABASE_URL', 'postgresql://db/lectern', 'databaseUrl', 'postgresql://db/lectern'],
    ['PUBLIC_URL', 'https://contest.example.org', 'publicUrl', new URL('https://contest.example.org')],
    ['PUBLIC_URL', 'http://localhost:8000/', 'publicUrl', new URL('http://localhost:8000')],
    ['DEMO', '1', 'demo', true],
    ['DEMO', '0', 'demo', false],
    ['ROUTER_BASE', '/', 'routerBase', '/'],
    ['ROUTER_BASE', '/contest', 'routerBase', '/contest'],
    ['ROUTER_BASE', '/contest/', 'routerBase', '/contest'],
    ['ROUTER_BASE', '/a/b-c', 'routerBase', '/a/b-c'],
    ['ROUTER_BASE', '/apiary', 'routerBase', '/apiary'],
    ['TRUST_PROXY', '127.0.0.1', 'trustProxy', ['127.0.0.1']],
    ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/8 ,::1', 'trustProxy', ['127.0.0.1', '10.0.0.0/8', '::1']],
    ['TRUST_PROXY', 'fd00::/8', 'trustProxy', ['fd00::/8']],
    ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ])('%s=%s', (name, value, key, expected) => {
    expect(readConfig({ [name]: value })[key]).toEqual(expected)
  })

  test('the places of optional programs', () => {
    const programsOf = (environment: Record<string, string>) => readConfig(environment).programs
    expect(programsOf({ PATH: '/usr/bin:relative::/bin' })).toEqual({
      ffmpeg: ['/usr/bin/ffmpeg', '/bin/ffmpeg'],
      pdftoppm: ['/usr/bin/pdftoppm', '/bin/pdftoppm'],
      soffice: ['/usr/bin/soffice', '/bin/soffice'],
    })
    expect(
      programsOf({ PATH: '/usr/bin', FFMPEG_PATH: '/opt/ffmpeg', PDFTOPPM_PATH: 'off', SOFFICE_PATH: 'off' }),
    ).toEqual({
      ffmpeg: ['/opt/ffmpeg'],
      pdftoppm: [],
      soffice: [],
    })
    expect(messageOf({ FFMPEG_PATH: 'ffmpeg' })).toBe(
      'FFMPEG_PATH=ffmpeg is not usable: expected an absolute path, or off',
    )
  })

  test('a role of a process that shares its database', () => {
    expect(readConfig({ DATABASE_URL: database, ROLE: 'web' }).role).toBe('web')
    expect(readConfig({ DATABASE_URL: database, ROLE: 'worker' }).role).toBe('worker')
    expect(messageOf({ ROLE: 'worker' })).toMatch(/^ROLE=worker is not usable without DATABASE_URL: /)
  })

  test('an address of the database past its pooler', () => {
    const { databaseUrl, databaseDirectUrl } = readConfig({
      DATABASE_URL: 'postgres://pooler.example:6432/lectern',
      DATABASE_DIRECT_URL: database,
    })
    expect([databaseUrl, databaseDirectUrl]).toEqual(['postgres://pooler.example:6432/lectern', database])
    expect(messageOf({ DATABASE_DIRECT_URL: database })).toBe(
      'DATABASE_DIRECT_URL is not usable without DATABASE_URL, the address of the pooler',
    )
  })

  test('a database of the operator is not seeded by itself', () => {
    expect(readConfig({ DATABASE_URL: database }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: database, DEMO: '0' }).demo).toBe(false)
    expect(messageOf({ DATABASE_URL: database, DEMO: '1' })).toMatch(/^DEMO=1 is not usable with DATABASE_URL: /)
  })
})

test('a short key for backups is refused without being repeated', () => {
  expect(readConfig({ BACKUP_KEY: 'k'.repeat(32) }).backupKey).toBe('k'.repeat(32))
  const errorText = messageOf({ BACKUP_KEY: 'open sesame' })
  expect([errorText.startsWith('BACKUP_KEY is not usable'), errorText.includes('sesame')]).toEqual([true, false])
})

describe('a setting that is refused, by its name and value', () => {
  test.each([
    ['PORT', ['-1', '65536', '80.5', '1e3', '0x50', 'http', '99999999', '8000;']],
    ['HOST', ['http://localhost', 'a b', '-a', 'a/', 'localhost:8000', '::zz']],
    [
      'PUBLIC_URL',
      [
        'contest.example.org',
        'ftp://contest.example.org',
        'https://x.example/path',
        'https://x.example/?a',
        'https://x.example/#a',
        'javascript:alert(1)',
      ],
    ],
    ['DEMO', ['yes', 'true', '2']],
    ['ROLE', ['both', 'Worker', 'web,worker']],
    [
      'ROUTER_BASE',
      [
        'contest',
        '//contest',
        '/a b',
        '/../x',
        '/a//b',
        'https://x.example',
        '/%2e',
        '/api',
        '/API',
        '/api/x',
        '/user',
        '/livez',
        '/readyz',
        '/version',
      ],
    ],
    [
      'TRUST_PROXY',
      [
        'true',
        '1',
        '*',
        'proxy.example',
        '10.0.0.0/33',
        '10.0.0.0/0',
        '::/0',
        '10.0.0.0/',
        '10.0.0.0/-1',
        '127.0.0.1,',
        '::1/129',
        '300.0.0.1',
      ],
    ],
    ['LOG_LEVEL', ['verbose', 'INFO', '30']],
  ])('%s', (name, values) => {
    for (const value of values)
      expect(messageOf({ [name]: value })).toMatch(new RegExp(`^${name}=.* is not usable: \\S`))
    for (const value of values)
      expect(messageOf({ [name]: value }).startsWith(`${name}=${value} is not usable: `)).toBe(true)
  })

  test.each([
    'mysql://me:hunter2@db/x',
    'me:hunter2@db/x',
    'postgres//me:hunter2@db',
    'http://me:hunter2@db',
    'hunter2',
    'postgres://me:hunter2@db:port/x',
  ])('DATABASE_URL=%s, without repeating it', (value) => {
    const expected = 'is not usable: expected postgres://user:password@host:port/database'
    expect(messageOf({ DATABASE_URL: value })).toBe(`DATABASE_URL ${expected}`)
    expect(messageOf({ DATABASE_URL: 'postgres://db/x', DATABASE_DIRECT_URL: value })).toBe(
      `DATABASE_DIRECT_URL ${expected}`,
    )
  })

  test('a password in PUBLIC_URL is not repeated either', () => {
    for (const value of ['https://me:hunter2@x.example', 'https://:hunter2@x.example', 'https://hunter2@x.example'])
      expect(messageOf({ PUBLIC_URL: value })).toBe(
        'PUBLIC_URL is not usable: expected an origin without a name and a password',
      )
  })
})

describe('a bucket for files', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'lectern-files',
    S3_REGION: 'cn-north-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const s3 = {
    endpoint: new URL('https://s3.example.org'),
    publicEndpoint: new URL('https://s3.example.org'),
    region: 'cn-north-1',
    bucket: 'lectern-files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
    pathStyle: true,
  }

  test('is taken with all that it needs, and a folder in it if one is given', () => {
    expect(readConfig(whole).s3).toEqual(s3)
    expect(readConfig({ ...whole, S3_PREFIX: 'contest/files' }).s3).toEqual({ ...s3, prefix: 'contest/files/' })
    expect(readConfig({ ...whole, S3_PREFIX: 'contest/', S3_PATH_STYLE: '0' }).s3).toEqual({
      ...s3,
      prefix: 'contest/',
      pathStyle: false,
    })
  })

  test('is used by browsers at its own address or another one, unless pages are encrypted and it is not', () => {
    const addressOf = (more: Record<string, string>) => readConfig({ ...whole, ...more }).s3?.publicEndpoint?.href
    const encrypted = { PUBLIC_URL: 'https://contest.example.org' }
    const inside = { S3_ENDPOINT: 'http://storage:9000' }
    const files = 'https://files.example.org/'
    expect([
      addressOf({ S3_PUBLIC_ENDPOINT: 'off' }),
      addressOf({ ...encrypted, ...inside }),
      addressOf({ PUBLIC_URL: 'http://contest.example.org', ...inside }),
      addressOf({ ...encrypted, ...inside, S3_PUBLIC_ENDPOINT: files }),
    ]).toEqual([undefined, undefined, 'http://storage:9000/', files])
    expect(messageOf({ ...whole, ...encrypted, S3_PUBLIC_ENDPOINT: 'http://storage:9000' })).toBe(
      'S3_PUBLIC_ENDPOINT=http://storage:9000 is not usable: a site with https needs a bucket with https',
    )
  })

  test('is refused by half, with what is missing', () => {
    for (const name of Object.keys(whole))
      expect(messageOf({ ...whole, [name]: ' ' })).toBe(`S3 is set by half: ${name} must be set too`)
    expect(messageOf({ S3_PREFIX: 'files' })).toMatch(/^S3 is set by half: S3_ENDPOINT, S3_BUCKET/)
  })

  test.each([
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example.org'],
    ['S3_BUCKET', '../etc'],
    ['S3_PREFIX', '../up'],
    ['S3_PATH_STYLE', 'yes'],
    ['S3_PUBLIC_ENDPOINT', 'on'],
  ])('is refused: %s=%s', (name, value) => {
    expect(messageOf({ ...whole, [name]: value })).toContain(`${name}=${value} is not usable`)
  })
})

describe('the key of second factors', () => {
  const elsewhere = {
    DATABASE_URL: 'postgres://me:secret@db.example:5432/lectern',
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'contest',
    S3_REGION: 'here',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  }

  test('must be given where nothing else is kept in the data folder', () => {
    expect(messageOf(elsewhere)).toMatch(/^SECRET_KEY must be set where both database and files are elsewhere/)
    expect(readConfig({ ...elsewhere, SECRET_KEY: 'x'.repeat(32) }).secretKey).toBe('x'.repeat(32))
  })

  test('is not repeated when it is too short', () => {
    expect(messageOf({ SECRET_KEY: 'short-key' })).toBe(
      'SECRET_KEY is not usable: expected at least 32 characters, such as `openssl rand -hex 32` makes',
    )
  })
})

test('a key that signs certificates needs its password', () => {
  expect(readConfig({ CERTIFICATE_P12: '/etc/key.p12', CERTIFICATE_P12_PASSWORD: 'secret' }).certificateSigner).toEqual(
    {
      file: '/etc/key.p12',
      password: 'secret',
    },
  )
  expect(() => readConfig({ CERTIFICATE_P12: '/etc/key.p12' })).toThrow('set by half')
  expect(() => readConfig({ CERTIFICATE_P12_PASSWORD: 'secret' })).toThrow('set by half')
})

test('the time for one plan is a whole number of seconds', () => {
  expect(readConfig({ DATA_DIR: '/srv/data', PLAN_SECONDS: '1200' }).planSeconds).toBe(1200)
  for (const value of ['0', '1.5', '-3', '7201', 'long'])
    expect(() => readConfig({ PLAN_SECONDS: value })).toThrow(
      `PLAN_SECONDS=${value} is not usable: expected a whole number of seconds from 1 to 7200`,
    )
})

describe('the scanner of files', () => {
  test.for([
    [
      { CLAMD_URL: 'unix:///run/clamav/clamd.ctl' },
      { address: { path: '/run/clamav/clamd.ctl' }, maxBytes: 26_214_400 },
    ],
    [{ CLAMD_URL: 'unix:/run/clamd' }, { address: { path: '/run/clamd' }, maxBytes: 26_214_400 }],
    [
      { CLAMD_URL: 'tcp://clamd:3310', CLAMD_MAX_MB: '100' },
      { address: { host: 'clamd', port: 3310 }, maxBytes: 104_857_600 },
    ],
    [{ CLAMD_URL: 'tcp://[::1]:3310' }, { address: { host: '::1', port: 3310 }, maxBytes: 26_214_400 }],
  ] as const)('%j', ([environment, expected]) => {
    expect(readConfig(environment).clamd).toEqual(expected)
  })

  test.for([
    [
      { CLAMD_URL: '/run/clamd' },
      'CLAMD_URL=/run/clamd is not usable: expected unix:///run/clamav/clamd.ctl or tcp://host:3310',
    ],
    [
      { CLAMD_URL: 'tcp://clamd' },
      'CLAMD_URL=tcp://clamd is not usable: expected unix:///run/clamav/clamd.ctl or tcp://host:3310',
    ],
    [{ CLAMD_URL: 'tcp://clamd:99999' }, 'CLAMD_URL=99999 is not usable: expected a whole number from 1 to 65535'],
    [{ CLAMD_MAX_MB: '25' }, 'CLAMD_MAX_MB is not usable without CLAMD_URL'],
    [
      { CLAMD_URL: 'tcp://clamd:3310', CLAMD_MAX_MB: '0' },
      'CLAMD_MAX_MB=0 is not usable: expected a whole number of megabytes from 1 to 4000',
    ],
  ] as const)('%j', ([environment, expected]) => {
    expect(messageOf(environment)).toBe(expected)
  })
})
