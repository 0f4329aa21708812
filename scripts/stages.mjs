import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { childSeconds, describeFiles } from './profile.mjs'
import { Ended, ownNode, root, runStep } from './run.mjs'
import { createScratchFolder } from './scratch-folder.mjs'
import { watchForStrays } from './stray-files.mjs'
import { ensureTestPrograms } from './test-programs.mjs'

/** Tests start many programs and threads; code that was read once is not compiled anew for each. */
const compileCache = join(root, 'build', 'compile-cache')

/** The folder for everything that tests write, while stages run. */
let scratch

/** Whether to measure what each stage and each test file uses. */
let isProfiling = false

/** Which part of the tests to run, such as `2/3`. */
let shard

const print = (line) => process.stdout.write(`${line}\n`)

export const program = (path) => join(root, 'node_modules', path)

/** Runs a tool quietly, in the project or in a folder of the scratch folder; its output is kept in case it fails. */
const runTool = async (args, env = {}, folder) => {
  let output = ''
  const code = await runStep(ownNode, args, {
    cwd: folder ? join(scratch, folder) : root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      TMPDIR: scratch,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => (output += chunk),
  })
  return { code, output }
}

/**
 * The compiler and the linter are Go programs. They use fewer processor seconds if they work on one processor each and
 * clean up their memory less often, until they have 2 GB.
 */
const frugal = { GOMAXPROCS: '1', GOGC: '400', GOMEMLIMIT: '2GiB' }

const asOneCheck = (code, output) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output })

const checkIn = (folder, name, args) => ({
  name,
  run: async () => {
    const { code, output } = await runTool(args, frugal, folder)
    return asOneCheck(code, code === 0 ? '' : output)
  },
})

/** A tool that counts as one check. Of several shards, only one runs it. */
export const check = (name, ...args) => ({ ...checkIn(undefined, name, args), isShared: true })

/** The same in a copy of the project. */
export const checkCopy = (folder, name, ...args) => checkIn(folder, name, args)

/** Makes a copy of the project in the scratch folder by a script, and prints what that says. */
export const makeCopy = (folder, name, script) => ({
  name,
  isRequired: true,
  run: async () => {
    mkdirSync(join(scratch, folder))
    const { code, output } = await runTool([script, join(scratch, folder)])
    return asOneCheck(code, output)
  },
})

/** A preparation that counts as one check. */
const step = (name, prepare) => ({
  name,
  run: async () => {
    await prepare()
    return { passed: 1, failed: 0, output: '' }
  },
})

export const install = step('packages', ensureInstalled)
export const build = step('build', ensureBuilt)

/** Where they cannot be installed, their tests are skipped; those of `required` have to be there. */
export const testPrograms = (required) => ({
  name: 'programs for tests',
  isRequired: required !== undefined,
  run: async () => {
    const missing = await ensureTestPrograms(required)
    const isFailed = required !== undefined && missing.length > 0
    return { passed: isFailed ? 0 : 1, failed: isFailed ? 1 : 0, output: missing.join('\n') }
  },
})

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A copy of the version released last, for a rolling upgrade, which is skipped where it cannot be had. */
export const earlierVersion = {
  name: 'the version released last',
  run: async () => {
    const { code, output } = await runTool(['scripts/earlier-version.mjs'])
    return {
      passed: code === 0 ? 1 : 0,
      failed: 0,
      output: code === 0 ? '' : `The rolling upgrade is skipped: ${output.trim()}`,
    }
  },
}

/**
 * Test counts from the tool's own report. A tool that fails without a failed test (a crash, a broken file) counts as
 * one failure.
 */
const counted = (code, output, counts) => {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 }
  const hidden = failed === 0 && (code !== 0 || passed === 0) ? 1 : 0
  return { passed, failed: failed + hidden, output: failed + hidden > 0 ? output : '' }
}

/** Tests that failed and passed on their retry. */
const flaky = []

/** Journeys that passed on their retry. Suites are nested. */
const flakyIn = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(flakyIn),
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `e2e/${file}: ${title}`),
]

/** The duration of each test file, in milliseconds. */
const spent = new Map()

const spend = (path, milliseconds) => {
  const place = resolve(root, path)
  const file = relative(place.startsWith(scratch) ? scratch : root, place)
  spent.set(file, (spent.get(file) ?? 0) + milliseconds)
}

/** Suites are nested; each names its file. */
const spendOnSuite = ({ suites = [], specs = [] }, directory) => {
  for (const suite of suites) spendOnSuite(suite, directory)
  for (const { file, tests } of specs)
    for (const { results } of tests) for (const { duration } of results) spend(join(directory, file), duration)
}

const shownFiles = 10

