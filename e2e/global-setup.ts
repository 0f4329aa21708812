import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { announceSites, type SiteName } from './sites.ts'

/** Starts the sites in a separate process; returns the function that stops them. */
export default async function startSites(): Promise<() => Promise<void>> {
  const program = fork(join(import.meta.dirname, 'serve.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
  const ended = once(program, 'exit')
  const [sites] = await Promise.race([
    once(program, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The sites could not be started (exit ${code})`))),
  ])
  announceSites(sites as Record<SiteName, string>)
  return async () => {
    program.disconnect()
    await ended
  }
}
