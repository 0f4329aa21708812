import { join } from 'node:path'
import { changedFiles, journeysFor, lintable, testsFor } from './changed.mjs'
import { readOptions } from './options.mjs'
import { launch, root } from './run.mjs'
import { build, check, journeys, program, runStages, testPrograms, vitest } from './stages.mjs'

const usage = `Options of npm test, after --:
  --changed    only what a change can easily break, for the minute before a commit
  --shard=1/3  one of three parts, for several machines
  --profile    also print where the time goes: stages, folders, files, tests`

const buildInfo = join(root, 'build', 'types.tsbuildinfo')

const checks = [
  // One checker: several would each work out the types that files share. What has not changed is not checked again.
  check(
    'types',
    program('typescript/bin/tsc'),
    '-p',
    'tsconfig.json',
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    buildInfo,
  ),
  check('rules of the project', join(root, 'scripts', 'checks', 'run.ts')),
  check('dead code', program('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
  check('format', program('oxfmt/bin/oxfmt'), '--check', '.'),
  check('lint', program('oxlint/bin/oxlint')),
]

/** Rules that ask for types take minutes for all files, which `npm run prove -- ci` gives them. */
const lintChanged = (paths) =>
  paths.length > 0
    ? [
        check(
          'lint with types',
          program('oxlint/bin/oxlint'),
          '--type-aware',
          '--report-unused-disable-directives',
          ...paths,
        ),
      ]
    : []

/** Everything once, where it costs least. What takes long or is worth repeating is for `npm run prove`. */
const everything = (changed) => [
  // Each of these uses one processor; the tests use all of them, and would only slow each other down.
  [[build, ...lintChanged(changed)], checks],
  [[testPrograms(), vitest('unit and interface tests')]],
  [[journeys('browser tests')]],
]

const whatChanged = (changed) => {
  const [tests, ways] = [testsFor(changed), journeysFor(changed)]
  const groups = [[[build, ...lintChanged(changed)], checks]]
  if (tests.length > 0) groups.push([[vitest('unit and interface tests', { files: tests })]])
  if (ways.length > 0) groups.push([[journeys('browser tests', { args: ways, env: { PROVE: 'ci' } })]])
  return groups
}

launch(async () => {
  const { changed: isOnlyChanged, shard, profile } = readOptions(process.argv.slice(2), usage)
  const changed = lintable(changedFiles())
  const groups = isOnlyChanged ? whatChanged(changed) : everything(changed)
  return runStages(groups, { shard, isProfiling: profile })
})
