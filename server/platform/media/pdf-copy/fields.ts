import { PdfArray, PdfName, PdfNumber, PdfStream, PdfString, type PdfDict, type PdfObject } from '@libpdf/core'
import { dataOf, dictOf, listOf, nameOf, numbersOf, type Copier } from './copier.ts'
import { CannotCopy } from './filters.ts'
import { colorText, type Drawing } from './shapes.ts'
import type { TextFont } from './text-font.ts'
import { drawText, type TextBox } from './text-layout.ts'
import { createTokenizer } from './tokens.ts'
import { numberText } from './writer.ts'

const maxParents = 20

/** A value that a field takes from those above it. */
const inherited = (copier: Copier, widget: PdfDict, key: string): PdfObject | undefined => {
  let field: PdfDict | undefined = widget
  for (let step = 0; field && step < maxParents; step += 1) {
    const value = field.get(key)
    if (value !== undefined && copier.source.resolve(value) !== undefined) return value
    field = dictOf(copier, field.get('Parent'))
  }
  return undefined
}

export const textOf = (copier: Copier, value: PdfObject | undefined): string => {
  const object = copier.source.resolve(value)
  if (object instanceof PdfString) return object.asString()
  if (object instanceof PdfStream) return new PdfString(dataOf(copier, object)).asString()
  return object instanceof PdfName ? object.value : ''
}

const numberOf = (copier: Copier, value: PdfObject | undefined): number => {
  const object = copier.source.resolve(value)
  return object instanceof PdfNumber ? object.value : 0
}

/** What a choice is called; documents may store something shorter for it. */
const choiceText = (copier: Copier, widget: PdfDict, chosen: string): string => {
  for (const option of listOf(copier, inherited(copier, widget, 'Opt'))) {
    const [stored, label] = listOf(copier, option)
    if (stored && textOf(copier, stored) === chosen) return textOf(copier, label)
  }
  return chosen
}

const flags = { multiline: 1 << 12, password: 1 << 13, radio: 1 << 15, push: 1 << 16, comb: 1 << 24 }

export interface Field {
  kind: 'text' | 'choice' | 'button' | 'other'
  /** What was typed or chosen. */
  text: string
  /** Of a box to tick: the name of its state. */
  state: string
  isRadio: boolean
  isPush: boolean
}

const kinds: Readonly<Record<string, Field['kind']>> = { Tx: 'text', Ch: 'choice', Btn: 'button' }

export const readField = (copier: Copier, widget: PdfDict): Field => {
  const kind = kinds[nameOf(copier, inherited(copier, widget, 'FT')) ?? ''] ?? 'other'
  const bits = numberOf(copier, inherited(copier, widget, 'Ff'))
  const value = inherited(copier, widget, 'V')
  const plain = copier.source.resolve(value)
  const chosen =
    plain instanceof PdfArray ? plain.toArray().map((each) => textOf(copier, each)) : [textOf(copier, value)]
  const typed = bits & flags.password ? '*'.repeat(chosen[0]!.length) : chosen[0]!
  return {
    kind,
    text:
      kind === 'choice'
        ? chosen.map((each) => choiceText(copier, widget, each)).join('\n')
        : kind === 'text'
          ? typed
          : '',
    state: nameOf(copier, widget.get('AS')) ?? nameOf(copier, value) ?? 'Off',
    isRadio: (bits & flags.radio) !== 0,
    isPush: (bits & flags.push) !== 0,
  }
}

interface Style {
  size: number
  color: string
}

const colorCounts: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 }

/** Size and color of a text, from the operators that the document has for it. */
const styleOf = (text: string): Style => {
  const tokenizer = createTokenizer(Buffer.from(text, 'latin1'))
  let numbers: number[] = []
  const style: Style = { size: 0, color: '0 g' }
  for (let token = tokenizer.read(); token; token = tokenizer.read()) {
    if (token.kind === 'number') numbers.push(token.value)
    if (token.kind !== 'word') continue
    if (token.value === 'Tf') style.size = Math.abs(numbers.at(-1) ?? 0)
    if (numbers.length === colorCounts[token.value]) style.color = `${numbers.map(numberText).join(' ')} ${token.value}`
    numbers = []
  }
  return style
}

const alignments = ['left', 'center', 'right'] as const

