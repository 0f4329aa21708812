import { posix } from 'node:path'
import { parseSync } from 'vite'
import { lineAt, type ProjectFile } from './project.ts'

interface Import {
  /** As written. */
  from: string
  /** The project file it resolves to, or undefined for a package. */
  target: string | undefined
  line: number
  /** Removed when types are stripped. */
  typeOnly: boolean
  /** The names of values that are imported; undefined if that cannot be told. */
  values?: string[]
}

/** A node of the syntax tree, with the properties that checks use. */
export interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const alreadyParsed = new WeakMap<ProjectFile, ReturnType<typeof parseSync>>()

/** Several checks read the same file. */
const parse = (file: ProjectFile): ReturnType<typeof parseSync> => {
  const parsed = alreadyParsed.get(file) ?? parseSync(file.path, file.text)
  alreadyParsed.set(file, parsed)
  const [error] = parsed.errors
  if (error) throw new Error(`${file.path} cannot be read: ${error.message}`)
  return parsed
}

const resolve = (path: string, from: string): string | undefined => {
  if (from.startsWith('.')) return posix.join(posix.dirname(path), from)
  return from.startsWith('@lectern/') ? from.slice('@lectern/'.length) : undefined
}

/** Every module that a file imports: imports, re-exports, and dynamic imports with a literal address. */
export const importsOf = (file: ProjectFile): Import[] => {
  const { module } = parse(file)
  const importOf = (from: string, start: number, typeOnly: boolean): Import => ({
    from,
    target: resolve(file.path, from),
    line: lineAt(file.text, start),
    typeOnly,
  })
  // `import type { A }` and `import { type A }` are the same here; `import './a.css'` has no entries and is real.
  const imports = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    ...importOf(moduleRequest.value, start, entries.length > 0 && entries.every(({ isType }) => isType)),
    values: entries.flatMap(({ isType, importName }) => (isType ? [] : [importName.name ?? '*'])),
  }))
  const exports = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [importOf(moduleRequest.value, start, isType)] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const [, from] = /^['"]([^'"]+)['"]$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end)) ?? []
    return from ? [importOf(from, start, false)] : []
  })
  return [...imports, ...exports, ...dynamic]
}

export const hasDefaultExport = (file: ProjectFile): boolean =>
  parse(file).module.staticExports.some(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default'),
  )

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const collectNodes = (node: Node, nodes: Node[]): Node[] => {
  nodes.push(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collectNodes(child, nodes)
  return nodes
}

/** The whole syntax tree of a file as one list. */
export const nodesOf = (file: ProjectFile): Node[] => collectNodes(parse(file).program as unknown as Node, [])
