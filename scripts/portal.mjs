import { ensureInstalled } from './install.mjs'
import { launch, ownNode, run } from './run.mjs'

launch(async () => {
  await ensureInstalled()
  const { code } = await run(ownNode, ['server/cli.ts', ...process.argv.slice(2)])
  return code
})
