import { PdfDict, PdfName, PdfNumber, PdfStream, PdfString, type PdfObject } from '@libpdf/core'
import { cleanCharMap } from './char-maps.ts'
import {
  copyEntries,
  dataOf,
  dictOf,
  listOf,
  nameOf,
  number,
  numbers,
  oneOf,
  resourcesText,
  type Copier,
  type Rule,
  type Rules,
} from './copier.ts'
import { CannotCopy } from './filters.ts'
import { cleanCff, cleanSfnt, cleanType1 } from './font-files.ts'
import { dictText, nameText, numberText, type Entries, type Reference } from './writer.ts'

/** Maps that belong to every reader. */
const isPredefinedMap = (name: string): boolean =>
  /^(?:Identity|Adobe|GB|GBpc|GBK|GBKp|GBK2K|GBT|GBTpc|UniGB|B5|B5pc|HKscs|HKdla|HKdlb|HKgccs|HKm314|HKm471|ETen|ETenms|ETHK|CNS|CNS1|CNS2|UniCNS|83pv|90ms|90msp|90pv|78|Add|Ext|NWP|EUC|RKSJ|UniJIS|UniJISX0213|UniJISX02132004|UniJIS2004|KSC|KSCms|KSCpc|UniKS|UniAKR)(?:-\w{1,8}){0,3}-[HV]$|^[HV]$/.test(
    name,
  )

const charMap: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  if (object instanceof PdfName) return isPredefinedMap(object.value) ? nameText(object.value) : undefined
  if (!(object instanceof PdfStream)) return undefined
  return copier.once('character map', object, (reference) => {
    const base = nameOf(copier, object.get('UseCMap'))
    const { data, isVertical } = cleanCharMap(dataOf(copier, object), isPredefinedMap)
    const vertical = copier.source.resolve(object.get('WMode'))
    const entries = {
      Type: '/CMap',
      CMapName: '/Map',
      CIDSystemInfo: '<</Registry (Adobe) /Ordering (UCS) /Supplement 0>>',
      WMode: isVertical || (vertical instanceof PdfNumber && vertical.value === 1) ? '1' : '0',
      UseCMap: base !== undefined && isPredefinedMap(base) ? nameText(base) : undefined,
    }
    copier.writer.fillStream(reference, entries, data)
  }).text
}

const orderings = ['Identity', 'GB1', 'CNS1', 'Japan1', 'Japan2', 'Korea1', 'KR', 'UCS']

/** Which characters the numbers of a font mean: by one of the sets that every reader knows, or by none. */
const systemInfo: Rule = (copier, value) => {
  const dict = dictOf(copier, value)
  const ordering = copier.source.resolve(dict?.get('Ordering'))
  const name = ordering instanceof PdfString ? ordering.asString() : ''
  const collection = orderings.includes(name) ? name : 'Identity'
  const supplement = dict?.get('Supplement')
  return `<</Registry (Adobe) /Ordering (${collection}) /Supplement ${(supplement && number(copier, supplement)) ?? '0'}>>`
}

const descriptorRules: Rules = {
  Flags: number,
  FontBBox: numbers,
  ItalicAngle: number,
  Ascent: number,
  Descent: number,
  Leading: number,
  CapHeight: number,
  XHeight: number,
  StemV: number,
  StemH: number,
  AvgWidth: number,
  MaxWidth: number,
  MissingWidth: number,
  FontWeight: number,
  FontStretch: oneOf(
    'UltraCondensed',
    'ExtraCondensed',
    'Condensed',
    'SemiCondensed',
    'Normal',
    'SemiExpanded',
    'Expanded',
    'ExtraExpanded',
    'UltraExpanded',
  ),
}

const numberIn = ({ source }: Copier, dict: PdfDict, key: string): number => {
  const value = source.resolve(dict.get(key))
  return value instanceof PdfNumber ? value.value : 0
}

const isSfnt = (data: Uint8Array): boolean =>
  ['\0\u0001\0\0', 'true', 'OTTO', 'ttcf'].includes(Buffer.from(data.subarray(0, 4)).toString('latin1'))