/** How a text of an annotation is set. `form`: what all fields have in common. */
export const textBoxOf = (
  copier: Copier,
  annotation: PdfDict,
  given: Pick<TextBox, 'text' | 'width' | 'height' | 'isMultiline'>,
  form?: PdfDict,
): TextBox => ({
  ...given,
  ...styleOf(textOf(copier, inherited(copier, annotation, 'DA') ?? form?.get('DA'))),
  align: alignments[numberOf(copier, inherited(copier, annotation, 'Q') ?? form?.get('Q'))] ?? 'left',
})

const tick = (width: number, height: number): string => {
  const at = (x: number, y: number): string => `${numberText(x * width)} ${numberText(y * height)}`
  return `q 0 G ${numberText(Math.min(width, height) * 0.12)} w ${at(0.2, 0.5)} m ${at(0.42, 0.25)} l ${at(0.8, 0.75)} l S Q`
}

const dot = (width: number, height: number): string => {
  const size = Math.min(width, height) * 0.5
  // A line without length and with round ends.
  const at = `${numberText(width / 2)} ${numberText(height / 2)}`
  return `q 0 G 1 J ${numberText(size)} w ${at} m ${at} l S Q`
}

const frameOf = (copier: Copier, widget: PdfDict, width: number, height: number): string[] => {
  const look = dictOf(copier, widget.get('MK'))
  const style = dictOf(copier, widget.get('BS'))
  const line = style?.has('W') ? numberOf(copier, style.get('W')) : 1
  const fill = colorText(numbersOf(copier, look?.get('BG')), 'fill')
  const stroke = colorText(numbersOf(copier, look?.get('BC')), 'stroke')
  const rectangle = (inset: number): string =>
    [inset, inset, width - 2 * inset, height - 2 * inset].map(numberText).join(' ')
  return [
    ...(fill ? [`q ${fill} ${rectangle(0)} re f Q`] : []),
    ...(stroke && line > 0 ? [`q ${stroke} ${numberText(line)} w ${rectangle(line / 2)} re S Q`] : []),
  ]
}

const rotations: Readonly<Record<number, (width: number, height: number) => string>> = {
  90: (width) => `0 1 -1 0 ${numberText(width)} 0 cm`,
  180: (width, height) => `-1 0 0 -1 ${numberText(width)} ${numberText(height)} cm`,
  270: (_width, height) => `0 -1 1 0 0 ${numberText(height)} cm`,
}

/** What a field shows whose document brings no drawing of it along; its lower left corner is the origin. */
export const drawField = async (
  copier: Copier,
  widget: PdfDict,
  { width, height }: { width: number; height: number },
  { form, loadFont }: { form: PdfDict | undefined; loadFont: () => Promise<TextFont> },
): Promise<Drawing> => {
  const field = readField(copier, widget)
  const frame = frameOf(copier, widget, width, height)
  if (field.kind === 'button' && !field.isPush) {
    // Which one of several is chosen is only told by their drawings.
    if (field.isRadio && !widget.has('AS') && field.state !== 'Off')
      throw new CannotCopy('A chosen field cannot be drawn')
    const mark = field.state === 'Off' || field.state === '' ? [] : [(field.isRadio ? dot : tick)(width, height)]
    return { text: [...frame, ...mark].join('\n'), fonts: [] }
  }
  const look = dictOf(copier, widget.get('MK'))
  const text = field.isPush ? textOf(copier, look?.get('CA')) : field.text
  if (text.trim() === '') return { text: frame.join('\n'), fonts: [] }
  const bits = numberOf(copier, inherited(copier, widget, 'Ff'))
  const most = numberOf(copier, inherited(copier, widget, 'MaxLen'))
  const turn = ((numberOf(copier, look?.get('R')) % 360) + 360) % 360
  const [across, down] = turn % 180 === 90 ? [height, width] : [width, height]
  const isMultiline = field.kind === 'choice' ? text.includes('\n') : (bits & flags.multiline) !== 0
  const box = textBoxOf(copier, widget, { text, width: across, height: down, isMultiline }, form)
  const font = await loadFont()
  const drawn = drawText(font, {
    ...box,
    align: field.isPush ? 'center' : box.align,
    cells: bits & flags.comb && field.kind === 'text' && most > 0 ? most : undefined,
  })
  const turned = rotations[turn]?.(width, height)
  return { text: [...frame, 'q', ...(turned ? [turned] : []), drawn, 'Q'].join('\n'), fonts: [font] }
}
