import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { Ended, launch, ownNode, root, run } from './run.mjs'

/** Every public page in every language, light and dark, wide and narrow: `npm run prove -- journeys` checks each page once. */
launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { path, problem } = await ensureBrowser()
  if (problem) throw new Ended(problem)
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const args = [playwright, 'test', 'e2e/accessibility.journey.ts', '--reporter=line', ...process.argv.slice(2)]
  const { code } = await run(ownNode, args, {
    env: { ...process.env, CHROMIUM: path, AUDIT: 'all', PROVE: 'thorough' },
  })
  return code
})
