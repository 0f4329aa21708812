import { findBlindnessProblems } from './blind.ts'
import { findFalseQuestions } from './booleans.ts'
import { findStaleDocuments } from './documents.ts'
import { findImageProblems } from './image.ts'
import { findBrokenImports } from './imports.ts'
import { findContentProblems } from './languages.ts'
import { findLayerProblems } from './layers.ts'
import { findBareLinks } from './links.ts'
import { findLockProblems } from './lock.ts'
import { findMissingAreas } from './message-areas.ts'
import { findMessageProblems, findUnusedMessages } from './messages.ts'
import { findUnknownMetrics } from './metrics.ts'
import { findChangedMigrations, findShrinkingMigrations } from './migrations.ts'
import { findForbiddenNames } from './names.ts'
import { readProject, root, type Check } from './project.ts'
import { findStaleRooms } from './rooms.ts'
import { findSessionUses } from './sessions.ts'
import { findLargeFolders, findLongFiles } from './sizes.ts'
import { findStateWrites } from './states.ts'
import { findTextsInCode } from './texts.ts'
import { findTraces } from './traces.ts'
import { findTutorialProblems } from './tutorial.ts'

const checks: Record<string, Check> = {
  imports: findBrokenImports,
  layers: findLayerProblems,
  blind: findBlindnessProblems,
  names: findForbiddenNames,
  booleans: findFalseQuestions,
  states: findStateWrites,
  sessions: findSessionUses,
  messages: (files) => [...findMessageProblems(files), ...findContentProblems(files), ...findMissingAreas(files)],
  texts: findTextsInCode,
  sizes: (files) => [...findLongFiles(files), ...findLargeFolders(files)],
  traces: findTraces,
  documents: (files) => [...findStaleDocuments(files), ...findStaleRooms(files)],
  tutorial: findTutorialProblems,
  lock: findLockProblems,
  image: findImageProblems,
  links: findBareLinks,
  metrics: findUnknownMetrics,
  migrations: (files) => [...findChangedMigrations(files), ...findShrinkingMigrations(files)],
}

/** These open the whole program in the compiler: `npm run prove` runs them. */
const slowChecks: Record<string, Check> = {
  'unused-messages': (files) => findUnusedMessages(files, root),
}

const all = { ...checks, ...slowChecks }

/** The checks that are named, or all quick ones: reading and parsing the project takes longer than a check. */
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks)
const unknown = names.filter((name) => !all[name])
if (unknown.length > 0)
  throw new Error(`There is no check ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)

const project = readProject()
for (const name of names)
  for (const { path, line, why } of all[name]!(project)) {
    process.stdout.write(`${name}: ${path}${line ? `:${line}` : ''} ${why}\n`)
    process.exitCode = 1
  }
