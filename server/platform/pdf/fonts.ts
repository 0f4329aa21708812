import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { create, type Font } from 'fontkit'

const unpack = promisify(brotliDecompress)

/** The fonts in the repository. `mono` has Latin letters, digits and signs: for sums and commands. */
const files = {
  regular: 'noto-sans-sc-regular',
  bold: 'noto-sans-sc-bold',
  mono: 'noto-sans-mono-latin',
  serif: 'noto-serif-sc-regular',
  serifBold: 'noto-serif-sc-bold',
} as const
export type FontName = keyof typeof files

/** The fonts of every document. */
export interface Fonts {
  regular: Font
  bold: Font
  mono: Font
}

const load = async (name: FontName): Promise<Font> => {
  const packed = await readFile(new URL(`../../fonts/${files[name]}.ttf.br`, import.meta.url))
  return create(await unpack(packed)) as Font
}

const loaded = new Map<FontName, Promise<Font>>()

/** Read once: parsing a font takes longer than writing a document with it. */
export const loadFont = (name: FontName): Promise<Font> => {
  const cached = loaded.get(name)
  if (cached) return cached
  const font = load(name)
  loaded.set(name, font)
  // A disk that could not be read may be readable next time.
  font.catch(() => loaded.delete(name))
  return font
}

export const loadFonts = async (): Promise<Fonts> => {
  const [regular, bold, mono] = await Promise.all([loadFont('regular'), loadFont('bold'), loadFont('mono')])
  return { regular, bold, mono }
}

/** Looking a character up takes much longer than remembering it. */
const hasGlyph = new WeakMap<Font, Map<string, boolean>>()

/** Characters that would be missing on paper. */
export const missingGlyphs = (font: Font, text: string): string[] => {
  const glyphs = hasGlyph.get(font) ?? new Map<string, boolean>()
  hasGlyph.set(font, glyphs)
  const missing = new Set<string>()
  for (const character of text) {
    const has = glyphs.get(character) ?? font.hasGlyphForCodePoint(character.codePointAt(0)!)
    glyphs.set(character, has)
    if (!has) missing.add(character)
  }
  return [...missing]
}
