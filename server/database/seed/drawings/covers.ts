import { circle, drawing, ellipse, gradient, place, rect, shape, stroke, times } from './svg.ts'

/** Dark ground, lighter ground, lines, and the one colour that speaks. */
const tones = {
  blue: ['#0c2d63', '#1d5bb0', '#9cc3f5', '#f6b679'],
  teal: ['#0b3f49', '#1c7482', '#a3d9df', '#f6c48a'],
  indigo: ['#1d2560', '#4450a8', '#b9c0f2', '#f7bd8e'],
  green: ['#123f33', '#2f7a62', '#b0dcc8', '#f4c98b'],
  slate: ['#1e2d42', '#4a617f', '#bccadd', '#f2b27d'],
  amber: ['#5f3413', '#b56a2c', '#f5d3ad', '#fff0dc'],
  wine: ['#4c1f33', '#93486a', '#ecc0d2', '#f8cf9f'],
  sky: ['#124a78', '#3b8ccb', '#c2e2f8', '#ffd09c'],
} as const

type Tones = (typeof tones)[keyof typeof tones]
type Layer = (tones: Tones) => string

const patterns = {
  waves: ([, , line]) =>
    times(9, (index) => {
      const y = 90 + index * 72
      return stroke(`M-40 ${y} Q120 ${y - 60} 280 ${y} T600 ${y} T920 ${y} T1240 ${y}`, line, 3, { opacity: 0.22 })
    }),
  dots: ([, , line]) =>
    times(24 * 13, (index) => {
      const [column, row] = [index % 24, Math.floor(index / 24)]
      return circle(28 + column * 50, 30 + row * 52, 2.5 + ((column * row) % 3), line, { opacity: 0.26 })
    }),
  arcs: ([, , line]) =>
    times(9, (index) =>
      circle(1120, 640, 110 + index * 88, 'none', { stroke: line, 'stroke-width': 3, opacity: 0.32 - index * 0.025 }),
    ),
  chalk: ([, , line]) =>
    [
      stroke('M80 590 V120 M50 560 H620', line, 3, { opacity: 0.4 }),
      stroke('M80 560 C200 540 240 220 340 220 S480 500 600 470', line, 4, { opacity: 0.5 }),
      circle(1010, 150, 92, 'none', { stroke: line, 'stroke-width': 3, opacity: 0.35 }),
      stroke('M1010 58 L930 196 H1090Z', line, 3, { opacity: 0.35 }),
      times(7, (index) => stroke(`M${140 + index * 60} 552 V568`, line, 3, { opacity: 0.4 })),
    ].join(''),
  pages: ([, , line]) =>
    times(6, (index) =>
      rect(690 + index * 64, 80 + index * 34, 360, 480, 'none', {
        stroke: line,
        'stroke-width': 3,
        opacity: 0.12 + index * 0.045,
        rx: 10,
      }),
    ),
  cells: ([, , line]) =>
    times(40, (index) => {
      const [column, row] = [index % 8, Math.floor(index / 8)]
      const [x, y] = [60 + column * 156 + (row % 2) * 78, 40 + row * 136]
      return shape(
        `M${x} ${y - 84} L${x + 74} ${y - 42} V${y + 42} L${x} ${y + 84} L${x - 74} ${y + 42} V${y - 42}Z`,
        'none',
        {
          stroke: line,
          'stroke-width': 3,
          opacity: (column * 7 + row * 3) % 5 === 0 ? 0.38 : 0.14,
        },
      )
    }),
  net: ([, , line]) => {
    const points = Array.from(
      { length: 22 },
      (_, index) => [40 + ((index * 263) % 1130), 40 + ((index * 167) % 600)] as const,
    )
    return [
      ...points.map(([x, y], index) => {
        const [nextX, nextY] = points[(index + 4) % points.length]!
        return stroke(`M${x} ${y} L${nextX} ${nextY}`, line, 2, { opacity: 0.16 })
      }),
      ...points.map(([x, y], index) => circle(x, y, 5 + (index % 3) * 3, line, { opacity: 0.4 })),
    ].join('')
  },
  rays: ([, , line]) =>
    times(15, (index) => {
      const x = -300 + index * 130
      return shape(`M${x} 0 H${x + 54} L${x + 454} 675 H${x + 400}Z`, line, { opacity: index % 2 === 0 ? 0.08 : 0.04 })
    }),
} satisfies Record<string, Layer>

