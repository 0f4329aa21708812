import { isTest, lineAt, type Check, type Problem, type ProjectFile } from './project.ts'
import { nodesOf, type Node } from './syntax.ts'

/** The file that creates links. */
const linkFile = 'web/router/link.tsx'

/** Addresses that are no pages below the router base: external ones, anchors, and files of the site. */
const elsewhere = /^($|#|\?|https?:|mailto:|tel:|\/api\/|\/calendar|\/feed\.xml)/

/** Functions that return the address of a file or of data, or add the base. */
const givesAddress = [
  'withBase',
  'fileUrl',
  'workFileUrl',
  'receiptUrl',
  'downloadUrl',
  'pictureUrl',
  'exportAddress',
  'addressOf',
]

/** Elements that navigate; `link` elements of the head do not. */
const isLink = (name: unknown): boolean => name === 'a' || name === 'Button'

const nameOf = (node: unknown): unknown => (node as { name?: unknown } | null)?.name

/** The static prefix of a value; undefined if unknown. */
const beginning = (value: Node): string | undefined => {
  if (value.type === 'Literal') return String(value['value'])
  if (value.type !== 'TemplateLiteral') return undefined
  const [first] = value['quasis'] as { value: { cooked: string } }[]
  return first?.value.cooked === '' && (value['expressions'] as Node[]).length > 0 ? undefined : first?.value.cooked
}

const isSound = (value: Node | null): boolean => {
  if (value === null) return true
  if (value.type === 'JSXExpressionContainer') return isSound(value['expression'] as Node)
  if (value.type === 'CallExpression') return givesAddress.includes(String(nameOf(value['callee'])))
  const text = beginning(value)
  return text !== undefined && elsewhere.test(text)
}

const findIn = (file: ProjectFile): Problem[] =>
  nodesOf(file).flatMap((node) => {
    if (node.type !== 'JSXOpeningElement' || !isLink(nameOf(node['name']))) return []
    return (node['attributes'] as Node[])
      .filter((attribute) => attribute.type === 'JSXAttribute' && nameOf(attribute['name']) === 'href')
      .filter((attribute) => !isSound(attribute['value'] as Node | null))
      .map((attribute) => ({
        path: file.path,
        line: lineAt(file.text, attribute.start),
        why: 'links without the router base: use Link for a page, AnyLink for an address that is data',
      }))
  })

/** Links to pages of the site go through the router, which knows the base path. */
export const findBareLinks: Check = (files) =>
  files
    .filter((file) => /^web\/.*\.tsx$/.test(file.path) && !isTest(file) && file.path !== linkFile)
    .flatMap((file) => findIn(file))
