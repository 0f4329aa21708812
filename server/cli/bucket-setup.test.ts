import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkBucketAccess } from '../platform/storage/bucket-access.ts'
import { startBucket, type TestBucket } from '../testing/bucket/bucket.ts'
import { runPortal } from '../testing/command.ts'
import { examine } from './doctor.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.close())

const settings = (more: Record<string, string> = {}): Record<string, string> => ({
  PUBLIC_URL: 'http://contest.example.org',
  S3_ENDPOINT: bucket.config.endpoint.origin,
  S3_BUCKET: bucket.config.bucket,
  S3_REGION: bucket.config.region,
  S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
  ...more,
})

const diagnose = async (more: Record<string, string> = {}) => {
  const config = readConfig({ DATA_DIR: '/nowhere', ...settings(more) })
  const checks = await examine({ config, openDatabase: () => Promise.reject(new Error('none')) })
  const check = checks.find(({ name }) => name === 'bucket for browsers')
  return check && [check.state, check.detail]
}

test('a bucket lets pages of the site in after it is set up, and those of no other', async () => {
  const { host } = bucket.config.endpoint
  const closed = `${host} does not let pages of http://contest.example.org use the bucket (GET was answered with 403)`
  expect(await diagnose()).toEqual([
    'warning',
    `${closed}; until \`portal bucket-setup\` has set its rule, files pass through this program`,
  ])
  expect(await runPortal(['bucket-setup'], settings())).toEqual({
    ok: true,
    origin: 'http://contest.example.org',
    lines: ['Pages of http://contest.example.org may use the bucket lectern.'],
  })
  expect(await diagnose()).toEqual(['ok', 'pages of http://contest.example.org may use it'])
  expect(await checkBucketAccess(bucket.config, 'http://evil.example')).toBe(
    closed.replace('contest.example.org', 'evil.example'),
  )
})

test('a bucket keeps one rule for the site, and follows its address', async () => {
  for (const address of ['http://old.example.org', 'http://new.example.org'])
    await runPortal(['bucket-setup'], settings({ PUBLIC_URL: address }))
  expect(await checkBucketAccess(bucket.config, 'http://new.example.org')).toBeUndefined()
  expect(await checkBucketAccess(bucket.config, 'http://old.example.org')).toContain('does not let pages')
})

test('what cannot be set up is said', async () => {
  const linesOf = async (environment: Record<string, string>) => {
    const { ok, lines } = await runPortal(['bucket-setup'], environment)
    return [ok, lines[0]]
  }
  expect(await linesOf({})).toEqual([
    false,
    'Files are kept in the data folder: there is no bucket to set up (S3_ENDPOINT).',
  ])
  expect(await linesOf(settings({ S3_PUBLIC_ENDPOINT: 'off' }))).toEqual([
    false,
    'Browsers cannot reach the bucket: S3_PUBLIC_ENDPOINT is off, or the bucket has no https and the site does. Files pass through Lectern.',
  ])
  expect(await linesOf(settings({ S3_SECRET_ACCESS_KEY: 'another' }))).toEqual([
    false,
    'The bucket lectern did not take the rule: SignatureDoesNotMatch. The key may lack the right to change it.',
  ])
  expect(await diagnose({ S3_PUBLIC_ENDPOINT: 'off' })).toEqual([
    'ok',
    'not used: files pass through this program (S3_PUBLIC_ENDPOINT, https)',
  ])
})