/** Drawn around the origin, about 300 by 300. */
const motifs = {
  book: ([, mid, line, accent]) =>
    [
      shape('M0 -70 Q-70 -120 -160 -104 V96 Q-70 80 0 130 Q70 80 160 96 V-104 Q70 -120 0 -70Z', '#fff'),
      stroke('M0 -70 V130', mid, 7),
      stroke('M-128 -64 Q-80 -70 -34 -44 M-128 -20 Q-80 -26 -34 0 M-128 24 Q-80 18 -34 44', line, 8),
      stroke('M34 -44 Q80 -70 128 -64 M34 0 Q80 -26 128 -20', line, 8),
      shape('M70 22 L128 12 V86 L99 66 L70 92Z', accent),
    ].join(''),
  play: ([, mid, line, accent]) =>
    [
      rect(-190, -120, 380, 240, '#fff', { rx: 22 }),
      circle(0, -16, 66, accent),
      shape('M-20 -52 L42 -16 L-20 20Z', '#fff'),
      rect(-150, 82, 300, 12, line, { rx: 6 }),
      rect(-150, 82, 112, 12, mid, { rx: 6 }),
    ].join(''),
  flask: ([, , line, accent]) =>
    [
      shape(
        'M-50 -150 H50 V-126 H36 V-40 L136 108 Q150 146 108 146 H-108 Q-150 146 -136 108 L-36 -40 V-126 H-50Z',
        '#fff',
      ),
      shape('M-74 42 Q-30 16 10 42 T88 46 L124 108 Q132 130 108 130 H-108 Q-132 130 -124 108Z', accent),
      circle(-30, 92, 13, '#fff', { opacity: 0.8 }),
      circle(36, 78, 9, '#fff', { opacity: 0.8 }),
      stroke('M-14 -112 V-40', line, 7),
    ].join(''),
  chart: ([, mid, line, accent]) =>
    [
      rect(-180, -140, 360, 280, '#fff', { rx: 16 }),
      stroke('M-140 96 H140', line, 8),
      ...[70, 118, 92, 168].map((tall, index) =>
        rect(-124 + index * 68, 92 - tall, 42, tall, index === 3 ? accent : index % 2 === 0 ? mid : line, { rx: 5 }),
      ),
    ].join(''),
  pen: ([, mid, line, accent]) =>
    [
      rect(-130, -150, 240, 300, '#fff', { rx: 14 }),
      stroke('M-90 -96 H66 M-90 -48 H66 M-90 0 H30 M-90 48 H-10', line, 12),
      stroke('M30 120 L176 -66', accent, 34),
      stroke('M14 140 L30 120', mid, 22),
    ].join(''),
  people: ([, mid, line, accent]) =>
    [
      ...(
        [
          [-110, line],
          [110, line],
        ] as const
      ).map(
        ([x, color]) =>
          circle(x, -40, 42, color) + shape(`M${x - 76} 110 Q${x - 76} 20 ${x} 20 Q${x + 76} 20 ${x + 76} 110Z`, color),
      ),
      circle(0, -76, 54, '#fff'),
      shape('M-98 130 Q-98 0 0 0 Q98 0 98 130Z', '#fff'),
      shape('M-24 4 L0 44 L24 4 Q0 -4 -24 4Z', accent),
      rect(-150, 130, 300, 10, mid, { rx: 5 }),
    ].join(''),
  shield: ([, , line, accent]) =>
    [
      shape('M0 -160 Q70 -118 140 -118 Q150 70 0 160 Q-150 70 -140 -118 Q-70 -118 0 -160Z', '#fff'),
      shape('M0 -128 Q56 -94 114 -92 Q118 56 0 126Z', line, { opacity: 0.7 }),
      stroke('M-56 0 L-14 44 L66 -48', accent, 28),
    ].join(''),
  globe: ([, mid, line, accent]) =>
    [
      circle(0, 0, 148, '#fff'),
      ellipse(0, 0, 62, 148, 'none', { stroke: line, 'stroke-width': 8 }),
      stroke('M-140 -48 H140 M-140 48 H140 M0 -148 V148', line, 8),
      circle(0, 0, 148, 'none', { stroke: mid, 'stroke-width': 10 }),
      circle(62, -48, 22, accent),
      circle(-44, 48, 15, accent),
      stroke('M62 -48 Q20 30 -44 48', accent, 7),
    ].join(''),
  sheet: ([, mid, line, accent]) =>
    [
      rect(-150, -150, 300, 300, '#fff', { rx: 12 }),
      rect(-150, -150, 300, 62, mid, { rx: 12 }),
      stroke('M-150 -36 H150 M-150 24 H150 M-150 84 H150 M-50 -88 V150 M50 -88 V150', line, 6),
      rect(56, 30, 88, 48, accent),
    ].join(''),
  spark: ([, mid, line, accent]) =>
    [
      rect(-130, -110, 260, 220, '#fff', { rx: 40 }),
      circle(-52, -10, 24, mid),
      circle(52, -10, 24, mid),
      stroke('M-50 54 Q0 84 50 54', line, 14),
      stroke('M0 -110 V-152', line, 10),
      circle(0, -164, 18, accent),
      stroke('M-162 -20 V40 M162 -20 V40', line, 16),
    ].join(''),
  lens: ([, mid, line, accent]) =>
    [
      circle(-24, -24, 116, '#fff'),
      circle(-24, -24, 116, 'none', { stroke: mid, 'stroke-width': 16 }),
      stroke('M66 66 L150 150', accent, 34),
      stroke('M-84 -24 L-40 20 L36 -66', line, 16),
    ].join(''),
  sound: ([, mid, line, accent]) =>
    [
      rect(-52, -150, 104, 190, '#fff', { rx: 52 }),
      stroke('M-104 -30 Q-104 92 0 92 Q104 92 104 -30 M0 92 V146 M-60 146 H60', '#fff', 18),
      stroke('M-26 -84 H26 M-26 -44 H26 M-26 -4 H26', line, 10),
      ...[-190, 190].map((x) => rect(x - 8, -60, 16, 90, accent, { rx: 8 })),
      ...[-156, 156].map((x) => rect(x - 8, -30, 16, 40, mid, { rx: 8 })),
    ].join(''),
} satisfies Record<string, Layer>

export interface Cover {
  tone: keyof typeof tones
  pattern: keyof typeof patterns
  motif: keyof typeof motifs
}

/** 1200 by 675. */
const drawCover = ({ tone, pattern, motif }: Cover): string => {
  const chosen = tones[tone]
  return drawing(
    1200,
    675,
    gradient('ground', [0, 1, 1, 0], [0, chosen[0]], [1, chosen[1]]),
    rect(0, 0, 1200, 675, 'url(#ground)'),
    patterns[pattern](chosen),
    place(600, 338, 1.18, motifs[motif](chosen)),
  )
}

/** Its name, and how to draw it. */
export const coverOf = (cover: Cover): [name: string, draw: () => string] => [
  `cover-${cover.tone}-${cover.pattern}-${cover.motif}`,
  () => drawCover(cover),
]
