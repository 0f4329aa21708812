import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { overTcp } from './over-tcp.ts'
import { newFolder } from './program.ts'
import { eventually } from './site.ts'

const program = await findProgram('pgbouncer')

/** A reason to skip a test. */
export const lacksPgBouncer = program === undefined

interface PoolerSettings {
  mode?: 'transaction' | 'session'
  /** Ignores parameters of a connection that it does not know, instead of refusing the connection. */
  isLenient?: boolean
}

export interface Pooler {
  /** The database's address through the pooler. */
  url: string
  close(): Promise<void>
}

/** PgBouncer in front of a database, with fewer sessions than connections. */
export const startPgBouncer = async (
  databaseUrl: string,
  { mode = 'transaction', isLenient = false }: PoolerSettings = {},
): Promise<Pooler> => {
  const target = new URL(overTcp(databaseUrl))
  const name = target.pathname.slice(1)
  const address = `host=${target.hostname} port=${target.port} dbname=${name} user=${target.username} password=${target.password}`
  const port = await freePort()
  const settings = [
    '[databases]',
    `${name} = ${address}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 4',
    ...(isLenient ? ['ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'] : []),
  ]
  const file = join(await newFolder(), 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : []
  const child = spawn(program!, [...user, file], { stdio: 'ignore' })
  const ended = once(child, 'close')
  target.port = String(port)
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  try {
    await eventually(async () => {
      const client = new pg.Client(target.href)
      await client.connect()
      await client.end()
    })
  } catch (error) {
    await close()
    throw error
  }
  return { url: target.href, close }
}
