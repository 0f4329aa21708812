import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfStream } from '@libpdf/core'
import { CannotCopy } from './filters.ts'
import type { IsVisible } from './layers.ts'
import type { PdfSource } from './source.ts'
import { dictText, numberText, type Entries, type PdfWriter, type Reference } from './writer.ts'

/** By kind and by the name that content streams of the copy use. Names are unique in the copy, so that resources can be merged. */
export type Resources = ReadonlyMap<string, ReadonlyMap<string, string>>

export const resourcesText = (...all: readonly Resources[]): string => {
  const merged = new Map<string, Map<string, string>>()
  for (const resources of all)
    for (const [kind, entries] of resources) {
      const target = merged.get(kind) ?? new Map<string, string>()
      merged.set(kind, target)
      for (const [name, text] of entries) target.set(name, text)
    }
  return dictText(
    Object.fromEntries([...merged].map(([kind, entries]) => [kind, dictText(Object.fromEntries(entries))])),
  )
}

/** What a content stream became, and what it refers to. */
export interface CopiedContent {
  data: Buffer
  resources: Resources
  hasText: boolean
}

/** Everything that copying one document needs. */
export interface Copier {
  source: PdfSource
  writer: PdfWriter
  isVisible: IsVisible
  /** Copies an object once, however often it is used. The reference exists before its content, as objects may contain themselves. */
  once(kind: string, object: object, make: (reference: Reference) => void): Reference
  /** The same, for what may turn out not to be copied. */
  remember(kind: string, object: object, make: () => string | undefined): string | undefined
  /** `undefined`: it has no resources of its own. */
  copyContent(data: Uint8Array, resources: PdfDict | undefined): CopiedContent
  /** A group of drawing operators with resources of its own; those of what it stands in where it has none. */
  copyForm(form: PdfStream, inherited: PdfDict | undefined): Reference
}

const maxDepth = 60

export const createOnce = (writer: PdfWriter): Copier['once'] => {
  const copies = new Map<string, Map<object, Reference>>()
  let depth = 0
  return (kind, object, make) => {
    const ofKind = copies.get(kind) ?? new Map<object, Reference>()
    copies.set(kind, ofKind)
    const copy = ofKind.get(object)
    if (copy) return copy
    const reference = writer.reserve()
    ofKind.set(object, reference)
    depth += 1
    if (depth > maxDepth) throw new CannotCopy('Objects of this document contain each other too deeply')
    make(reference)
    depth -= 1
    return reference
  }
}

export const createRemember = (): Copier['remember'] => {
  const copies = new Map<string, Map<object, string | undefined>>()
  return (kind, object, make) => {
    const ofKind = copies.get(kind) ?? new Map<object, string | undefined>()
    copies.set(kind, ofKind)
    if (!ofKind.has(object)) ofKind.set(object, make())
    return ofKind.get(object)
  }
}

/** How one entry is copied; undefined: it is left out. */
export type Rule = (copier: Copier, value: PdfObject) => string | undefined
export type Rules = Readonly<Record<string, Rule>>

/** Only the entries that have a rule. */
export const copyEntries = (copier: Copier, dict: PdfDict, rules: Rules): Entries =>
  Object.fromEntries(
    Object.entries(rules).map(([key, rule]) => {
      const value = dict.get(key)
      return [key, value === undefined ? undefined : rule(copier, value)]
    }),
  )

export const number: Rule = ({ source }, value) => {
  const plain = source.resolve(value)
  return plain instanceof PdfNumber ? numberText(plain.value) : undefined
}

export const flag: Rule = ({ source }, value) => {
  const plain = source.resolve(value)
  return plain instanceof PdfBool ? String(plain.value) : undefined
}

/** Arrays of numbers and flags, in arrays too. */
export const numbers: Rule = (copier, value) => {
  const list = copier.source.resolve(value)
  if (!(list instanceof PdfArray)) return undefined
  return `[${list
    .toArray()
    .map((each) => number(copier, each) ?? flag(copier, each) ?? numbers(copier, each) ?? 'null')
    .join(' ')}]`
}

export const oneOf =
  (...names: readonly string[]): Rule =>
  ({ source }, value) => {
    const name = source.resolve(value)
    return name instanceof PdfName && names.includes(name.value) ? `/${name.value}` : undefined
  }

export const nameOf = ({ source }: Pick<Copier, 'source'>, value: PdfObject | undefined): string | undefined => {
  const name = source.resolve(value)
  return name instanceof PdfName ? name.value : undefined
}

export const dictOf = ({ source }: Pick<Copier, 'source'>, value: PdfObject | undefined): PdfDict | undefined => {
  const dict = source.resolve(value)
  return dict instanceof PdfDict ? dict : undefined
}

export const listOf = ({ source }: Pick<Copier, 'source'>, value: PdfObject | undefined): PdfObject[] => {
  const list = source.resolve(value)
  return list instanceof PdfArray ? list.toArray() : []
}

/** All numbers of a list, such as a rectangle. */
export const numbersOf = (copier: Pick<Copier, 'source'>, value: PdfObject | undefined): number[] =>
  listOf(copier, value).flatMap((each) => {
    const plain = copier.source.resolve(each)
    return plain instanceof PdfNumber ? [plain.value] : []
  })

/** The whole content of a stream that is no picture. */
export const dataOf = ({ source }: Pick<Copier, 'source'>, stream: PdfStream): Uint8Array => {
  const { data, left } = source.decode(stream)
  if (left.length > 0) throw new CannotCopy('A stream is encoded in a way that is not known')
  return data
}
