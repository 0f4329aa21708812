/** XML as a tree. Names of namespaces are resolved; comments and instructions are left out. */
export interface XmlElement {
  namespace: string
  name: string
  attributes: XmlAttribute[]
  children: XmlNode[]
}
export type XmlNode = XmlElement | string

export interface XmlAttribute {
  namespace: string
  name: string
  value: string
}

/** What is no XML, or made to be expensive. */
export class XmlFault extends Error {}

export const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const maxDepth = 400
const maxNodes = 5_000_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(x?)([\da-f]{1,8})|(amp|lt|gt|quot|apos));/gi, (whole, hex, digits, name) => {
        if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
        const code = Number.parseInt(digits, hex ? 16 : 10)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** XML is UTF-8 unless it begins with the mark of another encoding. */
export const decodeXml = (content: Uint8Array): string => {
  const mark = (content[0]! << 8) | content[1]!
  const encoding = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[mark] ?? 'utf-8'
  return new TextDecoder(encoding).decode(content)
}

type Scope = ReadonlyMap<string, string>

const splitName = (name: string): [prefix: string, local: string] => {
  const at = name.indexOf(':')
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

const resolve = (scope: Scope, prefix: string): string => {
  const namespace = scope.get(prefix)
  if (namespace === undefined) throw new XmlFault(`The prefix ${prefix} is not declared`)
  return namespace
}

const scopeOf = (outer: Scope, given: readonly [string, string][]): Scope => {
  const own = given.flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice(6), value]] : []
  })
  return own.length === 0 ? outer : new Map([...outer, ...own])
}

/** Prefixes that stand in values are resolved as well. */
const valueOf = (scope: Scope, namespace: string, name: string, value: string): string =>
  namespace === compatibility && name === 'Requires'
    ? value
        .split(/\s+/)
        .filter((prefix) => prefix !== '')
        .map((prefix) => scope.get(prefix) ?? prefix)
        .join(' ')
    : value

const elementOf = (scope: Scope, qualified: string, given: readonly [string, string][]): XmlElement => {
  const [prefix, name] = splitName(qualified)
  const namespace = prefix === '' ? (scope.get('') ?? '') : resolve(scope, prefix)
  const attributes = given.flatMap(([whole, value]): XmlAttribute[] => {
    if (whole === 'xmlns' || whole.startsWith('xmlns:')) return []
    const [own, local] = splitName(whole)
    const space = own === '' ? '' : resolve(scope, own)
    return [{ namespace: space, name: local, value: valueOf(scope, namespace, local, value) }]
  })
  return { namespace, name, attributes, children: [] }
}

