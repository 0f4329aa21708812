import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './embedded-postmaster.ts'

// A statement by a socket takes about half the processor time of one by a TCP connection to the same machine.

/** As a setting of PostgreSQL: the folder in which it runs, which is that of its data and closed to other users. */
export const socketDirectory = '.'

const socketName = /^\.s\.PGSQL\.\d+$/

/** Addresses of sockets have room for 104 bytes on macOS and for 108 on Linux, with a zero at the end. */
const maxPathBytes = 103

/** The folder of the socket at which a running PostgreSQL listens, if we can use it. */
export const findSocketFolder = async (data: string, port: number): Promise<string | undefined> => {
  const path = join(data, `.s.PGSQL.${port}`)
  if (Buffer.byteLength(path) > maxPathBytes) return undefined
  const stats = await lstat(path).catch(() => undefined)
  return stats?.isSocket() ? data : undefined
}

/** A PostgreSQL that was killed leaves its socket and the file with its process behind, under a port that is not used again. */
export const removeOldSockets = async (data: string): Promise<void> => {
  const names = await readdir(data).catch(() => [])
  for (const name of names.filter((one) => socketName.test(one))) {
    const lock = join(data, `${name}.lock`)
    const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0])
    if (pid > 0 && isAlive(pid)) continue
    await rm(join(data, name), { force: true })
    await rm(lock, { force: true })
  }
}
