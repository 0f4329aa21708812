import { isCode, isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { hasDefaultExport } from './syntax.ts'

/** Catch-all names that say nothing about the content. */
const catchAllNames = ['utils', 'util', 'helpers', 'helper', 'common', 'index', 'types', 'constants', 'misc', 'shared']

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*((\.prove)?\.test|\.(journey|module|config|d))?\.(ts|tsx|mjs|css|sql|json|svg)$/

const named = /\.(ts|tsx|mjs|css|sql|json|svg)$/

/** The texts of a page are named after its address. */
const namedAfterPage = /^server\/database\/(seed\/)?pages\/[A-Z][A-Za-z_]*\.json$/

/** Folders named after languages keep their case. */
const checkName = ({ path }: ProjectFile): Problem[] => {
  const name = path.split('/').at(-1)!
  if (!named.test(name) || name.startsWith('.')) return []
  const problems: Problem[] = []
  if (!kebab.test(name) && !namedAfterPage.test(path)) problems.push({ path, why: 'file names are kebab-case' })
  if (catchAllNames.includes(name.split('.')[0]!))
    problems.push({ path, why: 'is a drawer: name it after what it holds' })
  return problems
}

const mayExportDefault = ({ path }: ProjectFile): boolean =>
  /^(docs\/new-stage\/)?web\/pages\//.test(path) ||
  /(^|\/)[\w-]+\.config\.ts$/.test(path) ||
  /^(e2e|server\/testing)\/global-setup\.ts$/.test(path)

const checkDefaultExport = (file: ProjectFile): Problem[] => {
  if (!isCode(file) || mayExportDefault(file) || !hasDefaultExport(file)) return []
  const line = lineAt(file.text, file.text.search(/^export (default|\{.*\bas default\b)/m))
  return [{ path: file.path, line, why: 'only pages and configurations export by default' }]
}

/** Programs pass the environment to the configuration unread, and PostgreSQL inherits a part of it. */
const readsEnvironment = /(?<!readConfig\()process\.env\b/
const passesEnvironmentOn = 'server/platform/database/embedded-account.ts'

/** All settings of the server come from its configuration, so that one file shows what an operator can set. */
const checkEnvironment = (file: ProjectFile): Problem[] => {
  if (!file.path.startsWith('server/') || !isCode(file) || isTest(file)) return []
  if (['server/config.ts', passesEnvironmentOn].includes(file.path)) return []
  const position = file.text.search(readsEnvironment)
  return position < 0
    ? []
    : [{ path: file.path, line: lineAt(file.text, position), why: 'only server/config.ts reads the environment' }]
}

const participles = '(found|asked|given|known|shown|told|kept|made|written)'

/** Participles say what was done, not what a variable or parameter contains. */
const variable = new RegExp(`\\b(?:const|let) (?:\\[(?:\\w+, )*)?${participles}\\b`, 'g')
const parameter = new RegExp(`\\(${participles}(?:\\?: |: |\\) =>)`, 'g')

const checkVariables = (file: ProjectFile): Problem[] => {
  if (!isCode(file) || isTest(file)) return []
  return [variable, parameter].flatMap((pattern) =>
    Array.from(file.text.matchAll(pattern), ({ index, 1: name }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      why: `calls a variable ${name}: name it after what it contains`,
    })),
  )
}

export const findForbiddenNames: Check = (files) =>
  files.flatMap((file) => [
    ...checkName(file),
    ...checkDefaultExport(file),
    ...checkEnvironment(file),
    ...checkVariables(file),
  ])
