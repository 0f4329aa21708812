import { findBlindnessProblems } from './blind.ts'
import { findFalseQuestions } from './booleans.ts'
import { findStaleDocuments } from './documents.ts'
import { findRenamedEndpoints } from './endpoints.ts'
import { findBrokenImports } from './imports.ts'
import { findLayerProblems } from './layers.ts'
import { findBareLinks } from './links.ts'
import { findLockProblems } from './lock.ts'
import { findMessageProblems, findUnusedMessages } from './messages.ts'
import { findChangedMigrations, findShrinkingMigrations } from './migrations.ts'
import { findForbiddenNames } from './names.ts'
import { readProject, root, type Check } from './project.ts'
import { findLongFiles } from './sizes.ts'
import { findTextsInCode } from './texts.ts'
import { findTraces } from './traces.ts'

const checks: Record<string, Check> = {
  imports: findBrokenImports,
  layers: findLayerProblems,
  blind: findBlindnessProblems,
  names: findForbiddenNames,
  booleans: findFalseQuestions,
  endpoints: findRenamedEndpoints,
  messages: (files) => [...findMessageProblems(files), ...findUnusedMessages(files, root)],
  texts: findTextsInCode,
  sizes: findLongFiles,
  traces: findTraces,
  documents: findStaleDocuments,
  lock: findLockProblems,
  links: findBareLinks,
  migrations: (files) => [...findChangedMigrations(files), ...findShrinkingMigrations(files)],
}

/** The checks that are named, or all of them: reading and parsing the project takes longer than a check. */
const asked = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks)
const unknown = asked.filter((name) => !checks[name])
if (unknown.length > 0)
  throw new Error(`There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`)

const project = readProject()
for (const name of asked)
  for (const { path, line, why } of checks[name]!(project)) {
    process.stdout.write(`${name}: ${path}${line ? `:${line}` : ''} ${why}\n`)
    process.exitCode = 1
  }
