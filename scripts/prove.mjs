import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { whyNoImage } from './image.mjs'
import { readOptions } from './options.mjs'
import { Ended, launch, root } from './run.mjs'
import { build, check, earlierVersion, journeys, program, runStages, testPrograms, vitest } from './stages.mjs'
import { tutorial } from './tutorial.mjs'

// What takes too long for `npm test`, and what it tries a few times, many times.

const testFiles = ['contract', 'server', 'web']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))

/** Whether it tries random values; `contract/testing/repetitions.ts` says how many. */
const isRepeated = (path) => readFileSync(join(root, path), 'utf8').includes('/testing/repetitions.ts')

/** Needs root, and Debian's packages. */
const imageTest = 'server/image.prove.test.ts'

/** Random contests, and races between processes. */
const isContest = (path) => path.startsWith('server/contest-')
/** Several processes that are restarted under load, or replaced by another version. */
const isCluster = (path) => /^server\/cluster.*\.prove\.test\.ts$/.test(path)
const soakTest = 'server/soak.prove.test.ts'
/** Tests of whole programs, floods, failures and hostile files, and those that visit every route. */
const isLong = (path) =>
  path.endsWith('.prove.test.ts') && !isContest(path) && !isCluster(path) && ![imageTest, soakTest].includes(path)

const isProperty = (path) => isRepeated(path) && !isContest(path) && !isCluster(path) && !isLong(path)

const properties = (env) => vitest('properties', { files: testFiles.filter(isProperty), env })
const unusedMessages = () => check('unused messages', join(root, 'scripts', 'checks', 'run.ts'), 'unused-messages')
const lint = () =>
  check('lint with types', program('oxlint/bin/oxlint'), '--type-aware', '--report-unused-disable-directives')
const contest = (env) => vitest('random contests', { files: testFiles.filter(isContest), env })
const optionalPrograms = () => testPrograms()
const long = (env) => vitest('long tests', { files: testFiles.filter(isLong), env })
const requiredPgBouncer = () => testPrograms(['pgbouncer'])
const versionReleasedLast = () => earlierVersion
const soak = (env) => vitest('hours of load', { files: [soakTest], env })
const cluster = (env) => vitest('a cluster', { files: testFiles.filter(isCluster), env })
/** Those of `npm test` check more when they are proved, but CI has just run them. */
const allJourneys = (env) => journeys('journeys', { args: env.PROVE === 'ci' ? ['--grep-invert', '@main'] : [], env })
const image = (env) => ({
  name: 'image',
  run: () => {
    const reason = whyNoImage()
    return reason ? { passed: 0, failed: 1, output: reason } : vitest('image', { files: [imageTest], env }).run()
  },
})

const modes = {
  properties: { about: 'every property with all its random values', stages: [unusedMessages, properties] },
  contest: { about: 'random contests and races for many minutes', stages: [contest] },
  long: {
    about: 'whole programs, failures, floods, hostile files, upgrades, and every route',
    stages: [optionalPrograms, long],
  },
  cluster: {
    about: 'processes behind a proxy and PgBouncer that are restarted in turn, ten times, while people use them',
    stages: [requiredPgBouncer, versionReleasedLast, cluster],
  },
  soak: {
    about: 'two hours of load (SOAK_MINUTES), in which memory, connections and open files may not grow',
    stages: [requiredPgBouncer, soak],
  },
  journeys: {
    about: 'all journeys in a browser: rare ways, failures, every language, theme and width',
    stages: [allJourneys],
  },
  image: { about: 'the container image, built and run without Docker', stages: [image] },
  tutorial: {
    about: 'the new stage that docs/new-stage.md explains, in a copy',
    stages: [],
    groups: tutorial,
  },
  ci: {
    about: 'what of these fits into half an hour, with fixed seeds; random contests do not',
    stages: [lint, unusedMessages, optionalPrograms, properties, long, allJourneys],
  },
}

const [mode, ...args] = process.argv.slice(2)

const usage = () => {
  const lines = Object.entries(modes).map(([name, { about }]) => `  npm run prove -- ${name.padEnd(12)}${about}`)
  return [
    'Say what to prove:',
    ...lines,
    'Options after it:',
    '  --shard=1/3  one of three parts, for several machines',
    '  --profile    also print where the time goes: stages, folders, files, tests',
  ].join('\n')
}

launch(async () => {
  if (!modes[mode]) throw new Ended(usage())
  const { shard, profile, changed } = readOptions(args, usage())
  if (changed) throw new Ended(usage())
  // `PROVE=ci` repeats a mode as often as CI does.
  const env = { PROVE: mode === 'ci' || mode === 'image' ? mode : (process.env.PROVE ?? 'thorough') }
  const { stages, groups = [] } = modes[mode]
  const alone = stages.length > 0 ? [build, ...stages.map((stage) => stage(env))] : []
  return runStages([...alone.map((stage) => [[stage]]), ...groups], { shard, isProfiling: profile })
})
