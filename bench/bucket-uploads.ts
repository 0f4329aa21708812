import { createHash } from 'node:crypto'
import type { Work } from '../contract/works/works.ts'
import { startBucket, type TestBucket } from '../server/testing/bucket/bucket.ts'
import { allWorks, beginUpload, readAs, type Demo } from './demo-works.ts'
import { findEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { freePort, startApp, withFolder } from './processes.ts'
import type { Result } from './results.ts'
import { signInAsOrganiser, untilQuiet } from './uploads.ts'

const filmBytes = 500_000_000
const password = 'chalk-and-lectern-7'

/** A film, as far as its first bytes tell. */
const film = Buffer.alloc(filmBytes, 'film')
film.write('00000020667479706d70343200000000', 'hex')

const json = { 'content-type': 'application/json' }

const post = async <Data>({ app, headers }: Demo, path: string, body: object): Promise<Data> => {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...json },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

/** As a browser does: each part by a link of its own. */
const sendParts = async (demo: Demo, path: string): Promise<void> => {
  const { partBytes } = await readAs<{ partBytes: number }>(demo, `${path}/parts`)
  for (let start = 0, number = 1; start < filmBytes; start += partBytes, number += 1) {
    const part = film.subarray(start, start + partBytes)
    const sha256 = createHash('sha256').update(part).digest('base64')
    const body = { arrived: start, parts: [{ number, sha256 }] }
    const { links } = await post<{ links: { url: string }[] }>(demo, `${path}/parts`, body)
    const headers = { 'x-amz-checksum-sha256': sha256 }
    const { status } = await fetch(links[0]!.url, { method: 'PUT', headers, body: part })
    if (status !== 200) throw new Error(`part ${number} was answered with ${status}`)
  }
  await post(demo, `${path}/completion`, { sha256: createHash('sha256').update(film).digest('hex') })
}

const sendThrough = async ({ app, headers }: Demo, path: string): Promise<void> => {
  const { status } = await fetch(app.url + path, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: film,
  })
  if (status !== 204) throw new Error(`the film was answered with ${status}`)
}

/** A work that organisers may still change, with a part for a film. */
const findWork = async (demo: Demo): Promise<{ work: Work; part: string }> => {
  for (const work of await allWorks(demo)) {
    const part = work.parts.find(({ kind, maxBytes }) => kind === 'video' && maxBytes >= filmBytes)
    if (part && work.may.edit === null) return { work, part: part.id }
  }
  throw new Error('no work of the demo takes such a film')
}

/** Bytes that a web process has moved while a film was uploaded, as a share of the film. */
const shareOf = (bucket: TestBucket, send: typeof sendParts, more: NodeJS.ProcessEnv): Promise<number> =>
  withFolder(async (folder) => {
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket.config
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    bucket.allow(origin)
    const settings = {
      DATA_DIR: folder,
      ADMIN_PASSWORD: password,
      PUBLIC_URL: origin,
      S3_ENDPOINT: endpoint.href,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PREFIX: prefix,
      ...more,
    }
    // It runs the database, and the background tasks.
    const first = await startApp(settings)
    try {
      await untilQuiet(first)
      const app = await startApp({ ...settings, DATABASE_URL: await findEmbeddedPostgres(folder), ROLE: 'web' }, port)
      try {
        const demo = { app, headers: await signInAsOrganiser(app) }
        const { work, part } = await findWork(demo)
        await untilQuiet(app)
        const before = (await app.usage()).moved
        const address = await beginUpload(demo, work, part, filmBytes)
        await send(demo, new URL(address).pathname)
        return ((await app.usage()).moved - before) / filmBytes
      } finally {
        await app.stop()
      }
    } finally {
      await first.stop()
    }
  })

export const measureBucketUploads = async (): Promise<Result[]> => {
  const bucket = await startBucket()
  try {
    return [
      {
        name: 'a film of 500 MB sent to a bucket in parts: share of the bytes that a web process moves',
        value: await shareOf(bucket, sendParts, {}),
        unit: '',
        target: { most: 0.01 },
      },
      {
        name: 'the same through the web process (each byte comes in and goes out)',
        value: await shareOf(bucket, sendThrough, { S3_PUBLIC_ENDPOINT: 'off' }),
        unit: '',
      },
    ]
  } finally {
    await bucket.close()
  }
}
