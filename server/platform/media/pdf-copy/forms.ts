import { PdfStream, type PdfDict, type PdfObject } from '@libpdf/core'
import { copyColorSpace } from './color-spaces.ts'
import { rewriteContent, type ResourceKind } from './content.ts'
import {
  copyEntries,
  createOnce,
  createRemember,
  dataOf,
  dictOf,
  flag,
  nameOf,
  numbers,
  oneOf,
  resourcesText,
  type CopiedContent,
  type Copier,
  type Rule,
  type Rules,
} from './copier.ts'
import { CannotCopy } from './filters.ts'
import { copyFont } from './fonts.ts'
import { copyGraphicsState } from './graphics-states.ts'
import { readLayers } from './layers.ts'
import { copyPattern, copyShading } from './patterns.ts'
import { copyPicture } from './pictures.ts'
import type { PdfSource } from './source.ts'
import { dictText, type PdfWriter, type Reference } from './writer.ts'

const copySpace = (copier: Copier, value: PdfObject): Reference | undefined => {
  const text = copyColorSpace(copier, value)
  return text === undefined ? undefined : copier.writer.add(text)
}

/** A picture or a form. `hidden`: it belongs to a layer that is not shown, or is of a kind that nobody shows. */
const copyObject = (copier: Copier, value: PdfObject, inherited: PdfDict | undefined): Reference | 'hidden' => {
  const object = copier.source.resolve(value)
  if (!(object instanceof PdfStream)) throw new CannotCopy('Something that is drawn is missing')
  const kind = nameOf(copier, object.get('Subtype'))
  if (kind === 'PS' || !copier.isVisible(object.get('OC'))) return 'hidden'
  return kind === 'Image' ? copyPicture(copier, object) : copier.copyForm(object, inherited)
}

type CopyResource = (
  copier: Copier,
  value: PdfObject,
  inherited: PdfDict | undefined,
) => Reference | 'hidden' | undefined

const copies: Readonly<Record<ResourceKind, CopyResource>> = {
  Font: copyFont,
  XObject: copyObject,
  ExtGState: copyGraphicsState,
  ColorSpace: copySpace,
  Pattern: copyPattern,
  Shading: copyShading,
}

/** Color spaces that stand for those of devices, without being named in the content. */
const defaultSpaces = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

const copyContent = (copier: Copier, data: Uint8Array, resources: PdfDict | undefined): CopiedContent => {
  const used = new Map<string, Map<string, string>>()
  const names = new Map<string, string | undefined>()
  const keep = (kind: string, name: string, text: string): void => {
    const entries = used.get(kind) ?? new Map<string, string>()
    used.set(kind, entries)
    entries.set(name, text)
  }
  const ofKind = (kind: string): PdfDict | undefined => dictOf(copier, resources?.get(kind))

  const copyUsed = (kind: ResourceKind, name: string): string | undefined => {
    if (name.includes('\uFFFD')) throw new CannotCopy('A name is not readable')
    const value = ofKind(kind)?.get(name)
    // Readers skip what is not there.
    if (value === undefined) return undefined
    const reference = copies[kind](copier, value, resources)
    if (reference === undefined) throw new CannotCopy(`A resource of the kind ${kind} cannot be read`)
    if (reference === 'hidden') return undefined
    const newName = `${kind.slice(0, 1)}${reference.number}`
    keep(kind, newName, reference.text)
    return `/${newName}`
  }

  const { text, hasText } = rewriteContent(data, {
    use: (kind, name) => {
      const key = `${kind} ${name}`
      if (!names.has(key)) names.set(key, copyUsed(kind, name))
      return names.get(key)
    },
    isHidden: (property) => property.kind === 'name' && !copier.isVisible(ofKind('Properties')?.get(property.value)),
  })
  for (const name of defaultSpaces) {
    const space = ofKind('ColorSpace')?.get(name)
    const copied = space && copyColorSpace(copier, space)
    if (copied !== undefined) keep('ColorSpace', name, copied)
  }
  return { data: Buffer.from(text, 'latin1'), resources: used, hasText }
}

const groupRules: Rules = {
  S: oneOf('Transparency'),
  CS: (copier, value) => copyColorSpace(copier, value),
  I: flag,
  K: flag,
}

/** How what is drawn together is mixed with what is below it. */
export const group: Rule = (copier, value) => {
  const dict = dictOf(copier, value)
  return dict && dictText(copyEntries(copier, dict, groupRules))
}

const formRules: Rules = { BBox: numbers, Matrix: numbers, Group: group }

const copyForm = (copier: Copier, form: PdfStream, scope: string, resources: PdfDict | undefined): Reference =>
  copier.once(scope, form, (reference) => {
    const content = copier.copyContent(dataOf(copier, form), resources)
    copier.writer.fillStream(
      reference,
      {
        Type: '/XObject',
        Subtype: '/Form',
        ...copyEntries(copier, form, formRules),
        Resources: resourcesText(content.resources),
      },
      content.data,
    )
  })

export const createCopier = (source: PdfSource, writer: PdfWriter): Copier => {
  const scopes = new Map<PdfDict, string>()
  const copier: Copier = {
    source,
    writer,
    isVisible: readLayers(source),
    once: createOnce(writer),
    remember: createRemember(),
    copyContent: (data, resources) => copyContent(copier, data, resources),
    copyForm: (form, inherited) => {
      const own = dictOf(copier, form.get('Resources'))
      if (own || !inherited) return copyForm(copier, form, 'form', own)
      // The same form may mean something else in another place.
      const scope = scopes.get(inherited) ?? `form ${scopes.size}`
      scopes.set(inherited, scope)
      return copyForm(copier, form, scope, inherited)
    },
  }
  return copier
}
