import { isTest, type ProjectFile } from './project.ts'
import { importsOf, nodesOf, type Node } from './syntax.ts'

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: unknown }
  return name ?? (typeof value === 'string' ? value : '')
}

/** What a name or an expression stands for, without the types that follow it. */
const plain = (node: Node | undefined): Node | undefined =>
  node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression' ? plain(node['expression'] as Node) : node

const propertiesOf = (node: Node | undefined): { key: string; value: Node }[] =>
  node?.type === 'ObjectExpression'
    ? (node['properties'] as Node[])
        .filter(({ type }) => type === 'Property')
        .map((property) => ({ key: nameOf(property['key']), value: property['value'] as Node }))
    : []

const textsIn = (node: Node | undefined): string[] =>
  node?.type === 'ArrayExpression' ? (node['elements'] as Node[]).map(nameOf).filter((text) => text !== '') : []

/** Texts as written; the value of an expression in them is not known here, its name is. */
const textOf = (node: Node): string =>
  node.type === 'TemplateLiteral'
    ? (node['quasis'] as { value: { raw: string } }[])
        .map(({ value }, index) => value.raw + nameOf((node['expressions'] as Node[])[index]))
        .join('')
    : nameOf(node)

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** The value of a constant that one of these files declares. */
const findConstant = (files: readonly ProjectFile[], name: string): Node | undefined =>
  files
    .filter(({ text }) => new RegExp(`\\bconst ${name}\\b`).test(text))
    .flatMap(nodesOf)
    .filter(({ type, id }) => type === 'VariableDeclarator' && nameOf(id) === name)
    .map(({ init }) => plain(init as Node))[0]

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** The values of a state, with the moves between them where the contract names them. */
const describeStates = (type: string, contract: readonly ProjectFile[]): string | undefined => {
  const [literal] = /^'.*'$/.exec(type) ?? []
  if (literal) return type.replaceAll("'", '').replaceAll(' | ', ', ')
  const [, moves, list] =
    contract
      .map(({ text }) =>
        new RegExp(`export type ${type} = (?:keyof typeof (\\w+)|\\(typeof (\\w+)\\)\\[number\\])`).exec(text),
      )
      .find((match) => match !== null) ?? []
  if (list) return textsIn(findConstant(contract, list)).join(', ')
  if (!moves) return undefined
  const described = propertiesOf(findConstant(contract, moves)).map(({ key, value }) => ({ key, to: textsIn(value) }))
  const ends = described.filter(({ to }) => to.length === 0).map(({ key }) => key)
  return [
    ...described.filter(({ to }) => to.length > 0).map(({ key, to }) => `${key} → ${to.join(', ')}`),
    ...(ends.length > 0 ? [`ends: ${ends.join(', ')}`] : []),
  ].join('; ')
}

/** The tables of a feature, and those of their columns that are called `state`. */
const describeTables = (tables: ProjectFile | undefined, contract: readonly ProjectFile[]): string[] => {
  const parts = (tables?.text ?? '').split(/\bpgTable\(\s*/).slice(1)
  const nameIn = (part: string): string => /^'(\w+)'/.exec(part)?.[1] ?? ''
  const states = parts.flatMap((part) => {
    const [, type] = /^ {2}state: text\('state'\)\.\$type<([^>]+)>/m.exec(part.split('\n})')[0]!) ?? []
    const described = type && describeStates(type, contract)
    return described ? [`- States of \`${nameIn(part)}\`: ${described}`] : []
  })
  return [...(parts.length > 0 ? [`- Tables: ${code(parts.map(nameIn))}`] : []), ...states]
}

const foldersIn = (root: string, files: readonly ProjectFile[]): string[] =>
  unique(files.map(({ path }) => path.slice(root.length, path.lastIndexOf('/') + 1)).filter((folder) => folder !== ''))

/** What the code of a feature declares, as lines of Markdown: all of it can be read without starting the program. */
export const describeRoom = (feature: string, project: readonly ProjectFile[]): string[] => {
  const root = `server/features/${feature}/`
  const files = project.filter((file) => file.path.startsWith(root) && file.path.endsWith('.ts') && !isTest(file))
  const contract = project.filter((file) => /^contract\/.*\.ts$/.test(file.path) && !isTest(file))
  const nodes = files.flatMap(nodesOf)
  const declared = files.filter(({ path }) => path === `${root}feature.ts`).flatMap(nodesOf)

  /** The value of a field of `feature.ts`; a name stands for the constant that it imports. */
  const fieldOf = (field: string): Node | undefined => {
    const value = declared
      .filter(({ type, key }) => type === 'Property' && nameOf(key) === field)
      .map((property) => property['value'] as Node)[0]
    return value?.type === 'Identifier' ? findConstant(files, nameOf(value)) : value
  }
  const keysOf = (field: string): string[] => propertiesOf(fieldOf(field)).map(({ key }) => key)
  const callsOf = (matches: (callee: Node) => boolean): string[] =>
    nodes
      .filter(({ type, callee }) => type === 'CallExpression' && matches(callee as Node))
      .map((call) => nameOf((call['arguments'] as Node[])[0]))
  const isPortUse = ({ type, object, property }: Node): boolean =>
    type === 'MemberExpression' &&
    ['use', 'all'].includes(nameOf(property)) &&
    nameOf((object as Node)['property']) === 'ports'

  const jobs = declared
    .map((node) => propertiesOf(node))
    .filter((properties) => properties.some(({ key }) => key === 'everyMilliseconds'))
    .flatMap((properties) => properties.filter(({ key }) => key === 'name').map(({ value }) => nameOf(value)))
  const ports = nodes
    .filter(
      ({ type, init }) => type === 'VariableDeclarator' && nameOf((init as Node | null)?.['callee']) === 'definePort',
    )
    .map(({ id }) => nameOf(id))
  const below = files
    .flatMap(importsOf)
    .flatMap(({ target }) => /^server\/features\/([^/]+)\//.exec(target ?? '')?.[1] ?? [])
    .filter((name) => name !== feature)
  const invariants = files
    .filter(({ path }) => path === `${root}invariants.ts`)
    .flatMap(nodesOf)
    .filter(({ type, key }) => type === 'Property' && nameOf(key) === 'name')
    .map(({ value }) => textOf(value as Node))

  const line = (title: string, names: readonly string[]): string[] =>
    names.length > 0 ? [`- ${title}: ${code(names)}`] : []
  return [
    ...describeTables(
      files.find(({ path }) => path === `${root}tables.ts`),
      contract,
    ),
    ...line('Folders', foldersIn(root, files)),
    ...line('Jobs', jobs),
    ...line('Background tasks', keysOf('taskRunners')),
    ...line('Private files', keysOf('files')),
    ...line('Subjects of the log', keysOf('auditSubjects')),
    ...line('Declares the ports', unique(ports)),
    ...line('Answers the ports', unique(callsOf((callee) => nameOf(callee) === 'provide'))),
    ...line('Asks through the ports', unique(callsOf(isPortUse))),
    ...line('Imports the features', unique(below)),
    ...(invariants.length > 0 ? ['- Invariants:', ...invariants.map((name) => `  - ${name}`)] : []),
  ]
}
