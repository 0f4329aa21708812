import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { CertificateFrame } from '@lectern/contract/certificates/certificate-values.ts'
import type { Canvas } from './ornaments.ts'

/** The border of a page. Measures are in points. */
interface Page {
  width: number
  height: number
}
type Colors = CertificateDesign['frame']

const millimetre = 72 / 25.4

/** Finer than any printer: fewer digits in the file. */
const round = (value: number): number => Math.round(value * 100) / 100

const inset = (doc: Canvas, { width, height }: Page, distance: number): Canvas =>
  doc.rect(distance, distance, width - 2 * distance, height - 2 * distance)

const drawLine = (doc: Canvas, page: Page, { color }: Colors): void => {
  inset(doc, page, 10 * millimetre)
    .lineWidth(1.2)
    .stroke(color)
}

/** Calls `draw` at each corner, with the axes pointing into the page. */
const atCorners = (doc: Canvas, { width, height }: Page, distance: number, draw: () => void): void => {
  for (const [x, y, right, down] of [
    [distance, distance, 1, 1],
    [width - distance, distance, -1, 1],
    [distance, height - distance, 1, -1],
    [width - distance, height - distance, -1, -1],
  ] as const) {
    doc.save().translate(x, y).scale(right, down)
    draw()
    doc.restore()
  }
}

/** A rectangle whose corners are cut out in a quarter of a circle. */
const notched = (doc: Canvas, { width, height }: Page, distance: number, radius: number): Canvas => {
  const [left, top, right, bottom] = [distance, distance, width - distance, height - distance]
  // A quarter of a circle as a Bézier curve.
  const near = radius * 0.5523
  return doc
    .moveTo(left + radius, top)
    .lineTo(right - radius, top)
    .bezierCurveTo(right - radius, top + near, right - near, top + radius, right, top + radius)
    .lineTo(right, bottom - radius)
    .bezierCurveTo(right - near, bottom - radius, right - radius, bottom - near, right - radius, bottom)
    .lineTo(left + radius, bottom)
    .bezierCurveTo(left + radius, bottom - near, left + near, bottom - radius, left, bottom - radius)
    .lineTo(left, top + radius)
    .bezierCurveTo(left + near, top + radius, left + radius, top + near, left + radius, top)
    .closePath()
}

const drawDouble = (doc: Canvas, page: Page, { color, second }: Colors): void => {
  inset(doc, page, 9 * millimetre)
    .lineWidth(2.4)
    .stroke(color)
  notched(doc, page, 11.5 * millimetre, 7 * millimetre)
    .lineWidth(0.8)
    .stroke(second)
  atCorners(doc, page, 11.5 * millimetre, () => {
    doc.circle(2.6 * millimetre, 2.6 * millimetre, 1.1 * millimetre).fill(second)
    doc
      .circle(2.6 * millimetre, 2.6 * millimetre, 1.9 * millimetre)
      .lineWidth(0.5)
      .stroke(second)
  })
}

/** Waves along the band between two rectangles, interlaced. */
const waves = (doc: Canvas, { width, height }: Page, outer: number, inner: number, color: string): void => {
  const middle = (outer + inner) / 2
  const amplitude = (inner - outer) / 2 - 1
  doc.lineWidth(0.45)
  const along = (length: number, exactly: (at: number, across: number) => [number, number]): void => {
    const place = (at: number, across: number): [number, number] => {
      const [x, y] = exactly(at, across)
      return [round(x), round(y)]
    }
    const count = Math.max(2, Math.round(length / 22))
    for (const phase of [0, 2 / 3, 4 / 3]) {
      // A curve for each half of a wave.
      const half = length / count / 2
      for (let index = 0; index < count * 2; index++) {
        const value = (at: number): number => Math.sin(((at / half) * 0.5 + phase / 2) * 2 * Math.PI) * amplitude
        const slope = (at: number): number =>
          (Math.cos(((at / half) * 0.5 + phase / 2) * 2 * Math.PI) * amplitude * Math.PI) / half
        const [from, to] = [index * half, (index + 1) * half]
        if (index === 0) doc.moveTo(...place(from, value(from)))
        doc.bezierCurveTo(
          ...place(from + half / 3, value(from) + (slope(from) * half) / 3),
          ...place(to - half / 3, value(to) - (slope(to) * half) / 3),
          ...place(to, value(to)),
        )
      }
    }
    doc.stroke(color)
  }
  const [across, down] = [width - 2 * inner, height - 2 * inner]
  along(across, (at, offset) => [inner + at, middle + offset])
  along(across, (at, offset) => [inner + at, height - middle + offset])
  along(down, (at, offset) => [middle + offset, inner + at])
  along(down, (at, offset) => [width - middle + offset, inner + at])
}

