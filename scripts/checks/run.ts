import { findBlindnessProblems } from './blind.ts'
import { findFalseQuestions } from './booleans.ts'
import { findStaleDocuments } from './documents.ts'
import { findRenamedEndpoints } from './endpoints.ts'
import { findBrokenImports } from './imports.ts'
import { findLayerProblems } from './layers.ts'
import { findBareLinks } from './links.ts'
import { findLockProblems } from './lock.ts'
import { findMessageProblems, findUnusedMessages } from './messages.ts'
import { findChangedMigrations } from './migrations.ts'
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
  migrations: findChangedMigrations,
}

const asked = process.argv[2] ?? ''
const check = checks[asked]
if (!check) throw new Error(`There is no check ${asked}; there are ${Object.keys(checks).join(', ')}.`)

const problems = check(readProject())
for (const { path, line, why } of problems) process.stdout.write(`${path}${line ? `:${line}` : ''} ${why}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
