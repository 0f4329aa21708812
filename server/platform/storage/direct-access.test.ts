import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBucket, type TestBucket } from '../../testing/bucket/bucket.ts'
import { createDirectAccess } from './direct-access.ts'
import { addressIn, presign } from './presign.ts'
import { createS3Storage } from './s3.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await startBucket()
  await createS3Storage(bucket.config).put('video/film', Buffer.from('0123456789'))
  await createS3Storage(bucket.config).put('video/other', Buffer.from('other'))
})
afterAll(() => bucket.close())

const headers = {
  type: 'video/mp4',
  disposition: `attachment; filename="_.mp4"; filename*=UTF-8''%E8%AF%BE%20(1).mp4`,
  cacheControl: 'no-store',
}
const linkToFilm = (): Promise<string> =>
  createDirectAccess(bucket.config, bucket.config.endpoint).link('video/film', headers)

const read = async (address: string, init?: RequestInit) => {
  const answer = await fetch(address, init)
  return [answer.status, await answer.text()]
}
const refused = (code: string) => [403, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`]

test('the bucket of the tests takes what the S3 client signs, and nothing that is signed with another secret', async () => {
  const storage = createS3Storage(bucket.config)
  expect((await buffer((await storage.read('video/film'))!)).toString()).toBe('0123456789')
  const stranger = createS3Storage({ ...bucket.config, secretAccessKey: 'another' })
  await expect(stranger.read('video/film')).rejects.toThrow('SignatureDoesNotMatch')
  await expect(stranger.put('video/film', Buffer.from('forged'))).rejects.toThrow('SignatureDoesNotMatch')
  expect(await read(addressIn(bucket.config, bucket.config.endpoint, 'contest/video/film').href)).toEqual(
    refused('AccessDenied'),
  )
})

test('there are links only if the bucket lets pages of the site in', async () => {
  const closed = await startBucket()
  const origin = 'http://contest.example.org'
  try {
    expect(await createS3Storage(closed.config, { origin }).direct!()).toBeUndefined()
    closed.allow(origin)
    const open = createS3Storage(closed.config, { origin })
    expect(await open.direct!()).toHaveProperty('link')
    expect(await createS3Storage(closed.config, { origin: 'http://evil.example' }).direct!()).toBeUndefined()
    expect(await createS3Storage({ ...closed.config, publicEndpoint: undefined }, { origin }).direct!()).toBeUndefined()
  } finally {
    await closed.close()
  }
})

describe('a link', () => {
  test('reads its file, whole and by range, as it is described', async () => {
    const answer = await fetch(await linkToFilm())
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
    expect(['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name))).toEqual([
      headers.type,
      headers.disposition,
      headers.cacheControl,
    ])
    expect(await read(await linkToFilm(), { headers: { range: 'bytes=3-5' } })).toEqual([206, '345'])
  })

  test('lasts for a minute', async () => {
    const at = (seconds: number): string =>
      presign(
        bucket.config,
        bucket.config.endpoint,
        { method: 'GET', key: 'contest/video/film', seconds: 60 },
        new Date(Date.now() - seconds * 1_000),
      )
    expect(new URL(await linkToFilm()).searchParams.get('X-Amz-Expires')).toBe('60')
    expect((await read(at(30)))[0]).toBe(200)
    expect(await read(at(62))).toEqual(refused('AccessDenied'))
  })

  test('cannot be prolonged, described differently, or signed by a guess', async () => {
    for (const [name, value] of [
      ['X-Amz-Expires', '3600'],
      ['X-Amz-Date', new Date(Date.now() + 60_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')],
      ['response-content-type', 'text/html'],
      ['response-content-disposition', 'inline'],
      ['X-Amz-Signature', '0'.repeat(64)],
    ] as const) {
      const forged = new URL(await linkToFilm())
      forged.searchParams.set(name, value)
      expect([name, ...(await read(forged.href))]).toEqual([name, ...refused('SignatureDoesNotMatch')])
    }
  })

  test('does nothing but read', async () => {
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const answer = await fetch(await linkToFilm(), { method, ...(method === 'PUT' && { body: 'forged' }) })
      expect([method, answer.status]).toEqual([method, 403])
    }
    expect((await fetch(await linkToFilm(), { method: 'HEAD' })).status).toBe(403)
    expect((await read(await linkToFilm()))[1]).toBe('0123456789')
  })

  test('reads no other file', async () => {
    const other = (await linkToFilm()).replace('/video/film?', '/video/other?')
    expect(await read(other)).toEqual(refused('SignatureDoesNotMatch'))
  })
})

test('an address names the bucket in its path or in its host', () => {
  const endpoint = new URL('https://s3.example.org')
  expect(addressIn({ bucket: 'films', pathStyle: true }, endpoint, 'a/b').href).toBe('https://s3.example.org/films/a/b')
  expect(addressIn({ bucket: 'films', pathStyle: false }, endpoint, 'a/b').href).toBe(
    'https://films.s3.example.org/a/b',
  )
  expect(addressIn({ bucket: 'films', pathStyle: true }, new URL('https://cdn.example.org/s3/'), 'a').href).toBe(
    'https://cdn.example.org/s3/films/a',
  )
})
