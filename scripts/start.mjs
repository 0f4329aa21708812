import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch, ownNode, run } from './run.mjs'

launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // The channel lets the server notice when this launcher is killed.
  const { code } = await run(ownNode, ['server/main.ts'], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], apart: true })
  return code
})