const tagName = /[^\s/>=<"']+/y
const attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEnd = /\s*(\/?)>/y

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const skipTo = (xml: string, end: string, at: number): number => {
  const index = xml.indexOf(end, at)
  if (index < 0) throw new XmlFault('The XML is cut off')
  return index + end.length
}

interface Tag {
  name: string
  given: [string, string][]
  isEmpty: boolean
  end: number
}

const readTag = (xml: string, at: number): Tag => {
  const name = match(tagName, xml, at)?.[0]
  if (name === undefined) throw new XmlFault('A tag has no name')
  const pairs: [string, string][] = []
  let position = at + name.length
  for (let next = match(attribute, xml, position); next; next = match(attribute, xml, position)) {
    pairs.push([next[1]!, unescapeXml(next[2] ?? next[3] ?? '')])
    position = attribute.lastIndex
  }
  const end = match(tagEnd, xml, position)
  if (!end) throw new XmlFault('A tag is damaged')
  return { name, given: pairs, isEmpty: end[1] === '/', end: tagEnd.lastIndex }
}

/** Reads XML; fails if it is damaged or declares entities. */
export const parseXml = (xml: string): XmlElement => {
  const root: XmlElement = { namespace: '', name: '', attributes: [], children: [] }
  const open: { element: XmlElement; qualified: string; scope: Scope }[] = [
    { element: root, qualified: '', scope: new Map([['xml', xmlNamespace]]) },
  ]
  let nodes = 0
  for (let at = 0; at < xml.length;) {
    const { element, qualified, scope } = open.at(-1)!
    if ((nodes += 1) > maxNodes) throw new XmlFault('The XML has too many parts')
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at)
      const end = next < 0 ? xml.length : next
      if (open.length > 1) element.children.push(unescapeXml(xml.slice(at, end)))
      at = end
    } else if (xml.startsWith('<?', at)) at = skipTo(xml, '?>', at)
    else if (xml.startsWith('<!--', at)) at = skipTo(xml, '-->', at)
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = skipTo(xml, ']]>', at)
      element.children.push(xml.slice(at + 9, end - 3))
      at = end
    } else if (xml.startsWith('<!', at)) throw new XmlFault('The XML declares a type')
    else if (xml[at + 1] === '/') {
      const end = skipTo(xml, '>', at)
      if (open.length === 1 || xml.slice(at + 2, end - 1).trim() !== qualified) throw new XmlFault('Tags do not match')
      open.pop()
      at = end
    } else {
      const tag = readTag(xml, at + 1)
      const inner = scopeOf(scope, tag.given)
      const child = elementOf(inner, tag.name, tag.given)
      element.children.push(child)
      if (!tag.isEmpty) open.push({ element: child, qualified: tag.name, scope: inner })
      if (open.length > maxDepth) throw new XmlFault('The XML is nested too deeply')
      at = tag.end
    }
  }
  const first = root.children.find((child) => typeof child !== 'string')
  if (open.length > 1 || !first) throw new XmlFault('The XML is cut off')
  return first
}

// oxlint-disable-next-line no-control-regex -- XML may not contain these
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escape = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const namespacesIn = (element: XmlElement, found: Set<string>): Set<string> => {
  found.add(element.namespace)
  for (const { namespace } of element.attributes) if (namespace !== '') found.add(namespace)
  for (const child of element.children) if (typeof child !== 'string') namespacesIn(child, found)
  return found
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Writes XML with these prefixes, by namespace; the prefix `''` is the default one. */
export const writeXml = (root: XmlElement, prefixes: ReadonlyMap<string, string>): string => {
  const nameOf = (namespace: string, name: string): string => {
    if (namespace === xmlNamespace) return `xml:${name}`
    const prefix = prefixes.get(namespace)
    if (prefix === undefined) throw new XmlFault(`The namespace ${namespace} has no prefix`)
    return prefix === '' ? name : `${prefix}:${name}`
  }
  const required = root.namespace === '' ? [] : [...prefixes].filter(([namespace]) => namespace !== '')
  const used = namespacesIn(root, new Set())
  const declared = required
    .filter(([namespace, prefix]) => used.has(namespace) || prefix !== '')
    .map(([namespace, prefix]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}"`)
    .join('')
  const pieces: string[] = []
  const write = (node: XmlNode, more: string): void => {
    if (typeof node === 'string') {
      pieces.push(escape(node))
      return
    }
    const name = nameOf(node.namespace, node.name)
    const attributes = node.attributes.map(
      (one) => ` ${one.namespace === '' ? one.name : nameOf(one.namespace, one.name)}="${escape(one.value)}"`,
    )
    pieces.push(`<${name}${more}${attributes.join('')}`)
    if (node.children.length === 0) {
      pieces.push('/>')
      return
    }
    pieces.push('>')
    for (const child of node.children) write(child, '')
    pieces.push(`</${name}>`)
  }
  write(root, declared)
  return declaration + pieces.join('')
}

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string')

/** The first element with this name, at any depth. */
export const findElement = (element: XmlElement, namespace: string, name: string): XmlElement | undefined => {
  for (const child of elementsOf(element)) {
    if (child.namespace === namespace && child.name === name) return child
    const inner = findElement(child, namespace, name)
    if (inner) return inner
  }
  return undefined
}

export const attributeOf = (element: XmlElement, name: string, namespace = ''): string | undefined =>
  element.attributes.find((one) => one.name === name && one.namespace === namespace)?.value
