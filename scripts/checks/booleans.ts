import { isTest, lineAt, type Check, type ProjectFile } from './project.ts'
import { nodesOf, type Node } from './syntax.ts'

interface Named {
  name: string
  start: number
  /** As written; undefined if inferred by the compiler. */
  returns: string | undefined
}

type Part = Node & { end: number }

const functions = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration', 'TSFunctionType']

/** Functions that are declared or assigned to a constant, and those declared in a type or a class. */
const functionsIn = (file: ProjectFile): Named[] => {
  const nameOf = (part: unknown): string | undefined => {
    const { start, end } = (part ?? {}) as Partial<Part>
    return start === undefined ? undefined : file.text.slice(start, end).replace(/^(:|=>)\s*/, '')
  }
  const named = (name: unknown, value: unknown, type?: unknown): Named[] => {
    const { name: word, start } = (name ?? {}) as { name?: string; start: number }
    const { type: kind, returnType } = (value ?? {}) as Partial<Part>
    if (word === undefined || kind === undefined || !functions.includes(kind)) return []
    return [{ name: word, start, returns: nameOf(returnType ?? type) }]
  }
  const typeOf = (node: unknown): unknown =>
    (node as { typeAnnotation?: { typeAnnotation?: unknown } | null }).typeAnnotation?.typeAnnotation
  return nodesOf(file).flatMap((node) => {
    if (node.type === 'FunctionDeclaration') return named(node['id'], node)
    if (node.type === 'VariableDeclarator') return named(node['id'], node['init'], typeOf(node['id']))
    if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return named(node['key'], node['value'])
    if (node.type === 'TSPropertySignature') return named(node['key'], typeOf(node))
    if (node.type === 'TSMethodSignature') return named(node['key'], { ...node, type: 'TSFunctionType' })
    return []
  })
}

const saysBoolean = (returns: string): boolean => /^(boolean|Promise<boolean>|\w+ is .+)$/s.test(returns)

/** `if (isCaptain(view))` must get a boolean: every object is truthy. */
export const findFalseQuestions: Check = (files) =>
  files
    .filter(({ path }) => /^(server|contract|web)\/.*(?<!\.d)\.tsx?$/.test(path) && !isTest({ path }))
    .flatMap((file) =>
      functionsIn(file)
        .filter(({ name, returns }) => /^(is|has)[A-Z]/.test(name) && (returns === undefined || !saysBoolean(returns)))
        .map(({ name, start, returns }) => ({
          path: file.path,
          line: lineAt(file.text, start),
          why: `${name} must be declared to return a boolean${returns === undefined ? '' : `, not ${returns}`}`,
        })),
    )
