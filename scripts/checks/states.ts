import { isCode, isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { nodesOf, type Node } from './syntax.ts'

type Part = Node & { end: number }

interface StateTable {
  /** The constant in `tables.ts`. */
  name: string
  sqlName: string
  column: string
}

/** Tables whose state is no step of anybody. */
const withoutSteps: Record<string, string> = {
  file: 'follows the upload of its bytes',
  outbox: 'follows the attempts to send a letter',
  task: 'follows the worker that runs it',
  announcement_recipient: 'follows the job that notifies',
  account: 'is edited together with the account',
}

/** Functions that write a state beside `move…`. */
const others: Record<string, string> = {
  insertAssignments: 'gives works to experts, those that ended included, in one statement',
}

const part = (value: unknown): Part | undefined => (value ?? undefined) as Part | undefined

const nameOf = (value: unknown): string | undefined => part(value)?.['name'] as string | undefined

const isWithin = (inner: Node, outer: Part): boolean => inner.start >= outer.start && inner.start < outer.end

const propertiesIn = (nodes: readonly Node[], outer: Part): Node[] =>
  nodes.filter((node) => node.type === 'Property' && isWithin(node, outer))

/** Tables with a column `state` or `status`. */
export const stateTables = (files: readonly ProjectFile[]): StateTable[] =>
  files
    .filter(({ path }) => /^server\/features\/.*\/tables\.ts$/.test(path))
    .flatMap((file) => {
      const nodes = nodesOf(file)
      return nodes.flatMap((node): StateTable[] => {
        const call = part(node['init'])
        if (node.type !== 'VariableDeclarator' || nameOf(call?.['callee']) !== 'pgTable') return []
        const [sqlName, columns] = call!['arguments'] as [Part, Part]
        const column = ((columns['properties'] ?? []) as Node[])
          .map(({ key }) => nameOf(key))
          .find((key) => key === 'state' || key === 'status')
        return column ? [{ name: nameOf(node['id'])!, sqlName: sqlName['value'] as string, column }] : []
      })
    })
    .filter(({ sqlName }) => withoutSteps[sqlName] === undefined)

/** The parts of a file in which states may be written. */
const placesOf = (nodes: readonly Node[]): Part[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'VariableDeclarator' && node.type !== 'FunctionDeclaration') return []
    const name = nameOf(node['id']) ?? ''
    return /^move[A-Z]/.test(name) || others[name] !== undefined ? [part(node)!] : []
  })

/** `set` of `….update(table).set(…)`, and of `….insert(table).….onConflictDoUpdate({ set })`. */
const builderWrites = (nodes: readonly Node[], tables: readonly StateTable[]) =>
  nodes.flatMap((node) => {
    const callee = part(node['callee'])
    const method = nameOf(callee?.['property'])
    const [argument] = (node['arguments'] ?? []) as Part[]
    if (!argument || (method !== 'set' && method !== 'onConflictDoUpdate')) return []
    const begin = method === 'set' ? 'update' : 'insert'
    const chain = callee!['object'] as Part
    const begun = nodes.find(
      (inner) =>
        inner.type === 'CallExpression' &&
        isWithin(inner, chain) &&
        nameOf(part(inner['callee'])?.['property']) === begin,
    )
    const table = tables.find(({ name }) => name === nameOf((begun?.['arguments'] as Part[] | undefined)?.[0]))
    if (!table) return []
    const properties = propertiesIn(nodes, argument)
    const isWritten = properties.some(({ key }) => nameOf(key) === table.column)
    return isWritten ? [{ table, start: node.start }] : []
  })

/** The text of a literal or a template, with the names of tables that are inserted as constants. */
const textOf = (node: Node, tables: readonly StateTable[]): string => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : ''
  if (node.type !== 'TemplateLiteral') return ''
  const inserted = (node['expressions'] as Part[]).map(
    (value) => tables.find(({ name }) => name === nameOf(value))?.sqlName ?? '?',
  )
  const quasis = node['quasis'] as { value: { raw: string } }[]
  return quasis.map(({ value }, index) => value.raw + (inserted[index] ?? '')).join('')
}

/** `update table set state = …`, and `insert into table … do update set state = …`. */
const sqlWrites = (nodes: readonly Node[], tables: readonly StateTable[]) =>
  nodes.flatMap((node) => {
    const text = textOf(node, tables)
    if (!/\bupdate\b[^;]*\bset\b/i.test(text)) return []
    return tables
      .filter(({ sqlName, column }) => {
        const begin = String.raw`(update\s+"?${sqlName}"?(\s+(as\s+)?\w+)?|into\s+"?${sqlName}"?\s[^;]*\bdo\s+update)\s+set\b`
        return new RegExp(String.raw`\b${begin}(?:(?!\b(where|from)\b)[^;])*?\b${column}\s*=`, 'i').test(text)
      })
      .map((table) => ({ table, start: node.start }))
  })

/** Changes of a row that are handed to a function would hide a state. */
const wideChanges = ({ text }: ProjectFile, tables: readonly StateTable[]) =>
  [...text.matchAll(/\bPartial<\(?typeof (\w+)\.\$infer(?:Insert|Select)\)?>/g)].flatMap((match) => {
    const table = tables.find(({ name }) => name === match[1])
    return table ? [{ table, start: match.index }] : []
  })

/** A state changes in one function of its table, which steps call: who looks for a state finds everything that changes it. */
export const findStateWrites: Check = (files) => {
  const tables = stateTables(files)
  return files
    .filter((file) => /^server\/(?!database\/seed\/)/.test(file.path) && isCode(file) && !isTest(file))
    .flatMap((file): Problem[] => {
      const nodes = nodesOf(file)
      const places = placesOf(nodes)
      const isInPlace = (start: number): boolean => places.some((place) => start >= place.start && start < place.end)
      const problem = (start: number, why: string): Problem => ({
        path: file.path,
        line: lineAt(file.text, start),
        why,
      })
      return [
        ...[...builderWrites(nodes, tables), ...sqlWrites(nodes, tables)]
          .filter(({ start }) => !isInPlace(start))
          .map(({ table: { sqlName, column }, start }) =>
            problem(start, `writes ${sqlName}.${column} outside a function called move…`),
          ),
        ...wideChanges(file, tables).map(({ table: { name, column }, start }) =>
          problem(start, `lets ${column} be changed: write Partial<Omit<typeof ${name}.$inferInsert, '${column}'>>`),
        ),
      ]
    })
}
