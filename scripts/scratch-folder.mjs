import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process.mjs'

const memory = '/dev/shm'
const neededBytes = 8 * 1024 ** 3

const isRoomy = () => {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > neededBytes
  } catch {
    return false
  }
}

const remove = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another account.
  }
}

/** A run that was killed leaves its folder behind, which would take memory until the machine restarts. */
const removeLeftovers = (parent) => {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^lectern-test-(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) remove(join(parent, name))
  }
}

/**
 * A folder for everything that tests write: in memory if there is room, where creating one of the hundreds of test
 * databases takes a tenth of the processor time.
 */
export const createScratchFolder = () => {
  const parent = isRoomy() ? memory : tmpdir()
  removeLeftovers(parent)
  const folder = mkdtempSync(join(parent, `lectern-test-${process.pid}-`))
  // PostgreSQL runs under another account if root runs the tests.
  chmodSync(folder, 0o755)
  return folder
}
