import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { checkCopy, journeys, makeCopy, program, vitest } from './stages.mjs'

// docs/new-stage.md, carried out in a copy of the project: what it tells strangers to write compiles and works.

const folder = 'tutorial'
const inCopy = (name, ...args) => checkCopy(folder, `tutorial: ${name}`, ...args)

/** The new files with code. */
const exampleFiles = readdirSync(join(root, 'docs', 'new-stage'), { recursive: true }).filter((path) =>
  /\.tsx?$/.test(path),
)

/** Those of the example itself, and those that ask something of every feature. */
const tests = [
  'server/features/loans',
  'server/access-matrix.test.ts',
  'server/participating-organiser.test.ts',
  'server/database/drift.test.ts',
  'server/features/office',
  'server/features/my-data/export.test.ts',
  'contract/errors.test.ts',
  'web/app/office',
  'web/features/audit',
  // These ask every route and break every invariant, with the demo of the example.
  'server/every-route.prove.test.ts',
  'server/invariants.prove.test.ts',
]

const carryOut = [
  makeCopy(folder, 'tutorial: apply', join(root, 'scripts', 'checks', 'apply-tutorial.ts')),
  { ...inCopy('build', 'scripts/build-site.mjs'), isRequired: true },
]

const checks = [
  inCopy('types', program('typescript/bin/tsc'), '-p', 'tsconfig.json', '--checkers', '1'),
  inCopy('rules of the project', 'scripts/checks/run.ts'),
  inCopy('lint', program('oxlint/bin/oxlint'), '--type-aware', '--report-unused-disable-directives', ...exampleFiles),
  inCopy('dead code', program('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
  inCopy('unused messages', 'scripts/checks/run.ts', 'unused-messages'),
  inCopy('format', program('oxfmt/bin/oxfmt'), '--check', '.'),
]

export const tutorial = [
  [carryOut],
  [checks, [vitest('tutorial: tests', { files: tests, env: { PROVE: 'ci' }, folder })]],
  [[journeys('tutorial: browser test', { args: ['e2e/loans.journey.ts'], folder })]],
]
