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
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
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
  } satisfies Config)
})

test('an empty or blank setting is no setting', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
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

  test('a role of a process that shares its database', () => {
    expect(readConfig({ DATABASE_URL: database, ROLE: 'web' }).role).toBe('web')
    expect(readConfig({ DATABASE_URL: database, ROLE: 'worker' }).role).toBe('worker')
    expect(messageOf({ ROLE: 'worker' })).toMatch(/^ROLE=worker is not usable without DATABASE_URL: /)
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
    const message = messageOf({ DATABASE_URL: value })
    expect(message).toBe('DATABASE_URL is not usable: expected postgres://user:password@host:port/database')
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
