import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../testing/database.ts'
import { overTcp } from '../../testing/over-tcp.ts'
import { findSocketFolder, removeOldSockets } from './embedded-socket.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sockets-'))

const listenAt = async (path: string): Promise<Server> => {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(path, ready))
  onTestFinished(() => void server.close())
  return server
}

const clientAddress = async (url: string): Promise<unknown> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ address: unknown }>('select host(inet_client_addr()) as address')
  await client.end()
  return rows[0]?.address
}

test.skipIf(process.platform === 'win32')(
  'the embedded PostgreSQL is reached by its socket, and by TCP for who leaves the socket out',
  async () => {
    const url = await createDatabase()
    expect(new URL(url).searchParams.get('host')).not.toBe(null)
    expect(await clientAddress(url)).toBe(null)
    expect(await clientAddress(overTcp(url))).toBe('127.0.0.1')
    expect(new URL(inject('postgresUrl')).hostname).toBe('127.0.0.1')
  },
)

test('a socket is used only if it is one, at a path that fits into an address', async () => {
  const folder = await newFolder()
  await listenAt(join(folder, '.s.PGSQL.1'))
  await writeFile(join(folder, '.s.PGSQL.2'), '')
  const deep = join(folder, 'x'.repeat(103 - folder.length))
  await mkdir(deep)
  expect(await findSocketFolder(folder, 1)).toBe(folder)
  expect(await findSocketFolder(folder, 2)).toBe(undefined)
  expect(await findSocketFolder(folder, 3)).toBe(undefined)
  expect(await findSocketFolder(deep, 1)).toBe(undefined)
})

test('sockets of processes that have ended are removed, and no others', async () => {
  const folder = await newFolder()
  const names = ['.s.PGSQL.1', '.s.PGSQL.2', '.s.PGSQL.3', 'base', '.s.PGSQL.txt']
  for (const name of names) await writeFile(join(folder, name), '')
  await writeFile(join(folder, '.s.PGSQL.1.lock'), `${process.pid}\nfolder\n`)
  // No process has such a number.
  await writeFile(join(folder, '.s.PGSQL.2.lock'), '99999999\nfolder\n')
  await removeOldSockets(folder)
  expect([...names, '.s.PGSQL.1.lock', '.s.PGSQL.2.lock'].filter((name) => existsSync(join(folder, name)))).toEqual([
    '.s.PGSQL.1',
    'base',
    '.s.PGSQL.txt',
    '.s.PGSQL.1.lock',
  ])
})
