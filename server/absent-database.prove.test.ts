import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeOwnPostgres, type OwnPostgres } from './testing/own-postgres.ts'
import { hears, newFolder, reaches, startProgram, workersIn, type Program } from './testing/program.ts'

// The launcher pauses ever longer.
vi.setConfig({ testTimeout: 900_000 })

/** Not running when a test begins. */
let postgres: OwnPostgres
let clusterFolder: string
beforeAll(async () => {
  clusterFolder = await newFolder()
  postgres = await makeOwnPostgres(clusterFolder)
})
afterAll(() => rm(clusterFolder, { recursive: true, force: true }))

let folder: string
let started: Program[]
beforeEach(async () => {
  started = []
  folder = await newFolder()
})
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (file: 'main.ts' | '../scripts/serve-built.mjs', environment: Record<string, string>): Program => {
  const program = startProgram(file, [], { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...environment })
  started.push(program)
  return program
}

const timesIn = (text: string, words: string): number => text.split(words).length - 1

describe('a database that is not there yet', () => {
  test.each(['all', 'worker'])('is waited for by a process with the role %s, which says so', async (role) => {
    const program = start('main.ts', { DATABASE_URL: postgres.url, ROLE: role })
    await hears(program, 'Waiting for it')
    await postgres.start()
    await hears(program, 'ready')
    const { host } = new URL(postgres.url)
    const line = `Lectern · The database of DATABASE_URL cannot be used: nothing listens at ${host}. Waiting for it …\n`
    expect([program.said.stdout.includes(line), program.said.stderr]).toEqual([true, ''])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('is not waited for after %s', async (signal) => {
    const program = start('main.ts', { DATABASE_URL: postgres.url })
    await hears(program, 'Waiting for it')
    program.child.kill(signal)
    const { code, stderr } = await program.ended
    expect([code, stderr]).toEqual([0, ''])
  })

  test('ends a command with one line', async () => {
    const { code, stderr } = await startProgram('cli.ts', ['reset-password', 'admin'], { DATABASE_URL: postgres.url })
      .ended
    expect([code, stderr]).toEqual([
      1,
      `Lectern · The database of DATABASE_URL cannot be used: nothing listens at ${new URL(postgres.url).host}.\n`,
    ])
  })
})

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  const serverOf = async ({ child }: Program): Promise<number> =>
    Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).split(' ')[0])

  const isReady = (launcher: Program, times: number): Promise<void> =>
    reaches(launcher, () => timesIn(launcher.said.stdout, 'ready at') === times)

  test('starts a server again that ends while its database is away, and it waits', async () => {
    await postgres.start()
    const launcher = start('../scripts/serve-built.mjs', { DATABASE_URL: postgres.url })
    await isReady(launcher, 1)
    await postgres.stop()
    process.kill(await serverOf(launcher), 'SIGKILL')
    await hears(launcher, 'Waiting for it')
    await postgres.start()
    await isReady(launcher, 2)
    launcher.child.kill('SIGTERM')
    expect((await launcher.ended).code).toBe(0)
  })

  test('starts a server again for as long as the embedded PostgreSQL cannot be started', async () => {
    const launcher = start('../scripts/serve-built.mjs', { DEMO: '0' })
    await isReady(launcher, 1)
    const control = join(folder, 'postgres', 'global', 'pg_control')
    await rename(control, `${control}.away`)
    process.kill(await serverOf(launcher), 'SIGKILL')
    // More often than a server that crashes for another reason.
    await reaches(launcher, () => timesIn(launcher.said.stderr, 'the server has no database; starting it again') > 5)
    await rename(`${control}.away`, control)
    await isReady(launcher, 2)
    launcher.child.kill('SIGTERM')
    expect([(await launcher.ended).code, await workersIn(folder)]).toEqual([0, []])
  })
})
