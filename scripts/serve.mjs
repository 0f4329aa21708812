import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownNode, root, run, print } from './run.mjs'

const maxRestarts = 5
const minute = 60_000

/** The server's exit code when its database is lost, see `server/program.ts`. */
const databaseAwayCode = 75
const longestPause = 10_000

// Memory of the server is for the page cache; decision 74 has what each of these costs and saves. A young generation of 8 MB
// has room for the requests of a moment; an old one that grows in small steps is collected more often, and stays small. One
// helper thread collects garbage: four of them, busy for a large plan, kept requests waiting on machines with two processors.
// With pretenuring, V8 takes what a request needs for long-lived. Buffers of 128 KB and more are given back to the system
// when they are freed: by default glibc raises that limit with the first large one, and pictures and films leave holes that
// stay resident.
const frugal = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
]
const environment = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const pauseAfter = (ends) => sleep(Math.min(500 * 2 ** (ends - 1), longestPause))

/**
 * Serves until stopped. A server that ends unexpectedly is restarted, unless that happens repeatedly; one that has lost
 * its database is restarted for as long as that takes. One that ends before it was ever ready has reported why: a
 * restart would not help.
 */
export const serve = async () => {
  let ends = []
  let wasReady = false
  /** Since the server was ready last. */
  let endsWithoutDatabase = 0
  for (;;) {
    // Over this channel the server notices when the launcher is killed, and reports when it is ready.
    const { code, signal, stopSignal } = await run(ownNode, [...frugal, 'server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      apart: true,
      onMessage: (message) => {
        if (message !== 'ready') return
        wasReady = true
        endsWithoutDatabase = 0
      },
    })
    const failed = signal !== null || (wasReady && code !== 0)
    if (stopSignal || !failed) return code
    if (code === databaseAwayCode) {
      print('the server has no database; starting it again …')
      endsWithoutDatabase += 1
      await pauseAfter(endsWithoutDatabase)
      continue
    }
    ends = [...ends.filter((at) => at > Date.now() - minute), Date.now()]
    if (ends.length > maxRestarts) return code
    print(`the server ended by itself (${signal ?? `exit code ${code}`}); starting it again …`)
    await pauseAfter(ends.length)
  }
}
