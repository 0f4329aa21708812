import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch, ownNode, root, run, say } from './run.mjs'

const mostKills = 5
const minute = 60_000

// A server's memory is for the pages it keeps: small nurseries, few arenas, and code that is not compiled anew with every start.
const frugal = ['--max-semi-space-size=2', '--heap-growing-percent=20']
const environment = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache'),
  MALLOC_ARENA_MAX: '1',
}

/** Serves until told to stop. A server that was killed from outside starts again, unless that happens over and over. */
const serve = async () => {
  let kills = []
  for (;;) {
    // The channel lets the server notice when this launcher is killed.
    const { code, signal, asked } = await run(ownNode, [...frugal, 'server/main.ts'], {
      env: { ...process.env, ...environment },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      apart: true,
    })
    kills = [...kills.filter((at) => at > Date.now() - minute), Date.now()]
    if (asked || !signal || kills.length > mostKills) return code
    say(`the server was killed (${signal}); starting it again …`)
    await sleep(500)
  }
}

launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return serve()
})
