import { readInlinePicture } from './inline-pictures.ts'
import { createTokenizer, tokenText, type Token } from './tokens.ts'
import { numberText } from './writer.ts'

/** What a content stream may refer to by name. */
export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading'

export interface ContentResources {
  /** The name that it has in the copy, where it is visible and may stay. */
  use(kind: ResourceKind, name: string): string | undefined
  /** Whether what is marked with this belongs to a layer that is not shown. */
  isHidden(property: Token): boolean
}

/**
 * The operators that may stay, and what stands before each of them: n number, s string, t strings and numbers, d
 * numbers, i rendering intent, others the kinds of resources. Whatever else stands there is left out.
 */
const operators: Readonly<Record<string, string>> = {
  q: '', Q: '', cm: 'nnnnnn', w: 'n', J: 'n', j: 'n', M: 'n', d: 'dn', ri: 'i', i: 'n', gs: 'G',
  m: 'nn', l: 'nn', c: 'nnnnnn', v: 'nnnn', y: 'nnnn', h: '', re: 'nnnn',
  S: '', s: '', f: '', F: '', 'f*': '', B: '', 'B*': '', b: '', 'b*': '', n: '', W: '', 'W*': '',
  BT: '', ET: '', Tc: 'n', Tw: 'n', Tz: 'n', TL: 'n', Tf: 'Fn', Tr: 'n', Ts: 'n', Td: 'nn', TD: 'nn', Tm: 'nnnnnn',
  'T*': '', Tj: 's', TJ: 't', "'": 's', '"': 'nns', d0: 'nn', d1: 'nnnnnn', CS: 'C', cs: 'C',
  G: 'n', g: 'n', RG: 'nnn', rg: 'nnn', K: 'nnnn', k: 'nnnn', sh: 'H', Do: 'X',
} // prettier-ignore

const kinds: Readonly<Record<string, ResourceKind>> = {
  F: 'Font',
  X: 'XObject',
  G: 'ExtGState',
  C: 'ColorSpace',
  H: 'Shading',
}

const paints = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const marks = new Set(['BMC', 'BDC', 'MP', 'DP'])
const colorOperators = new Set(['sc', 'SC', 'scn', 'SCN'])
const intents = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual'])
const deviceSpaces = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern', 'G', 'RGB', 'CMYK'])

const numbersIn = (tokens: readonly Token[]): string =>
  tokens.flatMap((each) => (each.kind === 'number' ? [numberText(each.value)] : [])).join(' ')

const isShown = (each: Token): boolean => each.kind === 'number' || each.kind === 'string'

const hasLetters = (token: Token): boolean =>
  token.kind === 'string' ? token.bytes.length > 0 : token.kind === 'array' && token.items.some(hasLetters)

export interface RewrittenContent {
  text: string
  /** It shows text. */
  hasText: boolean
}

