import { PdfArray, PdfBool, PdfStream } from '@libpdf/core'
import { copyColorSpace } from './color-spaces.ts'
import {
  copyEntries,
  dataOf,
  dictOf,
  flag,
  listOf,
  nameOf,
  number,
  numbers,
  type Copier,
  type Rule,
  type Rules,
} from './copier.ts'
import { requireStrippedJpeg } from '../jpeg.ts'
import { CannotCopy, filterName } from './filters.ts'
import { stripJpeg2000 } from './jpeg2000-boxes.ts'
import { stripJbig2 } from './jbig2-segments.ts'
import { dictText, type Entries, type Reference } from './writer.ts'

const picture: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  return object instanceof PdfStream ? copyPicture(copier, object).text : undefined
}

/** A picture that covers this one, or colors that are not shown. */
const maskOf: Rule = (copier, value) =>
  copier.source.resolve(value) instanceof PdfArray ? numbers(copier, value) : picture(copier, value)

const rules: Rules = {
  Width: number,
  Height: number,
  BitsPerComponent: number,
  ColorSpace: (copier, value) => copyColorSpace(copier, value),
  Decode: numbers,
  ImageMask: flag,
  Interpolate: flag,
  Mask: maskOf,
  SMask: picture,
  SMaskInData: number,
  Matte: numbers,
}

const shared: Rule = (copier, value) => {
  const stream = copier.source.resolve(value)
  if (!(stream instanceof PdfStream)) return undefined
  return copier.once('shared segments', stream, (reference) =>
    copier.writer.fillStream(reference, {}, stripJbig2(dataOf(copier, stream))),
  ).text
}

const parameterRules: Rules = {
  K: number,
  Columns: number,
  Rows: number,
  Predictor: number,
  Colors: number,
  BitsPerComponent: number,
  EarlyChange: number,
  ColorTransform: number,
  DamagedRowsBeforeError: number,
  BlackIs1: flag,
  EncodedByteAlign: flag,
  EndOfLine: flag,
  EndOfBlock: flag,
  JBIG2Globals: shared,
}

const strippers: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  DCTDecode: requireStrippedJpeg,
  JPXDecode: stripJpeg2000,
  JBIG2Decode: stripJbig2,
  CCITTFaxDecode: (data) => data,
}

const parametersOf = (copier: Copier, stream: PdfStream, index: number): string | undefined => {
  const parms = copier.source.resolve(stream.get('DecodeParms') ?? stream.get('DP'))
  const dict =
    parms instanceof PdfArray ? dictOf(copier, parms.at(index)) : index === 0 ? dictOf(copier, parms) : undefined
  return dict && dictText(copyEntries(copier, dict, parameterRules))
}

const filterNames = (copier: Copier, stream: PdfStream): string[] => {
  const filter = stream.get('Filter') ?? stream.get('F')
  const names = copier.source.resolve(filter) instanceof PdfArray ? listOf(copier, filter) : [filter]
  return names.flatMap((each) => filterName(nameOf(copier, each) ?? '') || [])
}

/** How its pixels are encoded: as before, where that needs no look into them. */
const encode = (copier: Copier, stream: PdfStream): { entries: Entries; data: Uint8Array } => {
  const names = filterNames(copier, stream)
  // Scans on a large sheet are too large to be unpacked in memory.
  if (names.length === 1 && names[0] === 'FlateDecode')
    return { entries: { Filter: '/FlateDecode', DecodeParms: parametersOf(copier, stream, 0) }, data: stream.data }
  const { data, left } = copier.source.decode(stream)
  const [codec, ...others] = left
  if (!codec) return { entries: {}, data }
  const strip = strippers[codec.name]
  if (!strip || others.length > 0) throw new CannotCopy('A picture is encoded in a way that is not known')
  const parameters = parametersOf(copier, stream, names.length - 1)
  return { entries: { Filter: `/${codec.name}`, DecodeParms: parameters }, data: strip(data) }
}

/** The same pixels without anything that was written beside them. */
export const copyPicture = (copier: Copier, stream: PdfStream): Reference =>
  copier.once('picture', stream, (reference) => {
    const isMask = copier.source.resolve(stream.get('ImageMask'))
    const entries = copyEntries(copier, stream, rules)
    const { entries: encoding, data } = encode(copier, stream)
    if (
      encoding['Filter'] !== '/JPXDecode' &&
      !(isMask instanceof PdfBool && isMask.value) &&
      entries['ColorSpace'] === undefined
    )
      throw new CannotCopy('A picture has colors that are not known')
    const all = { Type: '/XObject', Subtype: '/Image', ...entries, ...encoding }
    if (encoding['Filter'] === undefined) copier.writer.fillStream(reference, all, data)
    else copier.writer.fillEncoded(reference, all, data)
  })
