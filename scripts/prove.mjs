import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launch, ownNode, root, run } from './run.mjs'

/** Runs the random contest tests of `npm test` for minutes. */
launch(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    '--project',
    'server',
    'server/contest-',
    '--reporter',
    'verbose',
    ...process.argv.slice(2),
  ]
  const { code } = await run(ownNode, args, { env: { ...process.env, PROVE: 'thorough' } })
  return code
})