/** Programs mix them up, so that the content decides. */
const cleanFile = (copier: Copier, file: PdfStream): { entries: Entries; data: Buffer; key: string } => {
  const data = dataOf(copier, file)
  const subtype = nameOf(copier, file.get('Subtype'))
  if (isSfnt(data)) {
    const font = cleanSfnt(data)
    return subtype === undefined
      ? { entries: { Length1: String(font.length) }, data: font, key: 'FontFile2' }
      : { entries: { Subtype: '/OpenType' }, data: font, key: 'FontFile3' }
  }
  if (data[0] === 1 && data[1] === 0) {
    const kind = subtype === 'CIDFontType0C' || subtype === 'Type1C' ? subtype : 'Type1C'
    return { entries: { Subtype: `/${kind}` }, data: cleanCff(data), key: 'FontFile3' }
  }
  const font = cleanType1(data, numberIn(copier, file, 'Length3'))
  const [Length1, Length2, Length3] = font.lengths.map(String)
  return { entries: { Length1, Length2, Length3 }, data: font.data, key: 'FontFile' }
}

const fileKeys = ['FontFile', 'FontFile2', 'FontFile3']

const fileOf = (copier: Copier, descriptor: PdfDict | undefined): PdfStream | undefined =>
  fileKeys.map((key) => copier.source.resolve(descriptor?.get(key))).find((file) => file instanceof PdfStream)

const descriptorOf = (copier: Copier, descriptor: PdfDict, fontName: string): string =>
  copier.once('font descriptor', descriptor, (reference) => {
    const entries: Record<string, string | undefined> = {
      Type: '/FontDescriptor',
      FontName: fontName,
      ...copyEntries(copier, descriptor, descriptorRules),
    }
    const file = fileOf(copier, descriptor)
    if (file) {
      const copy = copier.remember('font file', file, () => {
        const { entries: fileEntries, data, key } = cleanFile(copier, file)
        return `${key} ${copier.writer.addStream(fileEntries, data).text}`
      })!
      const [key = ''] = copy.split(' ', 1)
      entries[key] = copy.slice(key.length + 1)
    }
    copier.writer.fill(reference, dictText(entries))
  }).text

/** Readers choose a font of theirs by this name, where the document brings none along. */
const fontNameOf = (copier: Copier, font: PdfDict, descriptor: PdfDict | undefined, reference: Reference): string => {
  if (fileOf(copier, descriptor)) return `/Font${reference.number}`
  const name = (nameOf(copier, font.get('BaseFont')) ?? '').replaceAll('\uFFFD', '')
  return name === '' ? `/Font${reference.number}` : nameText(name)
}

const encodingNames = ['StandardEncoding', 'MacRomanEncoding', 'MacExpertEncoding', 'WinAnsiEncoding', 'PDFDocEncoding']

const differences: Rule = (copier, value) =>
  `[${listOf(copier, value)
    .map((each) => {
      const item = copier.source.resolve(each)
      if (item instanceof PdfNumber) return numberText(item.value)
      return item instanceof PdfName ? nameText(item.value) : '/.notdef'
    })
    .join(' ')}]`

const encoding: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  if (object instanceof PdfName) return oneOf(...encodingNames)(copier, object)
  if (!(object instanceof PdfDict)) return undefined
  return dictText({
    Type: '/Encoding',
    ...copyEntries(copier, object, { BaseEncoding: oneOf(...encodingNames), Differences: differences }),
  })
}

const simpleRules: Rules = {
  FirstChar: number,
  LastChar: number,
  Widths: numbers,
  Encoding: encoding,
  ToUnicode: charMap,
}

const glyphMap: Rule = (copier, value) => {
  const object = copier.source.resolve(value)
  if (!(object instanceof PdfStream)) return oneOf('Identity')(copier, value)
  return copier.once('glyph map', object, (each) => copier.writer.fillStream(each, {}, dataOf(copier, object))).text
}

const descendantRules: Rules = { DW: number, W: numbers, DW2: numbers, W2: numbers, CIDToGIDMap: glyphMap }

