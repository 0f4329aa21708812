import { readFileSync } from 'node:fs'
import { isAlive } from './process.mjs'

// npm starts us through a shell that passes no signal on, so npm itself is one step further up. Only Linux shows it to us.
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

/** Calls back when the npm that runs us has ended without a word (`kill -9`, or a signal its shell kept). Gives the way to stop watching. */
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
