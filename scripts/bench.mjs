import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { Ended, launch, ownNode, run } from './run.mjs'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const needsBrowser = names.length === 0 || names.some((name) => ['weight', 'full-home', 'paint'].includes(name))

launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { path, problem } = needsBrowser ? await ensureBrowser() : {}
  if (problem) throw new Ended(problem)
  const env = { ...process.env, ...(path && { CHROMIUM: path }) }
  const { code } = await run(ownNode, ['bench/run.ts', ...process.argv.slice(2)], { env })
  return code
})
