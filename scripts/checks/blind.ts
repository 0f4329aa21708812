import { sqlIn, tablesIn } from './layers.ts'
import { isCode, isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { importsOf, nodesOf, type Node } from './syntax.ts'

/** Experts must not learn whose work they judge: the code that serves them cannot reach an identity. */
const desk = 'server/features/review/'

/** Folders that know no person. */
const open = /^(contract|messages|server\/platform)\//

/** What the desk uses of other features, by name. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  'server/features/audit/service.ts': ['audit'],
  'server/features/steps/service.ts': ['takeStep'],
  'server/features/documents/service.ts': ['presentDocument', 'requireDocument'],
  'server/features/rounds/service.ts': [
    'answerRoundInvitation',
    'declineAssignment',
    'finishPractice',
    'lockRound',
    'panelSignatures',
    'roundLock',
    'sheetProgress',
    'signPledge',
  ],
  'server/features/rounds/tables.ts': ['assignment', 'panel', 'reviewer', 'round'],
  'server/features/works/service.ts': [
    'openBlindCopy',
    'openBlindCover',
    'openBlindPages',
    'blindCopyVersion',
    'stampBlindCopy',
  ],
}

/** Views without an identity, and tables of what experts write. */
const mayRead = new Set([
  'review_round',
  'review_member',
  'review_entry',
  'review_work',
  'review_file',
  'assignment',
  'panel',
  'reviewer',
  'round',
  'sheet',
  'sheet_version',
  'flag',
  'tie_decision',
  'panel_signature',
])

const nameOf = (node: unknown): string | undefined =>
  (node as { name?: string } | undefined)?.name ?? (node as { value?: string } | undefined)?.value

/** The names that a statement takes from another module; undefined: all of them. */
const takenNames = (node: Node): string[] | undefined => {
  const specifiers = node['specifiers'] as Node[] | undefined
  if (!specifiers || node.type === 'ExportAllDeclaration') return undefined
  const names = specifiers.map((each) => nameOf(each[node.type === 'ImportDeclaration' ? 'imported' : 'local']))
  return names.every((name) => name !== undefined) ? names : undefined
}

const moduleNodes = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

const findForeignImports = (file: ProjectFile): Problem[] => {
  const nodes = nodesOf(file).filter(({ type, source }) => moduleNodes.has(type) && source)
  return importsOf(file).flatMap(({ from, target, line }): Problem[] => {
    if (!target || target.startsWith(desk) || open.test(target)) return []
    const allowed = mayUse[target]
    if (!allowed) return [{ path: file.path, line, why: `imports ${target}, which may know who made a work` }]
    return nodes
      .filter((node) => nameOf(node['source']) === from && lineAt(file.text, node.start) === line)
      .flatMap((node): Problem[] => {
        const foreign = (takenNames(node) ?? ['*']).filter((name) => !allowed.includes(name))
        return foreign.map((name) => ({ path: file.path, line, why: `imports ${name} of ${target}` }))
      })
  })
}

/** Tables that are named in SQL or declared. */
const findForeignTables = (file: ProjectFile): Problem[] => {
  const named = sqlIn(file).flatMap(({ text, start }) =>
    tablesIn(text).map(({ table, at }) => ({ table, line: lineAt(file.text, start + at + 1) })),
  )
  const declared = [...file.text.matchAll(/\bpg(?:Table|View)\(\s*'(\w+)'/g)].map((match) => ({
    table: match[1]!,
    line: lineAt(file.text, match.index),
  }))
  const unreadable = [...file.text.matchAll(/\bsql\.(raw|identifier)\b/g)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    why: `uses sql.${match[1]}, which may name any table`,
  }))
  const foreign = [...named, ...declared].filter(({ table }) => !mayRead.has(table))
  return [
    ...foreign.map(({ table, line }) => ({ path: file.path, line, why: `names the table ${table}` })),
    ...unreadable,
  ]
}

const isOfDesk = (file: ProjectFile): boolean => file.path.startsWith(desk) && isCode(file) && !isTest(file)

export const findBlindnessProblems: Check = (files) =>
  files.flatMap((file) => (isOfDesk(file) ? [...findForeignImports(file), ...findForeignTables(file)] : []))
