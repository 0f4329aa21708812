import { PdfNumber, type PdfDict, type PdfObject } from '@libpdf/core'
import { dictOf, listOf, nameOf, numbersOf, type Copier } from './copier.ts'
import type { TextFont } from './text-font.ts'
import { numberText } from './writer.ts'

/** Operators and the fonts that they use. */
export interface Drawing {
  text: string
  fonts: readonly TextFont[]
}

const operators = { fill: ['g', 'rg', 'k'], stroke: ['G', 'RG', 'K'] } as const

/** Operators that set a color of one, three or four parts; undefined: there is none. */
export const colorText = (parts: readonly number[], kind: 'fill' | 'stroke'): string | undefined => {
  const operator = operators[kind][[1, 3, 4].indexOf(parts.length)]
  return operator && `${parts.map(numberText).join(' ')} ${operator}`
}

type Point = readonly [number, number]

const pointsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [numbers[index * 2]!, numbers[index * 2 + 1]!])

const at = (...[x, y]: Point): string => `${numberText(x)} ${numberText(y)}`

const pathOf = ([first, ...others]: readonly Point[], isClosed = false): string => {
  if (!first) return ''
  const lines = others.length === 0 ? [first] : others
  return [`${at(...first)} m`, ...lines.map((point) => `${at(...point)} l`), ...(isClosed ? ['h'] : [])].join(' ')
}

const numberOf = ({ source }: Copier, value: PdfObject | undefined): number | undefined => {
  const object = source.resolve(value)
  return object instanceof PdfNumber ? object.value : undefined
}

interface Line {
  width: number
  operators: string
}

const lineOf = (copier: Copier, annotation: PdfDict): Line => {
  const style = dictOf(copier, annotation.get('BS'))
  const border = listOf(copier, annotation.get('Border'))
  const width = numberOf(copier, style?.get('W')) ?? numberOf(copier, border[2]) ?? 1
  const isDashed = nameOf(copier, style?.get('S')) === 'D'
  const dashes = isDashed ? numbersOf(copier, style?.get('D')) : numbersOf(copier, border[3])
  const pattern = isDashed && dashes.length === 0 ? [3] : dashes
  const dash = pattern.length > 0 ? ` [${pattern.map(numberText).join(' ')}] 0 d` : ''
  return { width, operators: `${numberText(width)} w 1 j${dash}` }
}

/** How far the handles of a curve stand out that looks like a quarter of a circle. */
const quarter = 0.5523

const ellipse = (left: number, bottom: number, right: number, top: number): string => {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  const [dx, dy] = [((right - left) / 2) * quarter, ((top - bottom) / 2) * quarter]
  return [
    `${at(left, y)} m`,
    `${at(left, y + dy)} ${at(x - dx, top)} ${at(x, top)} c`,
    `${at(x + dx, top)} ${at(right, y + dy)} ${at(right, y)} c`,
    `${at(right, y - dy)} ${at(x + dx, bottom)} ${at(x, bottom)} c`,
    `${at(x - dx, bottom)} ${at(left, y - dy)} ${at(left, y)} c h`,
  ].join(' ')
}

/** The end of a line: `tip` seen from `from`. */
const lineEnd = (kind: string | undefined, tip: Point, from: Point, width: number): string => {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1
  const [ux, uy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length]
  const size = Math.max(4, width * 4)
  const point = (along: number, aside: number): Point => [
    tip[0] - ux * along * size - uy * aside * size,
    tip[1] - uy * along * size + ux * aside * size,
  ]
  switch (kind) {
    case 'OpenArrow':
      return `${pathOf([point(1, 0.5), tip, point(1, -0.5)])} S`
    case 'ClosedArrow':
      return `${pathOf([point(1, 0.5), tip, point(1, -0.5)], true)} B`
    case 'ROpenArrow':
      return `${pathOf([point(-1, 0.5), tip, point(-1, -0.5)])} S`
    case 'RClosedArrow':
      return `${pathOf([point(-1, 0.5), tip, point(-1, -0.5)], true)} B`
    case 'Butt':
      return `${pathOf([point(0, 0.5), point(0, -0.5)])} S`
    case 'Slash':
      return `${pathOf([point(0.4, 0.5), point(-0.4, -0.5)])} S`
    case 'Square':
      return `${pathOf([point(0.5, 0.5), point(0.5, -0.5), point(-0.5, -0.5), point(-0.5, 0.5)], true)} B`
    case 'Diamond':
      return `${pathOf([point(0.5, 0), point(0, -0.5), point(-0.5, 0), point(0, 0.5)], true)} B`
    case 'Circle':
      return `${ellipse(tip[0] - size / 2, tip[1] - size / 2, tip[0] + size / 2, tip[1] + size / 2)} B`
    default:
      return ''
  }
}

/** Corners of marked words, as programs write them: upper left, upper right, lower left, lower right. */
const quadsOf = (copier: Copier, annotation: PdfDict): [Point, Point, Point, Point][] => {
  const points = pointsOf(numbersOf(copier, annotation.get('QuadPoints')))
  return Array.from(
    { length: Math.floor(points.length / 4) },
    (_, index) => points.slice(index * 4, index * 4 + 4) as [Point, Point, Point, Point],
  )
}

