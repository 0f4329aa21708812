import { isCode, isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { importsOf, nodesOf, type Node } from './syntax.ts'

/** The list of all server features, the lowest first. */
const listPath = 'server/features.ts'

const folderOf = (path: string): string | undefined => /^server\/(?:features\/)?([^/]+)\//.exec(path)?.[1]

const isOfFeature = (path: string): boolean => /^server\/features\/[^/]+\//.test(path)

/** The features in the order of the list, by the imports of their names. */
const orderOf = (list: ProjectFile): string[] => {
  const nodes = nodesOf(list)
  const folders = new Map(
    nodes
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ specifiers, source }) => {
        const folder = folderOf(`server/${(source as { value: string }).value.replace('./', '')}`)
        const names = (specifiers as { local: { name: string } }[]).map(({ local }) => local.name)
        return names.map((name): [string, string | undefined] => [name, folder])
      }),
  )
  const listed = nodes.find(({ type }) => type === 'ArrayExpression')
  return ((listed?.['elements'] ?? []) as { name?: string }[]).flatMap(({ name }) => folders.get(name ?? '') ?? [])
}

/** The feature that owns each table. */
const ownersOf = (files: readonly ProjectFile[]): ReadonlyMap<string, string> =>
  new Map(
    files
      .filter(({ path }) => isOfFeature(path) && path.endsWith('/tables.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, table]): [string, string] => [table!, folderOf(path)!]),
      ),
  )

interface Written {
  text: string
  /** Offset of the quote. */
  start: number
}

/** Text that may be SQL: everything tagged `sql`, and other text that contains a whole statement. */
export const sqlIn = (file: ProjectFile): Written[] => {
  const nodes = nodesOf(file)
  const isSql = (tag: Node | undefined): boolean => tag?.type === 'Identifier' && tag['name'] === 'sql'
  const tagged = new Set(
    nodes
      .filter(({ type, tag }) => type === 'TaggedTemplateExpression' && isSql(tag as Node))
      .flatMap(({ quasi }) => (quasi as { quasis: Node[] }).quasis),
  )
  const isStatement = (text: string): boolean => /\b(select|update|delete from|insert into)\b/.test(text)
  return nodes
    .map((node): Written & { isTagged: boolean } => {
      if (node.type === 'TemplateElement')
        return { text: (node['value'] as { raw: string }).raw, start: node.start, isTagged: tagged.has(node) }
      const text = node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : ''
      return { text, start: node.start, isTagged: false }
    })
    .filter(({ text, isTagged }) => isTagged || isStatement(text))
}

const tableName = String.raw`"?(\w+)"?(?:\s+(?:as\s+)?(?!join\b|where\b|on\b|set\b|using\b|cross\b|left\b|inner\b)\w+)?`
const tableList = new RegExp(
  String.raw`\b(?:from|join|update|into|using|lock table)\s+(${tableName}(?:\s*,\s*${tableName})*)`,
  'gi',
)

/** The tables in a piece of SQL, each with its offset. */
export const tablesIn = (text: string): { table: string; at: number }[] =>
  [...text.matchAll(tableList)].flatMap((match) =>
    match[1]!.split(',').map((part) => ({ table: part.trim().split(/\s/)[0]!.replaceAll('"', ''), at: match.index })),
  )

/**
 * A feature depends only on those before it in the list: by import, type imports included, and by the tables in its
 * SQL. So there are no cycles between features.
 */
export const findLayerProblems: Check = (files) => {
  const list = files.find(({ path }) => path === listPath)
  if (!list) return []
  const order = orderOf(list)
  const owners = ownersOf(files)
  const isHigher = (other: string, own: string): boolean => order.indexOf(other) > order.indexOf(own)
  const features = files.filter((file) => isCode(file) && !isTest(file) && isOfFeature(file.path))
  const missing = [...new Set(features.map(({ path }) => folderOf(path)!))].filter((name) => !order.includes(name))
  const unlisted = missing.map((name): Problem => ({ path: listPath, why: `does not list the feature ${name}` }))
  const broken = features.flatMap((file): Problem[] => {
    const own = folderOf(file.path)!
    if (!order.includes(own)) return []
    const imports = importsOf(file).flatMap(({ target, line }): Problem[] => {
      const other = target && isOfFeature(target) ? folderOf(target) : undefined
      return other && isHigher(other, own)
        ? [{ path: file.path, line, why: `imports ${target}, of a feature that stands above ${own}` }]
        : []
    })
    const tables = sqlIn(file).flatMap(({ text, start }) =>
      tablesIn(text).flatMap(({ table, at }): Problem[] => {
        const owner = owners.get(table)
        return owner && isHigher(owner, own)
          ? [
              {
                path: file.path,
                line: lineAt(file.text, start + at + 1),
                why: `names the table ${table} of ${owner}, which stands above ${own}`,
              },
            ]
          : []
      }),
    )
    return [...imports, ...tables]
  })
  return [...unlisted, ...broken]
}
