import { setTimeout as sleep } from 'node:timers/promises'
import { startBucket, type TestBucket } from '../server/testing/bucket/bucket.ts'
import { runPortal } from '../server/testing/command.ts'
import { freePort, startApp, withFolder, type Served } from './processes.ts'
import type { Result } from './results.ts'
import { beginFilm, untilQuiet } from './uploads.ts'

const filmBytes = 200_000_000
const readers = 10

/** A film, as far as its first bytes tell. */
const film = Buffer.alloc(filmBytes, 'film')
film.write('00000020667479706d70343200000000', 'hex')

const post = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** For the first time, with consent. */
const signIn = async ({ url }: Served, password: unknown): Promise<Record<string, string>> => {
  const { data } = (await (await fetch(`${url}/api/documents`)).json()) as { data: { list: { id: string }[] } }
  const body = JSON.stringify({ identifier: 'admin', password, consents: data.list.map(({ id }) => id) })
  const answer = await fetch(`${url}/api/account/login`, { ...post, body })
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'tus-resumable': '1.0.0' }
}

const upload = async (app: Served, password: unknown): Promise<string> => {
  const headers = await signIn(app, password)
  const address = await beginFilm(app, headers, filmBytes)
  const sent = await fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: film,
  })
  if (sent.status !== 204) throw new Error(`the film was answered with ${sent.status}`)
  const path = `/api/files/${address.split('/').at(-1)!}`
  while ((await fetch(app.url + path, { method: 'HEAD' })).status !== 200) await sleep(200)
  return app.url + path
}

/** Bytes that the server has moved while readers read a film, as a share of what they got. */
const shareOf = async (bucket: TestBucket, more: NodeJS.ProcessEnv): Promise<number> =>
  withFolder(async (folder) => {
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey, prefix } = bucket.config
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    bucket.allow(origin)
    const settings = {
      DATA_DIR: folder,
      DEMO: '0',
      PUBLIC_URL: origin,
      S3_ENDPOINT: endpoint.href,
      S3_BUCKET: name,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PREFIX: prefix,
      ...more,
    }
    const { password } = await runPortal(['create-admin', '--username', 'admin'], settings)
    const app = await startApp(settings, port)
    try {
      const address = await upload(app, password)
      await untilQuiet(app)
      const before = (await app.usage()).moved
      let received = 0
      for (let reader = 0; reader < readers; reader += 1)
        for await (const piece of (await fetch(address)).body!) received += piece.length
      if (received !== readers * filmBytes) throw new Error(`${received} bytes were read`)
      return ((await app.usage()).moved - before) / received
    } finally {
      await app.stop()
    }
  })

export const measureBucketReads = async (): Promise<Result[]> => {
  const bucket = await startBucket()
  try {
    return [
      {
        name: '2 GB of films read from a bucket by links: share of the bytes that the server moves',
        value: await shareOf(bucket, {}),
        unit: '',
        target: { most: 0.01 },
      },
      {
        name: 'the same through the server (each byte comes in and goes out)',
        value: await shareOf(bucket, { S3_PUBLIC_ENDPOINT: 'off' }),
        unit: '',
      },
    ]
  } finally {
    await bucket.close()
  }
}