const printSlowest = () => {
  const slowest = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, shownFiles)
  if (slowest.length > 0) print('slowest test files:')
  for (const [file, milliseconds] of slowest) print(`  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

let reports = 0
const reportPath = () => join(scratch, `report-${(reports += 1)}.json`)

const shardArgs = () => (shard ? [`--shard=${shard}`] : [])

/** Tests of vitest, in the project or a copy of it: all of them, or those whose path contains one of `files`. */
export const vitest = (name, { files = [], env = {}, folder } = {}) => ({
  name,
  run: async () => {
    const path = reportPath()
    const detailsPath = `${path}.details`
    const { code, output } = await runTool(
      [program('vitest/vitest.mjs'), 'run', `--outputFile.json=${path}`, ...shardArgs(), ...files],
      { TEST_DETAILS: detailsPath, ...(isProfiling && { PROFILE: '1' }), ...env },
      folder,
    )
    const report = readReport(path)
    const details = readReport(detailsPath) ?? []
    if (isProfiling) profile.push(name, ...describeFiles(details))
    for (const { file, tests } of details)
      for (const test of tests) if (test.isFlaky) flaky.push(`${file}: ${test.name}`)
    for (const { name: file, startTime, endTime } of report?.testResults ?? []) spend(file, endTime - startTime)
    const broken = report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    const counts = report && { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
    return counted(code, output, counts)
  },
})

/** Tests in a browser, in the project or a copy of it: all of them, or those that `args` selects. */
export const journeys = (name, { args = [], env = {}, folder } = {}) => ({
  name,
  run: async () => {
    const browser = await ensureBrowser()
    if (!browser.path) return { passed: 0, failed: 1, output: browser.problem }
    const path = reportPath()
    const { code, output } = await runTool(
      [program('@playwright/test/cli.js'), 'test', '--reporter=dot,json', ...shardArgs(), ...args],
      {
        CHROMIUM: browser.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
        ...env,
      },
      folder,
    )
    const report = readReport(path)
    if (report) spendOnSuite(report, report.config.rootDir)
    const stats = report?.stats
    const result = counted(code, output, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected })
    if (report) flaky.push(...flakyIn(report))
    // Why it needed the retry is printed.
    return stats?.flaky ? { ...result, output } : result
  },
})

const strays = (findStrays) => ({
  name: 'files outside of the scratch folder',
  run: async () => {
    const paths = findStrays()
    return { passed: paths.length === 0 ? 1 : 0, failed: paths.length, output: paths.join('\n') }
  },
})

/** Lines of the profile, which are printed at the end. */
const profile = []

const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`

const runStage = async ({ name, run }) => {
  const began = Date.now()
  const processorBegan = childSeconds()
  print(`${name} …`)
  const tick = setInterval(() => print(`${name}: still running (${seconds(began)}) …`), 30_000)
  try {
    const { passed, failed, output } = await run()
    if (output) print(output.trimEnd())
    const count = passed + failed > 1 ? `: ${passed} passed, ${failed} failed` : ''
    print(`${name} ${failed > 0 ? 'FAILED' : 'ok'}${count} (${seconds(began)})`)
    return { passed, failed }
  } catch (error) {
    if (error instanceof Ended && !error.message) throw error
    print(error instanceof Ended ? error.message : error.stack)
    print(`${name} FAILED (${seconds(began)})`)
    return { passed: 0, failed: 1 }
  } finally {
    clearInterval(tick)
    const processor = childSeconds()
    if (isProfiling && processor !== undefined)
      print(`${name}: ${(processor - processorBegan).toFixed(1)} s of processor time`)
  }
}

/** A stage that others depend on ends the run if it fails. */
const runInTurn = async (stages) => {
  const results = []
  for (const stage of stages) {
    results.push({ ...(await runStage(stage)), isRequired: stage.isRequired })
    if (isStopped(results)) break
  }
  return results
}

/** Of what runs only once, each shard has its share. */
const inShard = (groups) => {
  if (!shard) return groups
  const [index, count] = shard.split('/').map(Number)
  let position = 0
  const isOurs = ({ isShared }) => !isShared || position++ % count === index - 1
  return groups.map((lanes) => lanes.map((lane) => lane.filter(isOurs)))
}

const isStopped = (results) => results.some(({ failed, isRequired }) => isRequired && failed > 0)

/**
 * Installs, runs groups of stages one after the other, and prints the sum; returns the exit code. A group is a list of
 * lanes that run at the same time; the stages of a lane run in turn. A profile measures one stage after the other.
 */
export const runStages = async (groups, options = {}) => {
  isProfiling = options.isProfiling ?? false
  shard = options.shard
  scratch = createScratchFolder()
  const findStrays = watchForStrays(scratch)
  try {
    // Without the packages there is nothing to run.
    const results = await runInTurn([{ ...install, isRequired: true }])
    if (!isStopped(results)) {
      for (const lanes of isProfiling ? groups.map((group) => [group.flat()]) : inShard(groups))
        if (!isStopped(results)) results.push(...(await Promise.all(lanes.map(runInTurn))).flat())
      results.push(await runStage(strays(findStrays)))
    }
    printSlowest()
    profile.forEach(print)
    for (const test of flaky) print(`warning: passed only when it was tried again: ${test}`)
    const sum = (key) => results.reduce((total, result) => total + result[key], 0)
    print(`${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') > 0 ? 1 : 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