const copyDescendant = (copier: Copier, font: PdfDict): Reference =>
  copier.once('descendant font', font, (reference) => {
    const subtype = oneOf('CIDFontType0', 'CIDFontType2')(copier, font.get('Subtype')!)
    const descriptor = dictOf(copier, font.get('FontDescriptor'))
    const name = fontNameOf(copier, font, descriptor, reference)
    const info = font.get('CIDSystemInfo')
    copier.writer.fill(
      reference,
      dictText({
        Type: '/Font',
        Subtype: subtype ?? '/CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: systemInfo(copier, info ?? new PdfDict()),
        ...copyEntries(copier, font, descendantRules),
        FontDescriptor: descriptor && descriptorOf(copier, descriptor, name),
      }),
    )
  })

const compositeOf = (copier: Copier, font: PdfDict, reference: Reference): Entries => {
  const descendant = dictOf(copier, listOf(copier, font.get('DescendantFonts'))[0])
  if (!descendant) throw new CannotCopy('A font lacks its glyphs')
  const descriptor = dictOf(copier, descendant.get('FontDescriptor'))
  const entries = copyEntries(copier, font, { Encoding: charMap, ToUnicode: charMap })
  if (entries['Encoding'] === undefined) throw new CannotCopy('A font has an encoding that is not known')
  return {
    BaseFont: fontNameOf(copier, descendant, descriptor, reference),
    ...entries,
    DescendantFonts: `[${copyDescendant(copier, descendant).text}]`,
  }
}

/** Glyphs that are drawn by content streams; only those that the font's encoding names. */
const drawnOf = (copier: Copier, font: PdfDict, inherited: PdfDict | undefined): Entries => {
  const resources = dictOf(copier, font.get('Resources')) ?? inherited
  const names = new Set(
    listOf(copier, dictOf(copier, font.get('Encoding'))?.get('Differences')).flatMap(
      (each) => nameOf(copier, each) ?? [],
    ),
  )
  const glyphs = [...(dictOf(copier, font.get('CharProcs')) ?? [])].flatMap(([name, value]) => {
    const glyph = copier.source.resolve(value)
    if (!names.has(name.value) || !(glyph instanceof PdfStream)) return []
    return [{ name: name.value, ...copier.copyContent(dataOf(copier, glyph), resources) }]
  })
  return {
    ...copyEntries(copier, font, { ...simpleRules, FontBBox: numbers, FontMatrix: numbers }),
    Resources: resourcesText(...glyphs.map(({ resources: each }) => each)),
    CharProcs: `<<${glyphs.map(({ name, data }) => `${nameText(name)} ${copier.writer.addStream({}, data).text}`).join(' ')}>>`,
  }
}

const simpleKinds = ['Type1', 'TrueType', 'MMType1']

export const copyFont = (copier: Copier, value: PdfObject, inherited: PdfDict | undefined): Reference | undefined => {
  const font = dictOf(copier, value)
  if (!font) return undefined
  return copier.once('font', font, (reference) => {
    const subtype = nameOf(copier, font.get('Subtype')) ?? 'Type1'
    const frame = { Type: '/Font', Subtype: `/${simpleKinds.includes(subtype) ? subtype : 'Type1'}` }
    if (subtype === 'Type0') {
      const entries = compositeOf(copier, font, reference)
      copier.writer.fill(reference, dictText({ ...frame, Subtype: '/Type0', ...entries }))
    } else if (subtype === 'Type3') {
      const entries = drawnOf(copier, font, inherited)
      copier.writer.fill(reference, dictText({ ...frame, Subtype: '/Type3', ...entries }))
    } else {
      const descriptor = dictOf(copier, font.get('FontDescriptor'))
      const name = fontNameOf(copier, font, descriptor, reference)
      const entries = copyEntries(copier, font, simpleRules)
      const file = descriptor && descriptorOf(copier, descriptor, name)
      copier.writer.fill(reference, dictText({ ...frame, BaseFont: name, ...entries, FontDescriptor: file }))
    }
  })
}
