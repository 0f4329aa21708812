import { join } from 'node:path'
import type { Font } from 'fontkit'
import sharp from 'sharp'
import { loadFont } from '../../../platform/pdf/fonts.ts'

// Draws stamp.png, the stamp of the demo's committee, with a transparent background: npx node server/database/seed/certificates/make-stamp.ts

const red = '#d3202a'
const around = '教学数字化大赛组织委员会'
const letterSize = 62
const radius = 172
/** Of the arc that the letters stand on. */
const degrees = 236

const glyphOf = (font: Font, letter: string): string => {
  const [glyph] = font.layout(letter).glyphs
  return glyph!.path.toSVG()
}

const drawStamp = (font: Font): string => {
  const letters = Array.from(around)
  const scale = letterSize / font.unitsPerEm
  const drawn = letters.map((letter, index) => {
    const angle = -degrees / 2 + (degrees * index) / (letters.length - 1)
    const middle = `translate(${-letterSize / 2} ${letterSize * 0.38}) scale(${scale} ${-scale})`
    return `<g transform="translate(250 250) rotate(${angle}) translate(0 ${-radius}) ${middle}"><path d="${glyphOf(font, letter)}"/></g>`
  })
  const star = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 === 0 ? 74 : 28.3
    const angle = (Math.PI * index) / 5 - Math.PI / 2
    return `${(250 + reach * Math.cos(angle)).toFixed(2)},${(250 + reach * Math.sin(angle)).toFixed(2)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 500" width="500" height="500" fill="${red}" opacity="0.86">
    <circle cx="250" cy="250" r="240" fill="none" stroke="${red}" stroke-width="13"/>
    <polygon points="${star.join(' ')}"/>${drawn.join('')}</svg>`
}

await sharp(Buffer.from(drawStamp(await loadFont('bold'))))
  .png({ palette: true, colours: 16, compressionLevel: 9 })
  .toFile(join(import.meta.dirname, 'stamp.png'))
