import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { create, type Font } from 'fontkit'

const unpack = promisify(brotliDecompress)

export interface Fonts {
  regular: Font
  bold: Font
  /** Latin letters, digits and signs: for sums and commands. */
  mono: Font
}

const files: Readonly<Record<keyof Fonts, string>> = {
  regular: 'noto-sans-sc-regular',
  bold: 'noto-sans-sc-bold',
  mono: 'noto-sans-mono-latin',
}

const load = async (name: keyof Fonts): Promise<Font> => {
  const packed = await readFile(new URL(`../../fonts/${files[name]}.ttf.br`, import.meta.url))
  return create(await unpack(packed)) as Font
}

let loaded: Promise<Fonts> | undefined

/** Read once: parsing a font takes longer than writing a document with it. */
export const loadFonts = (): Promise<Fonts> => {
  loaded ??= Promise.all([load('regular'), load('bold'), load('mono')]).then(([regular, bold, mono]) => ({
    regular,
    bold,
    mono,
  }))
  // A disk that could not be read may be readable next time.
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** Characters that would be missing on paper. */
export const missingGlyphs = (font: Font, text: string): string[] => [
  ...new Set(Array.from(text).filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!))),
]
