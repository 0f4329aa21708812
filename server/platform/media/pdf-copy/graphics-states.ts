import { PdfDict, PdfName, PdfStream, type PdfObject } from '@libpdf/core'
import { copyEntries, flag, listOf, number, numbers, oneOf, type Copier, type Rule, type Rules } from './copier.ts'
import { copyFont } from './fonts.ts'
import { copyFunctions } from './functions.ts'
import { dictText, type Reference } from './writer.ts'

const blendModes =
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  )
const blendMode = oneOf(...blendModes)

/** The first one that readers know. */
const blending: Rule = (copier, value) =>
  blendMode(copier, value) ??
  listOf(copier, value)
    .map((each) => blendMode(copier, each))
    .find((each) => each !== undefined)

const transfer: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  return object instanceof PdfName ? oneOf('Identity', 'Default')(copier, object) : copyFunctions(copier, value)
}

const maskRules: Rules = {
  S: oneOf('Alpha', 'Luminosity'),
  G: (copier, value) => {
    const form = copier.source.resolve(value)
    return form instanceof PdfStream ? copier.copyForm(form, undefined).text : undefined
  },
  BC: numbers,
  TR: transfer,
}

const mask: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  return object instanceof PdfDict ? dictText(copyEntries(copier, object, maskRules)) : oneOf('None')(copier, value)
}

/** A font and its size. */
const fontAndSize: Rule = (copier, value) => {
  const [font, size] = listOf(copier, value)
  const reference = font && copyFont(copier, font, undefined)
  return reference && size ? `[${reference.text} ${number(copier, size) ?? 1}]` : undefined
}

const rules: Rules = {
  LW: number,
  LC: number,
  LJ: number,
  ML: number,
  D: numbers,
  RI: oneOf('AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual'),
  OP: flag,
  op: flag,
  OPM: number,
  Font: fontAndSize,
  TR: transfer,
  TR2: transfer,
  FL: number,
  SM: number,
  SA: flag,
  BM: blending,
  SMask: mask,
  CA: number,
  ca: number,
  AIS: flag,
  TK: flag,
}

export const copyGraphicsState = (copier: Copier, value: PdfObject): Reference | undefined => {
  const state = copier.source.resolve(value)
  if (!(state instanceof PdfDict)) return undefined
  return copier.once('graphics state', state, (reference) =>
    copier.writer.fill(reference, dictText(copyEntries(copier, state, rules))),
  )
}
