import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch } from './run.mjs'

launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return 0
})
