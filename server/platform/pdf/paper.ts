import { buffer } from 'node:stream/consumers'
import type { Font } from 'fontkit'
import { codePointOf } from '../code-points.ts'
import { decorate, featuresFor, openArchivePdf } from './archive-pdf.ts'
import { missingGlyphs, type Fonts } from './fonts.ts'

export interface PaperFacts {
  title: string
  /** A tag such as zh-CN. */
  language: string
  author: string
  /** The same document has the same bytes whenever it is drawn. */
  at: Date
}

interface TextStyle {
  font?: keyof Fonts
  size?: number
  color?: string
  x?: number
  width?: number
  align?: 'left' | 'right'
  lineGap?: number
}

/** What a piece is to somebody who listens to the document. */
type PieceKind = 'H1' | 'H2' | 'P'

/** Signs that join or choose others, and are nothing on paper. */
const unseen = /\p{Cf}|\p{Variation_Selector}/gu

/** Characters that the font lacks stand as their numbers: nothing is silently left out. */
const printable = (font: Font, text: string): string => {
  const visible = text.replaceAll(unseen, '').replaceAll('\t', '  ').replaceAll(/\r\n?/g, '\n')
  const missing = new Set(missingGlyphs(font, visible.replaceAll('\n', '')))
  if (missing.size === 0) return visible
  return Array.from(visible, (character) => (missing.has(character) ? `[${codePointOf(character)}]` : character)).join(
    '',
  )
}

const margin = 50
const footerHeight = 30

/** Sheets of A4 that are filled from top to bottom. Measures are in points. */
export const openPaper = (fonts: Fonts, { title, language, author, at }: PaperFacts) => {
  const doc = openArchivePdf({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footerHeight },
    bufferPages: true,
    subset: 'PDF/A-3b',
    lang: language,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const bytes = buffer(doc)
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font)
  doc.font('regular')
  const root = doc.struct('Document')
  doc.addStructure(root)

  const left = margin
  const width = doc.page.width - 2 * margin
  const bottom = doc.page.height - margin - footerHeight
  let y = margin

  const style = ({ font = 'regular', size = 10, color = '#1b1f27' }: TextStyle) =>
    doc.font(font).fontSize(size).fillColor(color)
  const layoutOf = ({ width: fixedWidth, align = 'left', lineGap = 2 }: TextStyle) => ({
    width: fixedWidth ?? width,
    align,
    lineGap,
    ...featuresFor(language),
  })
  const heightOf = (text: string, how: TextStyle = {}): number =>
    style(how).heightOfString(printable(fonts[how.font ?? 'regular'], text), layoutOf(how))

  return {
    left,
    width,
    get y() {
      return y
    },
    skip: (height: number): void => {
      y += height
    },
    /** Begins a new sheet unless this much is left on this one. */
    need: (height: number): void => {
      if (y + height <= bottom) return
      doc.addPage()
      y = margin
    },
    heightOf,
    decorate: (draw: (on: typeof doc) => void): void => decorate(doc, () => draw(doc)),
    /** Puts a text at the present height, and goes on beneath it unless `stay`. A long one continues on the next sheet. */
    text: (kind: PieceKind, text: string, how: TextStyle & { stay?: boolean } = {}): void => {
      const glyphs = printable(fonts[how.font ?? 'regular'], text)
      root.add(
        doc.struct(kind, {}, () => {
          style(how).text(glyphs, how.x ?? left, y, layoutOf(how))
        }),
      )
      if (!how.stay) y = doc.y
    },
    attach: (name: string, type: string, description: string, content: Uint8Array): void => {
      const options = { name, type, description, creationDate: at, modifiedDate: at, relationship: 'Source' }
      doc.file(Buffer.from(content), options)
    },
    /** Writes the foot of every sheet, and gives the bytes. */
    finish: (foot: (page: number, pages: number) => [left: string, right: string]): Promise<Uint8Array> => {
      root.end()
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        // Texts in the margin would begin a new sheet.
        doc.page.margins.bottom = 0
        const height = doc.page.height - margin - 4
        const [start, end] = foot(page + 1, count)
        const how: TextStyle = { size: 8, color: '#5f6775' }
        decorate(doc, () => {
          doc
            .moveTo(left, height - 8)
            .lineTo(left + width, height - 8)
            .lineWidth(0.5)
            .stroke('#d4d9e1')
          style(how).text(printable(fonts.regular, start), left, height, { lineBreak: false })
          style(how).text(printable(fonts.regular, end), left, height, { width, align: 'right', lineBreak: false })
        })
      }
      doc.end()
      return bytes
    },
  }
}

export type Paper = ReturnType<typeof openPaper>
