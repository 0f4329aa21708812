import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process.mjs'
import { root, print } from './run.mjs'

const sendHeartbeat = 2000
const silence = 30_000

// A killed owner leaves its lock file behind: its process is gone, or has stopped touching the file.
const isAbandoned = (path) => {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    const quietFor = Date.now() - statSync(path).mtimeMs
    return quietFor > silence || (pid > 0 ? !isAlive(pid) : quietFor > sendHeartbeat)
  } catch {
    return false
  }
}

const take = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

// Moved first: only one of several waiting processes can move it, and none can remove the file that the next owner
// has just created.
const clearAway = (path) => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

const touch = (path) => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Removed by hand, perhaps with the whole folder; the work continues.
  }
}

/** Runs the work while no other launcher of this project folder runs the same. */
export const withLock = async (name, work) => {
  const folder = join(root, 'build')
  const path = join(folder, `${name}.lock`)
  mkdirSync(folder, { recursive: true })
  let isReported = false
  while (!take(path)) {
    if (isAbandoned(path)) clearAway(path)
    else {
      if (!isReported) print(`another start is at it already (${name}); waiting for it …`)
      isReported = true
      await sleep(300)
    }
  }
  const touching = setInterval(() => touch(path), sendHeartbeat)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    rmSync(path, { force: true })
  }
}
