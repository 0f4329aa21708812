import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCuttableProxy, type CuttableProxy } from './testing/cuttable-proxy.ts'
import { createDatabase } from './testing/database.ts'
import { hears, killProgram, newFolder, startProgram, workersIn, type Program } from './testing/program.ts'

let folder: string
let started: Program[]
beforeEach(async () => {
  started = []
  folder = await newFolder()
})
afterEach(async () => {
  // Those of a failed test do not end by themselves.
  for (const program of started) await killProgram(program)
  await rm(folder, { recursive: true, force: true })
})

const start = async (environment: Record<string, string>): Promise<Program> => {
  const program = startProgram('main.ts', [], { DATA_DIR: folder, DEMO: '0', PORT: '0', ...environment })
  started.push(program)
  await hears(program, 'ready at')
  return program
}

/** How a program ends that is told to. Its outputs may still be open: nobody reads them. */
const codeAfter = async ({ child }: Program, signal: NodeJS.Signals): Promise<number | null> => {
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return child.exitCode ?? exit
}

describe.skipIf(process.platform !== 'linux')('a program whose outputs nobody reads any more', () => {
  const leave = ({ child }: Program): void => {
    child.stdout.destroy()
    child.stderr.destroy()
  }

  test('stops when it is told to and leaves no PostgreSQL behind', async () => {
    const program = await start({ LOG_LEVEL: 'debug' })
    leave(program)
    expect([await codeAfter(program, 'SIGTERM'), await workersIn(folder)]).toEqual([0, []])
  })

  test.each(['SIGKILL', 'SIGINT'] as const)('stops so after its PostgreSQL was ended by %s', async (signal) => {
    const program = await start({ LOG_LEVEL: 'debug' })
    leave(program)
    const [postmaster] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(postmaster), signal)
    expect([await codeAfter(program, 'SIGTERM'), await workersIn(folder)]).toEqual([0, []])
  })
})

describe('a program whose outputs are full', () => {
  let proxy: CuttableProxy
  afterEach(() => proxy.close())

  /** It has written more than a pipe holds. */
  const fill = async ({ child, said }: Program): Promise<void> => {
    const address = /ready at (\S+)/.exec(said.stdout)![1]!
    child.stdout.pause()
    child.stderr.pause()
    for (let count = 0; count < 1_000; count += 1) await (await fetch(`${address}/livez`)).arrayBuffer()
  }

  test.each<[string, (database: CuttableProxy) => void]>([
    ['is there', () => undefined],
    ['is gone', (database) => database.cut()],
    ['answers nothing any more', (database) => database.hold()],
  ])('answers, and stops when it is told to, while its database %s', async (_state, change) => {
    proxy = await startCuttableProxy(await createDatabase())
    const program = await start({ LOG_LEVEL: 'debug', DATABASE_URL: proxy.url })
    await fill(program)
    change(proxy)
    expect(await codeAfter(program, 'SIGTERM')).toBe(0)
  })
})