/** The same picture from the operators that may stay. Comments, marks and hidden layers are left out. */
export const rewriteContent = (data: Uint8Array, resources: ContentResources): RewrittenContent => {
  const tokenizer = createTokenizer(data)
  const lines: string[] = []
  let operands: Token[] = []
  /** Of each marked sequence that is open, whether it is hidden. */
  const sequences: boolean[] = []
  let hidden = 0
  let depth = 0
  let isInText = false
  let hasText = false

  const colorSpace = (name: string): string | undefined =>
    deviceSpaces.has(name) ? `/${name}` : resources.use('ColorSpace', name)

  const operandText = (type: string, token: Token): string | undefined => {
    if (type === 'n' || type === 's')
      return token.kind === (type === 'n' ? 'number' : 'string') ? tokenText(token) : undefined
    if (type === 'd') return token.kind === 'array' ? `[${numbersIn(token.items)}]` : undefined
    if (type === 't')
      return token.kind === 'array' ? `[${token.items.filter(isShown).map(tokenText).join(' ')}]` : undefined
    if (token.kind !== 'name') return undefined
    if (type === 'i') return intents.has(token.value) ? `/${token.value}` : undefined
    return type === 'C' ? colorSpace(token.value) : resources.use(kinds[type]!, token.value)
  }

  const write = (operator: string): void => {
    const types = operators[operator]!
    const values = operands.slice(operands.length - types.length)
    if (values.length < types.length) return
    const texts = values.map((token, index) => operandText(types[index]!, token))
    if (texts.includes(undefined)) return
    lines.push([...texts, operator].join(' '))
    if (values.some(hasLetters)) hasText = true
  }

  /** What is not seen is not painted, but goes on to change how the rest is. */
  const writeHidden = (operator: string): void => {
    if (paints.has(operator)) lines.push('n')
    else if (operator === "'") lines.push('T*')
    else if (operator === '"') {
      const [word, character] = operands.slice(-3)
      if (word?.kind === 'number' && character?.kind === 'number')
        lines.push(`${tokenText(word)} Tw`, `${tokenText(character)} Tc`, 'T*')
    } else if (!['Tj', 'TJ', 'sh', 'Do'].includes(operator)) write(operator)
  }

  const writeColor = (operator: string): void => {
    const last = operands.at(-1)
    const numbers = numbersIn(operands)
    if (last?.kind !== 'name') lines.push(`${numbers} ${operator}`)
    else {
      const name = resources.use('Pattern', last.value)
      if (name) lines.push(`${numbers} ${name} ${operator}`)
    }
  }

  const openMark = (operator: string): void => {
    const [tag, property] = operands.slice(-2)
    if (operator === 'MP' || operator === 'DP') return
    const isLayer = operator === 'BDC' && tag?.kind === 'name' && tag.value === 'OC' && property !== undefined
    const isHidden = isLayer && resources.isHidden(property)
    sequences.push(isHidden)
    if (isHidden) hidden += 1
  }

  const writePicture = (): void => {
    const picture = readInlinePicture(tokenizer, data)
    if (hidden > 0) return
    const space = picture.entries.get('CS')
    const name =
      space?.kind === 'name'
        ? colorSpace(space.value)
        : space?.kind === 'array'
          ? inlineIndexed(space.items, colorSpace)
          : undefined
    const text = `BI ${picture.head}${name ? ` /CS ${name}` : ''} ID `
    lines.push(`${text}${Buffer.from(picture.data).toString('latin1')}\nEI`)
  }

  const writeOperator = (operator: string): void => {
    if (operator === 'BI') writePicture()
    else if (marks.has(operator)) openMark(operator)
    else if (operator === 'EMC') {
      if (sequences.pop()) hidden -= 1
    } else if (colorOperators.has(operator)) writeColor(operator)
    else if (operator in operators && !(operator === 'Q' && depth === 0)) {
      if (operator === 'q') depth += 1
      if (operator === 'Q') depth -= 1
      if (operator === 'BT') isInText = true
      if (operator === 'ET') isInText = false
      if (hidden > 0) writeHidden(operator)
      else write(operator)
    }
  }

  for (let token = tokenizer.read(); token; token = tokenizer.read()) {
    if (token.kind !== 'word' || token.value === 'true' || token.value === 'false' || token.value === 'null') {
      operands.push(token)
      // No operator takes more, so that these belong to none.
      if (operands.length > 64) operands = operands.slice(-33)
      continue
    }
    writeOperator(token.value)
    operands = []
  }
  if (isInText) lines.push('ET')
  for (; depth > 0; depth -= 1) lines.push('Q')
  return { text: lines.join('\n'), hasText }
}

/** Pictures inside content may have a table of colors of their own. */
const inlineIndexed = (
  [kind, base, high, table]: readonly Token[],
  colorSpace: (name: string) => string | undefined,
): string | undefined => {
  if (kind?.kind !== 'name' || base?.kind !== 'name' || high?.kind !== 'number' || table?.kind !== 'string')
    return undefined
  const name = colorSpace(base.value)
  return name ? `[/Indexed ${name} ${numberText(high.value)} ${tokenText(table)}]` : undefined
}
