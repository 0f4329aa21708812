import type { Font } from 'fontkit'
import { loadFont } from '../../pdf/fonts.ts'
import { CannotCopy } from './filters.ts'
import { dictText, numberText, type PdfWriter, type Reference } from './writer.ts'

/** For texts that the document has, but does not draw. */
export interface TextFont {
  reference: Reference
  /** At a size of 1. */
  widthOf(text: string): number
  /** As it is written before Tj. Fails if a character is missing. */
  encode(text: string): string
  /** Writes what was used of it. */
  finish(): void
}

const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

const unicodeMap = (characters: ReadonlyMap<number, string>): string => {
  const entries = [...characters].map(
    ([glyph, character]) => `<${hex4(glyph)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
  )
  const groups = Array.from({ length: Math.ceil(entries.length / 100) }, (_, index) =>
    entries.slice(index * 100, index * 100 + 100),
  )
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Map def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...groups.flatMap((group) => [`${group.length} beginbfchar`, ...group, 'endbfchar']),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

const createTextFont = (font: Font, writer: PdfWriter): TextFont => {
  const reference = writer.reserve()
  const subset = font.createSubset()
  const characters = new Map<number, string>()
  const widths = new Map<number, number>()
  const scale = 1000 / font.unitsPerEm
  const glyphOf = (character: string) => {
    const point = character.codePointAt(0)!
    if (!font.hasGlyphForCodePoint(point)) throw new CannotCopy('A character has no glyph')
    return font.glyphForCodePoint(point)
  }
  return {
    reference,
    widthOf: (text) => Array.from(text).reduce((sum, each) => sum + glyphOf(each).advanceWidth / font.unitsPerEm, 0),
    encode: (text) =>
      `<${Array.from(text)
        .map((each) => {
          const glyph = glyphOf(each)
          // Its types say boolean; it is the number of the glyph in the subset.
          const number = Number(subset.includeGlyph(glyph))
          characters.set(number, each)
          widths.set(number, glyph.advanceWidth * scale)
          return hex4(number)
        })
        .join('')}>`,
    finish: () => {
      const data = Buffer.from(subset.encode())
      const { minX, minY, maxX, maxY } = font.bbox
      const descriptor = writer.add(
        dictText({
          Type: '/FontDescriptor',
          FontName: '/NotoSansSC',
          Flags: '4',
          FontBBox: `[${[minX, minY, maxX, maxY].map((each) => numberText(each * scale)).join(' ')}]`,
          ItalicAngle: '0',
          Ascent: numberText(font.ascent * scale),
          Descent: numberText(font.descent * scale),
          CapHeight: numberText(font.capHeight * scale),
          StemV: '80',
          FontFile2: writer.addStream({ Length1: String(data.length) }, data).text,
        }),
      )
      const descendant = writer.add(
        dictText({
          Type: '/Font',
          Subtype: '/CIDFontType2',
          BaseFont: '/NotoSansSC',
          CIDSystemInfo: '<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>',
          FontDescriptor: descriptor.text,
          CIDToGIDMap: '/Identity',
          W: `[${[...widths].map(([glyph, width]) => `${glyph} [${numberText(width)}]`).join(' ')}]`,
        }),
      )
      writer.fill(
        reference,
        dictText({
          Type: '/Font',
          Subtype: '/Type0',
          BaseFont: '/NotoSansSC',
          Encoding: '/Identity-H',
          DescendantFonts: `[${descendant.text}]`,
          ToUnicode: writer.addStream({}, Buffer.from(unicodeMap(characters))).text,
        }),
      )
    },
  }
}

/** Read only if a document needs it. */
export const createTextFonts = (writer: PdfWriter) => {
  let font: TextFont | undefined
  return {
    load: async (): Promise<TextFont> => (font ??= createTextFont(await loadFont('regular'), writer)),
    finish: (): void => font?.finish(),
  }
}
export type TextFonts = ReturnType<typeof createTextFonts>
