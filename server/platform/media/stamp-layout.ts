import type { Font } from 'fontkit'
import { missingGlyphs } from '../pdf/fonts.ts'

/** A line of a stamp, from where it begins; up is up, and the origin is the lower left corner. */
export interface StampLine {
  text: string
  size: number
  x: number
  y: number
  /** Radians, against the clock. */
  angle: number
  /** From black, 0, to white, 1. */
  shade: number
  opacity: number
}

export interface Stamp {
  lines: StampLine[]
  /** What is written at the lower edge stands on white, so that it can be read on dark pictures, too. */
  band: { height: number; opacity: number }
}

interface Area {
  width: number
  height: number
}

const slope = Math.PI / 6
const bandOpacity = 0.8
/** Where the slanted lines cross the middle of the page: no large part of it is without one. */
const crossings = [0.2, 0.5, 0.8]
/** How much of the page a slanted line takes up and down, and to the sides: none is cut off. */
const slantedShare = { width: 0.75, height: 0.35 }
/** Points or pixels: what is smaller cannot be read. */
const leastEdgeSize = 10
/** Grey is seen on light and on dark pages. */
const faint = { shade: 0.5, opacity: 0.25 }
const clear = { shade: 0.2, opacity: 0.85 }

/** A text without characters that the font has no glyph for. */
export const stampText = (font: Font, text: string): string => {
  const missing = new Set(missingGlyphs(font, text))
  return Array.from(text, (character) => (missing.has(character) ? '?' : character)).join('')
}

/** The width of a text at a size of 1. */
export const textWidth = (font: Font, text: string): number =>
  Array.from(text).reduce(
    (sum, character) => sum + font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth / font.unitsPerEm,
    0,
  )

/** Where a text stands on a page: faintly across all of it, and clearly at its lower edge. */
export const layStamp = (text: string, { width, height }: Area, unitWidth: number): Stamp => {
  const shorter = Math.min(width, height)
  const longest = Math.min(
    (slantedShare.width * width) / Math.cos(slope),
    (slantedShare.height * height) / Math.sin(slope),
  )
  const slantedSize = Math.min(longest / unitWidth, shorter / 12)
  const half = (slantedSize * unitWidth) / 2
  const edgeSize = Math.min((0.96 * width) / unitWidth, Math.max(shorter / 60, leastEdgeSize))
  return {
    band: { height: edgeSize * 1.6, opacity: bandOpacity },
    lines: [
      ...crossings.map((share) => ({
        text,
        size: slantedSize,
        x: width / 2 - half * Math.cos(slope),
        y: height * share - half * Math.sin(slope),
        angle: slope,
        ...faint,
      })),
      {
        text,
        size: edgeSize,
        x: (width - edgeSize * unitWidth) / 2,
        y: edgeSize * 0.45,
        angle: 0,
        ...clear,
      },
    ],
  }
}
