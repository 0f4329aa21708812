import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownNode, root, run, print } from './run.mjs'

const maxRestarts = 5
const minute = 60_000

// A server's memory is for the pages it keeps: small nurseries, few arenas, and code that is not compiled anew with every start.
const frugal = ['--max-semi-space-size=2', '--heap-growing-percent=20']
const environment = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache'),
  MALLOC_ARENA_MAX: '1',
}

/**
 * Serves until told to stop. A server that ends although nobody asked it to starts again, unless that happens over and over. One that
 * has never been ready and ends by itself has said why: starting it again would not help.
 */
export const serve = async () => {
  let ends = []
  let wasReady = false
  for (;;) {
    // The channel lets the server notice when this launcher is killed, and say when it is ready.
    const { code, signal, asked } = await run(ownNode, [...frugal, 'server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      apart: true,
      onMessage: (message) => (wasReady ||= message === 'ready'),
    })
    ends = [...ends.filter((at) => at > Date.now() - minute), Date.now()]
    const failed = signal !== null || (wasReady && code !== 0)
    if (asked || !failed || ends.length > maxRestarts) return code
    print(`the server ended by itself (${signal ?? `exit code ${code}`}); starting it again …`)
    await sleep(500 * 2 ** (ends.length - 1))
  }
}
