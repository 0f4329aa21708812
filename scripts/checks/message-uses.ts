import { auditActions, subjectKinds } from '@lectern/contract/audit/audit-actions.ts'
import { auditLabels } from '@lectern/contract/audit/audit-fields.ts'
import { SyntaxKind, type Expression, type Node, type TypeAliasDeclaration } from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'
import { isTest } from './project.ts'

/**
 * Families of keys that are built from plain strings, so that the compiler cannot list their members. All other templates
 * have an exact type.
 */
const openFamilies = [
  /^office\.audit\.(field|content)\./,
  /^letter\.(footer\.\w+|\w+\.(subject|text|action|sms))$/,
  /^task\./,
]

/** Families whose members the contract lists. */
const listedKeys = new Set([
  ...auditActions.map((action) => `audit.action.${action}`),
  ...subjectKinds.map((kind) => `office.audit.subject.${kind}`),
  ...auditLabels(),
])

const isListed = (key: string): boolean => listedKeys.has(key) || openFamilies.some((family) => family.test(key))

const isCode = (path: string): boolean => /^(web|server|contract)\/.*(?<!\.d)\.tsx?$/.test(path) && !isTest({ path })

const idTypeOf = ({ program, checker }: Project, root: string): Type => {
  const file = program.getSourceFile(`${root}/messages/message-id.ts`)
  const isIdType = (node: Node): node is TypeAliasDeclaration =>
    node.kind === SyntaxKind.TypeAliasDeclaration && (node as TypeAliasDeclaration).name.text === 'MessageId'
  const declared = file?.statements.find(isIdType)
  const type = declared && checker.getTypeFromTypeNode(declared.type)
  if (!type) throw new Error('messages/message-id.ts declares no MessageId')
  return type
}

/** Whether a literal that equals a key stands where a key is expected, and is not, say, the name of an audit action. */
const isKey = (checker: Checker, ids: Type, node: Expression, path: string): boolean => {
  const expected = checker.getContextualType(node)
  const inContract = path.startsWith('contract/')
  // Nothing is expected of constants, which are checked where they are used.
  if (!expected) return !inContract
  // The messages of schemas are keys, but typed as plain strings.
  if (inContract && checker.typeToString(expected) === 'string') return true
  return checker.isTypeAssignableTo(checker.getNonNullableType(expected) ?? expected, ids)
}

const membersOf = (type: Type | undefined): string[] => {
  if (!type) return []
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.flatMap((part) => (part.isStringLiteralType() ? [part.value] : []))
}

/** The message keys that the code of a project uses, according to the compiler. */
export const usedKeys = (root: string, keys: ReadonlySet<string>): Set<string> => {
  const api = new API({ cwd: root })
  try {
    const config = `${root}/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} cannot be opened`)
    const { program, checker } = project
    const ids = idTypeOf(project, root)
    const used = new Set([...keys].filter(isListed))
    for (const name of program.getSourceFileNames()) {
      const path = name.slice(root.length + 1)
      const file = name.startsWith(`${root}/`) && isCode(path) ? program.getSourceFile(name) : undefined
      const templates: Node[] = []
      const visit = (node: Node): void => {
        // A type names a key without using it.
        if (node.kind === SyntaxKind.LiteralType) return
        if (node.kind === SyntaxKind.TemplateExpression) templates.push(node)
        const { text } = node as Node & { text?: string }
        const isLiteral =
          node.kind === SyntaxKind.StringLiteral || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral
        const isNew = isLiteral && text !== undefined && keys.has(text) && !used.has(text)
        if (isNew && isKey(checker, ids, node as Expression, path)) used.add(text)
        node.forEachChild(visit)
      }
      if (file) visit(file)
      for (const type of templates.length > 0 ? checker.getTypeAtLocation(templates) : [])
        for (const member of membersOf(type)) if (keys.has(member)) used.add(member)
    }
    return used
  } finally {
    api.close()
  }
}
