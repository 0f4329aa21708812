import { createTokenizer, type Token } from './tokens.ts'
import { nameText, numberText, stringText } from './writer.ts'

/** What maps codes to characters; everything else in such a program is a frame around it. */
const sections: Readonly<Record<string, string>> = {
  begincodespacerange: 'endcodespacerange',
  beginbfchar: 'endbfchar',
  beginbfrange: 'endbfrange',
  begincidchar: 'endcidchar',
  begincidrange: 'endcidrange',
  beginnotdefchar: 'endnotdefchar',
  beginnotdefrange: 'endnotdefrange',
}

const entryText = (token: Token): string => {
  if (token.kind === 'string') return stringText(token.bytes)
  if (token.kind === 'number') return numberText(token.value)
  if (token.kind === 'array') return `[${token.items.map(entryText).join(' ')}]`
  return ''
}

export interface CharMap {
  data: Buffer
  isVertical: boolean
}

/** The same map with a frame that names nobody. `predefined` tells whether a map of that name belongs to every reader. */
export const cleanCharMap = (data: Uint8Array, predefined: (name: string) => boolean): CharMap => {
  const tokenizer = createTokenizer(data)
  const body: string[] = []
  let before: Token | undefined
  let beforeThat: Token | undefined
  let isVertical = false
  for (let token = tokenizer.read(); token; token = tokenizer.read()) {
    const word = token.kind === 'word' ? token.value : ''
    const end = sections[word]
    if (end) {
      const entries: Token[] = []
      for (let each = tokenizer.read(); each && !(each.kind === 'word' && each.value === end); each = tokenizer.read())
        entries.push(each)
      const size = before?.kind === 'number' ? numberText(before.value) : String(entries.length)
      body.push(`${size} ${word}`, ...entries.map(entryText), end)
    }
    if (word === 'usecmap' && before?.kind === 'name' && predefined(before.value))
      body.unshift(`${nameText(before.value)} usecmap`)
    if (word === 'def' && beforeThat?.kind === 'name' && beforeThat.value === 'WMode')
      isVertical = before?.kind === 'number' && before.value === 1
    beforeThat = before
    before = token
  }
  const text = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Map def',
    '/CMapType 2 def',
    `/WMode ${isVertical ? 1 : 0} def`,
    ...body,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
  return { data: Buffer.from(text), isVertical }
}
