import { isCode, isTest, lineAt, type Check, type ProjectFile } from './project.ts'
import { nodesOf, type Node } from './syntax.ts'

interface Name {
  name: string
}

/** What each imported name is called where it comes from. */
const exportedNames = (nodes: readonly Node[]): ReadonlyMap<string, string> =>
  new Map(
    nodes
      .filter(({ type }) => type === 'ImportSpecifier')
      .map(({ local, imported }) => [(local as Name).name, (imported as Name).name]),
  )

/** The contract's name in `endpoint<typeof name>(…)` or `endpoint<typeof contract.name>(…)`. */
const contractName = (init: Node | null, exported: ReadonlyMap<string, string>): string | undefined => {
  if (init?.type !== 'CallExpression' || (init['callee'] as Partial<Name>).name !== 'endpoint') return undefined
  const [argument] = (init['typeArguments'] as { params: Node[] } | null)?.params ?? []
  if (argument?.type !== 'TSTypeQuery') return undefined
  const { name, right } = argument['exprName'] as Partial<Name> & { right?: Name }
  return right?.name ?? exported.get(name!) ?? name
}

const checkFile = (file: ProjectFile) => {
  const nodes = nodesOf(file)
  const exported = exportedNames(nodes)
  return nodes
    .filter(({ type }) => type === 'VariableDeclarator')
    .flatMap(({ id, init, start }) => {
      const { name } = id as Name
      const expected = contractName(init as Node | null, exported)
      if (expected === undefined || expected === name) return []
      return [{ path: file.path, line: lineAt(file.text, start), why: `${name} must be called ${expected}` }]
    })
}

/** An endpoint has one name in contract, server and web, so that a search finds all of it. */
export const findRenamedEndpoints: Check = (files) =>
  files
    .filter((file) => file.path.startsWith('web/') && isCode(file) && !isTest(file) && file.text.includes('endpoint<'))
    .flatMap(checkFile)