const drawClassic = (doc: Canvas, page: Page, { color, second }: Colors): void => {
  const [outer, inner] = [8.5 * millimetre, 15 * millimetre]
  inset(doc, page, outer - 3)
    .lineWidth(2.2)
    .stroke(color)
  inset(doc, page, outer).lineWidth(0.6).stroke(second)
  inset(doc, page, inner).lineWidth(0.6).stroke(second)
  inset(doc, page, inner + 3)
    .lineWidth(1.2)
    .stroke(color)
  waves(doc, page, outer, inner, second)
  const side = inner - outer
  atCorners(doc, page, outer, () => {
    doc.rect(0, 0, side, side).fillAndStroke(color, color)
    const middle = side / 2
    for (let petal = 0; petal < 8; petal++) {
      doc
        .save()
        .translate(middle, middle)
        .rotate(petal * 45)
      doc
        .moveTo(0, 0)
        .bezierCurveTo(side * 0.14, -side * 0.16, side * 0.12, -side * 0.36, 0, -side * 0.42)
        .bezierCurveTo(-side * 0.12, -side * 0.36, -side * 0.14, -side * 0.16, 0, 0)
        .fill(second)
      doc.restore()
    }
    doc.circle(middle, middle, side * 0.08).fill(color)
  })
}

/** A band of squared spirals, as on Chinese lattices. */
const drawFret = (doc: Canvas, page: Page, { color, second }: Colors): void => {
  const distance = 9 * millimetre
  const wished = 6 * millimetre
  inset(doc, page, distance - 4)
    .lineWidth(1.6)
    .stroke(color)
  const [across, down] = [page.width - 2 * distance, page.height - 2 * distance]
  const unit = across / Math.round(across / wished)
  const rows = Math.round(down / unit)
  const height = down / rows
  const columns = Math.round(across / unit)
  const spiral = (x: number, y: number, mirrored: boolean): void => {
    const at = (u: number, v: number): [number, number] => [
      round(x + (mirrored ? 1 - u : u) * unit),
      round(y + v * height),
    ]
    doc
      .moveTo(...at(0.08, 0.9))
      .lineTo(...at(0.08, 0.1))
      .lineTo(...at(0.9, 0.1))
      .lineTo(...at(0.9, 0.74))
      .lineTo(...at(0.28, 0.74))
      .lineTo(...at(0.28, 0.3))
      .lineTo(...at(0.68, 0.3))
      .lineTo(...at(0.68, 0.52))
      .lineTo(...at(0.48, 0.52))
  }
  for (let column = 0; column < columns; column++)
    for (const row of [0, rows - 1]) spiral(distance + column * unit, distance + row * height, column % 2 === 1)
  for (let row = 1; row < rows - 1; row++)
    for (const column of [0, columns - 1]) spiral(distance + column * unit, distance + row * height, row % 2 === 1)
  doc.lineWidth(0.95).lineJoin('miter').lineCap('square').stroke(second)
  inset(doc, page, distance + Math.max(unit, height) + 2.5)
    .lineWidth(0.8)
    .stroke(color)
}

/** Thin double lines with leaves in the corners. */
const drawLaurel = (doc: Canvas, page: Page, { color, second }: Colors): void => {
  inset(doc, page, 9 * millimetre)
    .lineWidth(1.6)
    .stroke(color)
  inset(doc, page, 10.6 * millimetre)
    .lineWidth(0.5)
    .stroke(second)
  atCorners(doc, page, 13.5 * millimetre, () => {
    for (const flipped of [false, true]) {
      doc.save()
      // Mirrored at the diagonal of the corner.
      if (flipped) doc.transform(0, 1, 1, 0, 0, 0)
      const length = 32 * millimetre
      doc
        .moveTo(0, 0)
        .bezierCurveTo(length * 0.3, length * 0.08, length * 0.7, length * 0.06, length, 0)
        .lineWidth(0.8)
        .lineCap('round')
        .stroke(second)
      for (let index = 0; index < 8; index++) {
        const at = length * (0.06 + index * 0.117)
        const bend = length * 0.05 * Math.sin((at / length) * Math.PI)
        const size = millimetre * (5.4 - index * 0.35)
        for (const tilt of [-34, 34]) {
          doc.save().translate(at, bend).rotate(tilt)
          doc
            .moveTo(0, 0)
            .bezierCurveTo(size * 0.25, -size * 0.24, size * 0.75, -size * 0.2, size, 0)
            .bezierCurveTo(size * 0.75, size * 0.14, size * 0.3, size * 0.16, 0, 0)
            .fill(second)
          doc.restore()
        }
      }
      doc.restore()
    }
    doc.circle(0, 0, 1.3 * millimetre).fill(color)
  })
}

const drawings: Readonly<Record<CertificateFrame, (doc: Canvas, page: Page, colors: Colors) => void>> = {
  none: () => undefined,
  line: drawLine,
  double: drawDouble,
  classic: drawClassic,
  fret: drawFret,
  laurel: drawLaurel,
}

export const drawFrame = (doc: Canvas, page: Page, frame: Colors): void => {
  doc.save()
  drawings[frame.style](doc, page, frame)
  doc.restore()
}
