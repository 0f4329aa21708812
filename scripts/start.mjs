import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch } from './run.mjs'
import { serve } from './serve.mjs'

launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return serve()
})