const between = (one: Point, other: Point, share: number): Point => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
]

const wave = (start: Point, end: Point): string => {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1])
  const count = Math.max(2, Math.min(2_000, Math.round(length / 2)))
  return pathOf(
    Array.from({ length: count + 1 }, (_, index) => {
      const [x, y] = between(start, end, index / count)
      return [x, y + (index % 2)] as const
    }),
  )
}

const markLine = (copier: Copier, annotation: PdfDict, share: number): string =>
  quadsOf(copier, annotation)
    .map(([upperLeft, upperRight, lowerLeft, lowerRight]) => {
      const height = Math.hypot(upperLeft[0] - lowerLeft[0], upperLeft[1] - lowerLeft[1])
      const path = pathOf([between(lowerLeft, upperLeft, share), between(lowerRight, upperRight, share)])
      return `${numberText(Math.max(0.5, height / 16))} w ${path} S`
    })
    .join('\n')

type Draw = (copier: Copier, annotation: PdfDict, line: Line) => string

const isNone = (name: string | undefined): boolean => name === undefined || name === 'None'

const drawBox =
  (shape: (left: number, bottom: number, right: number, top: number) => string): Draw =>
  (copier, annotation, { width }) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(copier, annotation.get('Rect'))
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(copier, annotation.get('RD'))
    const half = width / 2
    const path = shape(
      Math.min(x1, x2) + left + half,
      Math.min(y1, y2) + bottom + half,
      Math.max(x1, x2) - right - half,
      Math.max(y1, y2) - top - half,
    )
    const isFilled = numbersOf(copier, annotation.get('IC')).length > 0
    return `${path} ${isFilled ? (width > 0 ? 'B' : 'f') : width > 0 ? 'S' : 'n'}`
  }

const rectangle = (left: number, bottom: number, right: number, top: number): string =>
  `${at(left, bottom)} ${at(right - left, top - bottom)} re`

const drawLine =
  (key: 'L' | 'Vertices'): Draw =>
  (copier, annotation, { width }) => {
    const points = pointsOf(numbersOf(copier, annotation.get(key)))
    const [first, last] = listOf(copier, annotation.get('LE')).map((each) => nameOf(copier, each))
    if (points.length < 2) return ''
    return [
      `${pathOf(points)} S`,
      isNone(first) ? '' : lineEnd(first, points[0]!, points[1]!, width),
      isNone(last) ? '' : lineEnd(last, points.at(-1)!, points.at(-2)!, width),
    ].join('\n')
  }

const draws: Readonly<Record<string, Draw>> = {
  Square: drawBox(rectangle),
  Circle: drawBox(ellipse),
  Line: drawLine('L'),
  PolyLine: drawLine('Vertices'),
  Polygon: (copier, annotation) => {
    const isFilled = numbersOf(copier, annotation.get('IC')).length > 0
    return `${pathOf(pointsOf(numbersOf(copier, annotation.get('Vertices'))), true)} ${isFilled ? 'B' : 'S'}`
  },
  Ink: (copier, annotation) =>
    listOf(copier, annotation.get('InkList'))
      .map((stroke) => `1 J ${pathOf(pointsOf(numbersOf(copier, stroke)))} S`)
      .join('\n'),
  Highlight: (copier, annotation) =>
    quadsOf(copier, annotation)
      .map(([one, two, three, four]) => `${pathOf([one, two, four, three], true)} f`)
      .join('\n'),
  Underline: (copier, annotation) => markLine(copier, annotation, 0.08),
  StrikeOut: (copier, annotation) => markLine(copier, annotation, 0.45),
  Squiggly: (copier, annotation) =>
    quadsOf(copier, annotation)
      .map(([, , lowerLeft, lowerRight]) => `0.7 w ${wave(lowerLeft, lowerRight)} S`)
      .join('\n'),
  Caret: (copier, annotation) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(copier, annotation.get('Rect'))
    return `${pathOf(
      [
        [left, bottom],
        [(left + right) / 2, top],
        [right, bottom],
      ],
      true,
    )} f`
  },
  Link: (copier, annotation, line) => (line.width > 0 ? drawBox(rectangle)(copier, annotation, line) : ''),
}

/** Draws what is marked or drawn on a page from its geometry, in the coordinates of the page; undefined: it has none. */
export const drawShape = (copier: Copier, annotation: PdfDict): string | undefined => {
  const kind = nameOf(copier, annotation.get('Subtype')) ?? ''
  const draw = draws[kind]
  if (!draw) return undefined
  const line = lineOf(copier, annotation)
  const color = numbersOf(copier, annotation.get('C'))
  const inside = numbersOf(copier, annotation.get('IC'))
  // A color of no parts is transparent.
  if (annotation.has('C') && color.length === 0 && inside.length === 0) return ''
  const isMark = kind === 'Highlight' || kind === 'Caret'
  return [
    colorText(color, 'stroke') ?? '0 G',
    colorText(isMark ? color : inside, 'fill') ?? colorText(color, 'fill') ?? '0 g',
    line.operators,
    draw(copier, annotation, line),
  ].join('\n')
}
