import { join } from 'node:path'
import { Ended, launch, root } from './run.mjs'
import { build, check, journeys, program, runStages, testPrograms, vitest } from './stages.mjs'

const lint = check('lint', program('oxlint/bin/oxlint'), '--type-aware', '--report-unused-disable-directives')

const checks = [
  // One checker: several would each work out the types that files share.
  check('types', program('typescript/bin/tsc'), '-p', 'tsconfig.json', '--checkers', '1'),
  check('rules of the project', join(root, 'scripts', 'checks', 'run.ts')),
  check('dead code', program('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
  check('format', program('oxfmt/bin/oxfmt'), '--check', '.'),
]

const usage = `Options:
  --profile  also print where the time goes: stages, folders, files, tests`

/** Everything once, where it costs least. What is worth repeating is repeated by `npm run prove`. */
launch(async () => {
  const options = process.argv.slice(2)
  if (options.some((option) => option !== '--profile')) throw new Ended(usage)
  return runStages(
    [
      // Each of these uses one processor; the tests use all of them, and would only slow each other down.
      [[build, ...checks], [lint]],
      [[testPrograms(), vitest('unit and interface tests')]],
      [[journeys('browser tests')]],
    ],
    { isProfiling: options.includes('--profile') },
  )
})
