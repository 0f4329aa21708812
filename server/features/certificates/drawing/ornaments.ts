import type { OrnamentElement } from '@lectern/contract/certificates/certificate-designs.ts'
import type { Ornament } from '@lectern/contract/certificates/certificate-values.ts'

/** What ornaments are drawn on. */
export type Canvas = PDFKit.PDFDocument

interface Colors {
  color: string
  second: string
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const turn = 2 * Math.PI

/** Finer than any printer: fewer digits in the file. */
const round = (value: number): number => Math.round(value * 100) / 100

/** A leaf from the origin along the x axis. */
const leaf = (doc: Canvas, length: number, width: number): void => {
  doc
    .moveTo(0, 0)
    .bezierCurveTo(length * 0.25, -width, length * 0.75, -width * 0.8, length, 0)
    .bezierCurveTo(length * 0.75, width * 0.45, length * 0.3, width * 0.6, 0, 0)
}

/** One half of a wreath, that grows from the bottom up to the left; `side` mirrors it. */
const branch = (doc: Canvas, { radius, side, color }: { radius: number; side: 1 | -1; color: string }): void => {
  const leaves = 11
  const from = Math.PI * 0.53
  const to = Math.PI * 1.36
  doc.save().scale(side, 1)
  doc.lineWidth(radius * 0.022).lineCap('round')
  const stem = Array.from({ length: 41 }, (_, index) => from + ((to - from) * index) / 40)
  for (const [index, angle] of stem.entries()) {
    const [x, y] = [round(Math.cos(angle) * radius), round(Math.sin(angle) * radius)]
    if (index === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
  doc.stroke(color)
  for (let index = 0; index <= leaves; index++) {
    const angle = from + 0.06 + ((to - from - 0.06) * index) / leaves
    const size = radius * (0.36 - 0.012 * index)
    for (const tilt of index === leaves ? [0] : [-0.5, 0.5]) {
      doc.save()
      doc.translate(Math.cos(angle) * radius, Math.sin(angle) * radius)
      doc.rotate(((angle + Math.PI / 2 + tilt) * 360) / turn)
      leaf(doc, size, size * 0.26)
      doc.fill(color)
      doc.restore()
    }
  }
  doc.restore()
}

const drawLaurel = (doc: Canvas, { x, y, width, height }: Area, { color }: Colors): void => {
  const radius = Math.min(width, height) / 2.55
  doc.translate(x + width / 2, y + height / 2)
  branch(doc, { radius, side: 1, color })
  branch(doc, { radius, side: -1, color })
}

/** A closed curve around the origin, whose distance from it is a function of the angle. */
const ring = (doc: Canvas, points: number, distance: (angle: number) => number): void => {
  for (let index = 0; index < points; index++) {
    const angle = (index / points) * turn
    const [x, y] = [round(Math.cos(angle) * distance(angle)), round(Math.sin(angle) * distance(angle))]
    if (index === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
  doc.closePath()
}

const star = (doc: Canvas, x: number, y: number, radius: number): void => {
  for (let index = 0; index < 10; index++) {
    const angle = (index / 10) * turn - Math.PI / 2
    const distance = index % 2 === 0 ? radius : radius * 0.4
    const [px, py] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance]
    if (index === 0) doc.moveTo(px, py)
    else doc.lineTo(px, py)
  }
  doc.closePath()
}

/** An open book around the origin. */
const book = (doc: Canvas, size: number, color: string, page: string): void => {
  for (const side of [1, -1]) {
    doc.save().scale(side, 1)
    doc
      .moveTo(0, -size * 0.3)
      .bezierCurveTo(size * 0.25, -size * 0.55, size * 0.65, -size * 0.52, size, -size * 0.38)
      .lineTo(size, size * 0.42)
      .bezierCurveTo(size * 0.65, size * 0.28, size * 0.25, size * 0.27, 0, size * 0.5)
      .closePath()
      .fill(color)
    doc.lineWidth(size * 0.05).lineCap('round')
    for (const row of [0, 1, 2])
      doc
        .moveTo(size * 0.2, -size * 0.2 + row * size * 0.22)
        .bezierCurveTo(
          size * 0.4,
          -size * 0.3 + row * size * 0.22,
          size * 0.6,
          -size * 0.3 + row * size * 0.22,
          size * 0.84,
          -size * 0.2 + row * size * 0.22,
        )
        .stroke(page)
    doc.restore()
  }
  doc
    .moveTo(0, -size * 0.3)
    .lineTo(0, size * 0.5)
    .lineWidth(size * 0.05)
    .stroke(page)
}

/** A rosette with an open book under a star: an emblem of our own, no seal of an office. */
const drawSeal = (doc: Canvas, { x, y, width, height }: Area, { color, second }: Colors): void => {
  const radius = Math.min(width, height) / 2
  doc.translate(x + width / 2, y + height / 2)
  ring(doc, 216, (angle) => radius * (0.955 + 0.045 * Math.cos(angle * 36)))
  doc.fill(color)
  // Interlaced lines, as on securities.
  doc.lineWidth(radius * 0.008)
  for (const phase of [0, 1, 2, 3]) {
    ring(doc, 216, (angle) => radius * (0.8 + 0.065 * Math.cos(angle * 18 + (phase * Math.PI) / 2)))
    doc.stroke(second)
  }
  for (const [at, line] of [
    [0.89, 0.012],
    [0.71, 0.012],
    [0.68, 0.006],
  ] as const)
    doc
      .circle(0, 0, radius * at)
      .lineWidth(radius * line)
      .stroke(second)
  star(doc, 0, -radius * 0.38, radius * 0.15)
  doc.fill(second)
  doc.save().translate(0, radius * 0.1)
  book(doc, radius * 0.42, second, color)
  doc.restore()
}

const diamond = (doc: Canvas, x: number, y: number, size: number): Canvas =>
  doc
    .moveTo(x - size, y)
    .lineTo(x, y - size * 0.6)
    .lineTo(x + size, y)
    .lineTo(x, y + size * 0.6)
    .closePath()

const drawRule = (doc: Canvas, { x, y, width, height }: Area, { color }: Colors): void => {
  const middle = y + height / 2
  const size = Math.min(height / 2, 5)
  doc.lineWidth(0.6)
  doc
    .moveTo(x, middle)
    .lineTo(x + width / 2 - size * 2.4, middle)
    .moveTo(x + width / 2 + size * 2.4, middle)
    .lineTo(x + width, middle)
    .stroke(color)
  diamond(doc, x + width / 2, middle, size).fill(color)
  for (const side of [-1, 1]) diamond(doc, x + width / 2 + side * size * 1.75, middle, size * 0.4).fill(color)
}

/** A line that ends in scrolls, around a diamond. */
const drawFlourish = (doc: Canvas, { x, y, width, height }: Area, { color, second }: Colors): void => {
  const size = Math.min(height / 2, width / 12)
  doc.translate(x + width / 2, y + height / 2)
  for (const side of [1, -1]) {
    doc.save().scale(side, 1)
    doc
      .moveTo(width / 2, 0)
      .bezierCurveTo(width * 0.36, size * 0.1, width * 0.25, -size * 0.2, size * 2.6, -size * 0.1)
      .bezierCurveTo(size * 1.3, 0, size * 1.1, size * 0.95, size * 2, size * 0.95)
      .bezierCurveTo(size * 2.8, size * 0.95, size * 2.7, size * 0.1, size * 2.05, size * 0.32)
      .lineWidth(0.9)
      .lineCap('round')
      .stroke(color)
    doc
      .save()
      .translate(size * 2.7, -size * 0.12)
      .rotate(-24)
    leaf(doc, size * 1.5, size * 0.34)
    doc.fill(color)
    doc.restore()
    doc.circle(size * 1.35, 0, size * 0.13).fill(second)
    doc.restore()
  }
  diamond(doc, 0, 0, size * 0.75).fill(color)
  diamond(doc, 0, 0, size * 0.35).fill(second)
}

/** Two tails, for behind a seal. */
const drawRibbon = (doc: Canvas, { x, y, width, height }: Area, { color, second }: Colors): void => {
  doc.translate(x + width / 2, y)
  for (const side of [1, -1]) {
    doc.save().scale(side, 1)
    doc
      .moveTo(-width * 0.02, 0)
      .lineTo(width * 0.3, 0)
      .lineTo(width * 0.5, height * 0.9)
      .lineTo(width * 0.33, height * 0.8)
      .lineTo(width * 0.2, height)
      .closePath()
      .fill(color)
    doc
      .moveTo(width * 0.06, 0)
      .lineTo(width * 0.27, height * 0.86)
      .moveTo(width * 0.22, 0)
      .lineTo(width * 0.41, height * 0.8)
      .lineWidth(0.7)
      .stroke(second)
    doc.restore()
  }
}

const drawings: Readonly<Record<Ornament, (doc: Canvas, area: Area, colors: Colors) => void>> = {
  seal: drawSeal,
  laurel: drawLaurel,
  flourish: drawFlourish,
  rule: drawRule,
  ribbon: drawRibbon,
}

/** Measures are in points. */
export const drawOrnament = (doc: Canvas, { ornament, color, second }: OrnamentElement, area: Area): void => {
  doc.save()
  drawings[ornament](doc, area, { color, second })
  doc.restore()
}
