import { ensureInstalled } from './install.mjs'
import { launch, ownNode, run } from './run.mjs'

const watched = ['server', 'contract', 'messages'].map((folder) => `--watch-path=${folder}`)

launch(async () => {
  await ensureInstalled()
  const { code } = await run(ownNode, [...watched, '--watch-preserve-output', 'server/dev.ts'], { apart: true })
  return code
})
