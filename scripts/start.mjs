import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch, ownNode, run, say } from './run.mjs'

const mostKills = 5
const minute = 60_000

/** Serves until told to stop. A server that was killed from outside starts again, unless that happens over and over. */
const serve = async () => {
  let kills = []
  for (;;) {
    // The channel lets the server notice when this launcher is killed.
    const { code, signal, asked } = await run(ownNode, ['server/main.ts'], {
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
