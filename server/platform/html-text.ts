interface Element {
  tag: string
  /** The opening tag with its attributes. */
  opening: string
  children: (Element | string)[]
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replaceAll(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)

const attributeOf = ({ opening }: Element, name: string): string =>
  decoded(new RegExp(` ${name}="([^"]*)"`).exec(opening)?.[1] ?? '')

const withoutContent = new Set(['br', 'hr', 'img', 'source'])

/** Sanitized HTML closes every tag, in the right order. */
const parse = (html: string): Element => {
  const root: Element = { tag: 'div', opening: '', children: [] }
  const open = [root]
  for (const piece of html.split(/(<[^<>]*>)/)) {
    const [, closing, tag = ''] = /^<(\/?)(\w+)/.exec(piece) ?? []
    if (tag === '') open.at(-1)!.children.push(decoded(piece))
    else if (closing) {
      if (open.length > 1) open.pop()
    } else {
      const element: Element = { tag, opening: piece, children: [] }
      open.at(-1)!.children.push(element)
      if (!withoutContent.has(tag)) open.push(element)
    }
  }
  return root
}

const inline = new Set(['a', 'em', 'strong', 'code', 's', 'u', 'sub', 'sup', 'br', 'img', 'picture', 'source', 'span'])

const isInline = (child: Element | string): boolean => typeof child === 'string' || inline.has(child.tag)

const lineOf = (child: Element | string): string => {
  if (typeof child === 'string') return child.replaceAll(/\s+/g, ' ')
  if (child.tag === 'br') return '\n'
  if (child.tag === 'img') return attributeOf(child, 'alt')
  const text = child.children.map(lineOf).join('')
  const href = child.tag === 'a' ? attributeOf(child, 'href') : ''
  return href === '' || href === text.trim() ? text : `${text} <${href}>`
}

const paragraphOf = (children: readonly (Element | string)[]): string =>
  children
    .map(lineOf)
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .trim()

const textIn = (child: Element | string): string =>
  typeof child === 'string' ? child : child.children.map(textIn).join('')

/** Puts a mark before the first line, and spaces of the same width before the others. */
const marked = (mark: string, text: string, rest = ' '.repeat(mark.length)): string =>
  text
    .split('\n')
    .map((line, position) => `${position === 0 ? mark : rest}${line}`.trimEnd())
    .join('\n')

const elementsIn = ({ children }: Element, tag: string): Element[] =>
  children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.tag === tag ? [child] : elementsIn(child, tag)
  })

const listOf = (list: Element): string => {
  const first = Number(attributeOf(list, 'start') || 1)
  const markOf = (position: number): string => (list.tag === 'ol' ? `${first + position}. ` : '- ')
  const items = list.children.filter((child) => typeof child !== 'string')
  return items.map((item, position) => marked(markOf(position), textOf(item, '\n'))).join('\n')
}

const rowOf = (row: Element): string =>
  row.children
    .filter((cell) => typeof cell !== 'string')
    .map((cell) => textOf(cell, ' '))
    .join(' | ')

const blockOf = (block: Element): string => {
  if (block.tag === 'ul' || block.tag === 'ol') return listOf(block)
  if (block.tag === 'blockquote') return marked('> ', textOf(block), '> ')
  if (block.tag === 'pre') return textIn(block).trimEnd()
  if (block.tag === 'hr') return '----------'
  if (block.tag === 'table') return elementsIn(block, 'tr').map(rowOf).join('\n')
  return textOf(block)
}

/** The blocks of an element; text between them is a block too. */
const textOf = ({ children }: Element, between = '\n\n'): string => {
  const blocks: string[] = []
  let line: (Element | string)[] = []
  const endLine = (): void => {
    blocks.push(paragraphOf(line))
    line = []
  }
  for (const child of children) {
    if (isInline(child)) line.push(child)
    else {
      endLine()
      blocks.push(blockOf(child as Element))
    }
  }
  endLine()
  return blocks.filter(Boolean).join(between)
}

/** Sanitized HTML as readable plain text: lists with their marks, quotes with theirs, links with their addresses. */
export const htmlText = (html: string): string => textOf(parse(html))
