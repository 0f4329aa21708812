import { PdfArray, PdfDict, PdfStream, type PdfObject } from '@libpdf/core'
import { copyEntries, dataOf, number, numbers, type Copier, type Rules } from './copier.ts'
import { dictText } from './writer.ts'

const rules: Rules = {
  FunctionType: number,
  Domain: numbers,
  Range: numbers,
  Size: numbers,
  BitsPerSample: number,
  Order: number,
  Encode: numbers,
  Decode: numbers,
  C0: numbers,
  C1: numbers,
  N: number,
  Bounds: numbers,
  Functions: (copier, value) => copyFunctions(copier, value),
}

/** Programs consist of numbers, brackets and these words. */
const calculatorWords = new Set(
  'abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate and bitshift eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll'.split(
    ' ',
  ),
)

const calculator = (data: Uint8Array): Buffer => {
  const program = Buffer.from(data)
    .toString('latin1')
    .replaceAll(/%[^\r\n]*/g, ' ')
  const words = program.match(/[{}]|[^\s{}]+/g) ?? []
  return Buffer.from(
    words
      .filter((word) => /^[{}]$|^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word) || calculatorWords.has(word))
      .join(' '),
  )
}

export const copyFunction = (copier: Copier, value: PdfObject): string | undefined => {
  const original = copier.source.resolve(value)
  if (!(original instanceof PdfDict)) return undefined
  return copier.once('function', original, (reference) => {
    const entries = copyEntries(copier, original, rules)
    if (!(original instanceof PdfStream)) {
      copier.writer.fill(reference, dictText(entries))
      return
    }
    const data = dataOf(copier, original)
    copier.writer.fillStream(reference, entries, entries['FunctionType'] === '4' ? calculator(data) : data)
  }).text
}

/** One function, or one for each component. */
export const copyFunctions = (copier: Copier, value: PdfObject): string | undefined => {
  const list = copier.source.resolve(value)
  if (!(list instanceof PdfArray)) return copyFunction(copier, value)
  return `[${list
    .toArray()
    .map((each) => copyFunction(copier, each) ?? 'null')
    .join(' ')}]`
}
