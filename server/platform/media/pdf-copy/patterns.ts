import { PdfDict, PdfStream, type PdfObject } from '@libpdf/core'
import { copyColorSpace } from './color-spaces.ts'
import { copyEntries, dataOf, dictOf, flag, number, numbers, resourcesText, type Copier, type Rules } from './copier.ts'
import { copyFunctions } from './functions.ts'
import { copyGraphicsState } from './graphics-states.ts'
import { dictText, type Reference } from './writer.ts'

const shadingRules: Rules = {
  ShadingType: number,
  ColorSpace: (copier, value) => copyColorSpace(copier, value),
  Background: numbers,
  BBox: numbers,
  AntiAlias: flag,
  Domain: numbers,
  Matrix: numbers,
  Function: copyFunctions,
  Coords: numbers,
  Extend: numbers,
  BitsPerCoordinate: number,
  BitsPerComponent: number,
  BitsPerFlag: number,
  Decode: numbers,
  VerticesPerRow: number,
}

export const copyShading = (copier: Copier, value: PdfObject): Reference | undefined => {
  const shading = copier.source.resolve(value)
  if (!(shading instanceof PdfDict)) return undefined
  return copier.once('shading', shading, (reference) => {
    const entries = copyEntries(copier, shading, shadingRules)
    if (shading instanceof PdfStream) copier.writer.fillStream(reference, entries, dataOf(copier, shading))
    else copier.writer.fill(reference, dictText(entries))
  })
}

const tilingRules: Rules = {
  PatternType: number,
  PaintType: number,
  TilingType: number,
  BBox: numbers,
  XStep: number,
  YStep: number,
  Matrix: numbers,
}

const shadedRules: Rules = {
  PatternType: number,
  Matrix: numbers,
  Shading: (copier, value) => copyShading(copier, value)?.text,
  ExtGState: (copier, value) => copyGraphicsState(copier, value)?.text,
}

export const copyPattern = (
  copier: Copier,
  value: PdfObject,
  inherited: PdfDict | undefined,
): Reference | undefined => {
  const pattern = copier.source.resolve(value)
  if (!(pattern instanceof PdfDict)) return undefined
  return copier.once('pattern', pattern, (reference) => {
    if (!(pattern instanceof PdfStream)) {
      copier.writer.fill(reference, dictText(copyEntries(copier, pattern, shadedRules)))
      return
    }
    const content = copier.copyContent(dataOf(copier, pattern), dictOf(copier, pattern.get('Resources')) ?? inherited)
    const entries = { ...copyEntries(copier, pattern, tilingRules), Resources: resourcesText(content.resources) }
    copier.writer.fillStream(reference, entries, content.data)
  })
}
