import { readFileSync } from 'node:fs'
import { isAlive } from './process.mjs'

// npm starts us through a shell that forwards no signals, so npm itself is one level further up. Only Linux shows it.
const findNpm = () => {
  try {
    const [shell, flag] = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').split('\0')
    if (!/(^|\/)(ba|da|z)?sh$/.test(shell) || flag !== '-c') return undefined
    // "pid (name) state parent …", where the name may hold anything
    return Number(readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').pop().split(' ')[1])
  } catch {
    return undefined
  }
}

/**
 * Calls back when the npm that runs us has ended silently (`kill -9`, or a signal that its shell did not forward).
 * Returns a function that stops watching.
 */
export const watchNpm = (onGone) => {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const [parent, npm] = [process.ppid, findNpm()]
  const watch = setInterval(() => {
    if (process.ppid === parent && !(npm && !isAlive(npm))) return
    clearInterval(watch)
    onGone()
  }, 250)
  return () => clearInterval(watch)
}
