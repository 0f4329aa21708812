import { ProviderError } from './sign-in.ts'

/** An element of the answer. */
interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
}

const casNamespace = 'http://www.yale.edu/tp/cas'

const deepest = 16
const mostElements = 1_000

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const refuse = (why: string): never => {
  throw new ProviderError('invalid', `The answer is not the XML of CAS: ${why}`)
}

const characterOf = (body: string): string => {
  const digits = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(body)
  const point = digits && Number.parseInt(digits[1] ?? digits[2]!, digits[1] === undefined ? 16 : 10)
  if (point && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)) return String.fromCodePoint(point)
  return named[body] ?? refuse('an entity')
}

const decode = (text: string): string =>
  text.replaceAll(/&([^;&<]{0,10};?)/g, (_whole, body: string) =>
    body.endsWith(';') ? characterOf(body.slice(0, -1)) : refuse('a bare ampersand'),
  )

const tag =
  /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

const attributesOf = (text: string): Map<string, string> => {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (attributes.has(name)) refuse('an attribute twice')
    attributes.set(name, decode(double ?? single ?? ''))
  }
  return attributes
}

/**
 * Reads what CAS servers send, and nothing else of XML: no document type, no entities of its own, no comments, no sections. What
 * some readers skip and others do not must never decide who somebody is.
 */
const parse = (source: string): Element => {
  const text = source.replace(/^\uFEFF?\s*(<\?xml\s[^?<>]{0,100}\?>)?\s*/, '').trimEnd()
  if (/<[!?]/.test(text)) refuse('a declaration, comment or section')
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' }
  const open: Element[] = [root]
  let count = 0
  let position = 0
  while (position < text.length) {
    const here = open.at(-1)!
    if (text[position] !== '<') {
      const end = text.indexOf('<', position)
      const piece = text.slice(position, end === -1 ? text.length : end)
      if (here === root) refuse('text around it')
      here.text += decode(piece)
      position += piece.length
      continue
    }
    tag.lastIndex = position
    const [whole, closing, name = '', attributes = '', empty] = tag.exec(text) ?? refuse('a broken tag')
    position += whole.length
    if (closing) {
      if (attributes || empty || here.name !== name) refuse('a wrong end tag')
      open.pop()
      if (open.length === 1 && position < text.length) refuse('something after its end')
      continue
    }
    count += 1
    if (count > mostElements || open.length > deepest) refuse('too many elements')
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' }
    here.children.push(element)
    if (!empty) open.push(element)
  }
  if (open.length !== 1) refuse('it ends too early')
  return root.children.length === 1 ? root.children[0]! : refuse('not one element')
}

const childrenOf = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name)

const oneOf = (element: Element, name: string): Element | undefined => {
  const all = childrenOf(element, name)
  if (all.length > 1) refuse(`${name} twice`)
  return all[0]
}

/** A text without elements in it. */
const textOf = ({ name, children, text }: Element): string =>
  children.length === 0 ? text.trim() : refuse(`elements in ${name}`)

export interface CasAnswer {
  user: string
  attributes: ReadonlyMap<string, readonly string[]>
}

/** The user of a ticket. */
export const readCasAnswer = (source: string): CasAnswer => {
  const response = parse(source)
  const prefix = /^(?:([\w.-]+):)?serviceResponse$/.exec(response.name)
  if (!prefix) return refuse('another root element')
  if (response.attributes.get(prefix[1] ? `xmlns:${prefix[1]}` : 'xmlns') !== casNamespace) refuse('another namespace')
  const nameOf = (name: string): string => (prefix[1] ? `${prefix[1]}:${name}` : name)
  const success = oneOf(response, nameOf('authenticationSuccess'))
  const failure = oneOf(response, nameOf('authenticationFailure'))
  if (response.children.length !== 1) refuse('not one result')
  if (failure) {
    const code = (failure.attributes.get('code') ?? '').slice(0, 60)
    const isOurs = code === 'INVALID_TICKET' || code === 'INVALID_TICKET_SPEC' || code === 'INVALID_SERVICE'
    throw new ProviderError(isOurs ? 'mismatch' : 'refused', code)
  }
  const user = success && oneOf(success, nameOf('user'))
  const name = user ? textOf(user) : ''
  if (name === '' || name.length > 255) refuse('no user')
  const attributes = new Map<string, string[]>()
  const group = success && oneOf(success, nameOf('attributes'))
  for (const child of group?.children ?? []) {
    const key = child.name.slice(child.name.indexOf(':') + 1)
    if (child.children.length === 0) attributes.set(key, [...(attributes.get(key) ?? []), child.text.trim()])
  }
  return { user: name, attributes }
}
