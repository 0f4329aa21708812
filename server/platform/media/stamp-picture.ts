import type { Font } from 'fontkit'
import sharp, { type JpegOptions, type PngOptions, type WebpOptions } from 'sharp'
import { loadFont } from '../pdf/fonts.ts'
import { xml } from '../xml.ts'
import { layStamp, stampText, textWidth, type StampLine } from './stamp-layout.ts'

const limitInputPixels = 100_000_000
/** Enough to read, and little enough to be held in memory twice. */
const longestSide = 2_400

const encodings: Readonly<Partial<Record<string, JpegOptions | PngOptions | WebpOptions>>> = {
  jpeg: { quality: 88 },
  png: {},
  webp: { quality: 88 },
}

/** Outlines, because the machine may have no font. */
const drawLine = (font: Font, height: number, { text, size, x, y, angle, shade, opacity }: StampLine): string => {
  const scale = size / font.unitsPerEm
  let at = 0
  const glyphs = Array.from(text).map((character) => {
    const glyph = font.glyphForCodePoint(character.codePointAt(0)!)
    const path = xml`<path transform="translate(${String(at)} 0)" d="${glyph.path.toSVG()}"/>`
    at += glyph.advanceWidth
    return path
  })
  const place = `translate(${x} ${height - y}) rotate(${(-angle * 180) / Math.PI}) scale(${scale} ${-scale})`
  const grey = `rgb(${[shade, shade, shade].map((part) => Math.round(part * 255)).join()})`
  return `${xml`<g fill="${grey}" opacity="${String(opacity)}" transform="${place}">`}${glyphs.join('')}</g>`
}

/** A picture of at most 2,400 pixels a side with a text on it, encoded anew. Of one that moves, the first frame. */
export const stampPicture = async (content: Uint8Array, given: string): Promise<Uint8Array> => {
  const picture = sharp(content, { limitInputPixels, failOn: 'error' })
  const { format, autoOrient } = await picture.metadata()
  const encoding = encodings[format]
  if (!encoding) throw new Error(`${format} is not taken`)
  const scale = Math.min(1, longestSide / Math.max(autoOrient.width, autoOrient.height))
  const [width, height] = [autoOrient.width, autoOrient.height].map((side) => Math.max(1, Math.round(side * scale)))
  const font = await loadFont('regular')
  const text = stampText(font, given)
  const { band, lines } = layStamp(text, { width: width!, height: height! }, textWidth(font, text))
  const [across, down] = [String(width), String(height)]
  const drawing = [
    xml`<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">`,
    xml`<rect y="${String(height! - band.height)}" width="${across}" height="${String(band.height)}" fill="#fff" opacity="${String(band.opacity)}"/>`,
    ...lines.map((line) => drawLine(font, height!, line)),
    '</svg>',
  ].join('')
  return picture
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: Buffer.from(drawing) }])
    .toFormat(format, encoding)
    .toBuffer()
}
