import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ended, launch, root } from './run.mjs'
import { build, journeys, runStages, vitest } from './stages.mjs'

// What `npm test` tries once or a few times, many times.

const testFiles = ['contract', 'server', 'web']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))

/** Whether it tries random values; `contract/testing/repetitions.ts` says how many. */
const isRepeated = (path) => readFileSync(join(root, path), 'utf8').includes('/testing/repetitions.ts')

/** Tests that start, kill and freeze whole programs, or visit every route. */
const isLong = (path) => path.endsWith('.prove.test.ts')

const isContest = (path) => path.startsWith('server/contest-')

const properties = (env) =>
  vitest('properties', { files: testFiles.filter((path) => isRepeated(path) && !isContest(path)), env })
const contest = (env) => vitest('random contests', { files: testFiles.filter(isContest), env })
const long = (env) => vitest('long tests', { files: testFiles.filter(isLong), env })
/** Journeys of `npm test` too check more when they are proved; CI has just run them. */
const looks = (env) =>
  journeys('languages, themes and widths', { args: env.PROVE === 'ci' ? ['--grep', '@prove'] : [], env })

const modes = {
  properties: { about: 'every property with all its random values', stages: [properties] },
  contest: { about: 'random contests and races for many minutes', stages: [contest] },
  long: { about: 'programs that are killed and frozen, and every route', stages: [long] },
  looks: { about: 'journeys in every language, theme and width', stages: [looks] },
  ci: {
    about: 'what of these fits into half an hour, with fixed seeds',
    stages: [properties, contest, long, looks],
  },
}

const [mode, ...rest] = process.argv.slice(2)

const usage = () => {
  const lines = Object.entries(modes).map(([name, { about }]) => `  npm run prove -- ${name.padEnd(12)}${about}`)
  return `Say what to prove:\n${lines.join('\n')}`
}

launch(async () => {
  if (!modes[mode] || rest.length > 0) throw new Ended(usage())
  const env = { PROVE: mode === 'ci' ? 'ci' : 'thorough' }
  return runStages([[[build]], ...modes[mode].stages.map((stage) => [[stage(env)]])])
})
