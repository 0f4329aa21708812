import type { Frame } from './banner-frame.ts'
import { circle, randomChoices, ellipse, glow, gradient, place, rect, shape, times } from './svg.ts'

const house = (
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
  columns: number,
  rows: number,
  seed: number,
): string => {
  const randomChoice = randomChoices(seed)
  const [stepX, stepY] = [width / (columns + 0.5), height / (rows + 0.6)]
  return [
    rect(x, y - height, width, height, color),
    times(columns * rows, (index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)]
      const isLit = randomChoice() > 0.45
      return rect(
        x + stepX * (column + 0.42),
        y - height + stepY * (row + 0.5),
        stepX * 0.6,
        stepY * 0.56,
        isLit ? '#ffd9a8' : '#27569c',
        { opacity: isLit ? 0.92 : 0.8, rx: 1.5 },
      )
    }),
  ].join('')
}

/** A library with columns; (0, 0) is the middle of its lowest step. */
const library = (): string =>
  [
    shape('M-214 -196 L0 -282 L214 -196Z', '#dbe8fa'),
    shape('M-168 -202 L0 -268 L168 -202Z', '#b9d0ef'),
    circle(0, -226, 17, '#f5f9ff'),
    rect(-220, -198, 440, 18, '#f0f6ff'),
    rect(-200, -180, 400, 152, '#2a5ca6'),
    ...[0, 1, 3, 4].map((gap) => rect(-176 + gap * 75.2 + 6, -160, 39, 132, '#ffd9a8', { opacity: 0.92 })),
    rect(-20, -160, 40, 44, '#ffd9a8', { opacity: 0.92 }),
    rect(-25, -108, 50, 82, '#8b5a34'),
    rect(-1.5, -108, 3, 82, '#5f3d24'),
    ...[0, 1, 2, 3, 4, 5].map((column) => rect(-200 + column * 75.2, -182, 24, 156, '#e6effb')),
    rect(-228, -28, 456, 12, '#f0f6ff'),
    rect(-246, -16, 492, 16, '#cddff5'),
  ].join('')

const tree = (x: number, y: number, size: number, color: string): string =>
  rect(x - size * 0.06, y - size * 0.5, size * 0.12, size * 0.5, '#123058') +
  ellipse(x, y - size * 0.78, size * 0.36, size * 0.48, color)

export const campus = (frame: Frame): string => {
  const { width, height, pick } = frame
  const shore = pick(498, 470)
  const middle = pick(1360, 386)
  const size = pick(1.06, 0.84)
  return [
    gradient('sky', pick([0, 0, 0.9, 1], [0.3, 0, 0.6, 1]), [0, '#0a2250'], [0.55, '#2358a6'], [1, '#8db4e6']),
    rect(0, 0, width, height, 'url(#sky)'),
    glow('sun', [0, '#ffd7a6', 0.9], [0.35, '#ffc98e', 0.4], [1, '#ffc98e', 0]),
    ellipse(pick(1560, 520), shore - 60, pick(620, 420), pick(360, 300), 'url(#sun)'),
    circle(pick(1580, 560), shore - 214, pick(46, 38), '#ffe6c6'),
    ...pick(
      [
        [1030, 96, 1],
        [1700, 130, 0.8],
        [640, 170, 0.7],
      ] as const,
      [
        [150, 110, 0.8],
        [600, 84, 0.62],
      ] as const,
    ).map(([x, y, scale]) =>
      place(
        x,
        y,
        scale,
        shape('M-110 20 Q-112 -4 -78 -6 Q-66 -36 -24 -28 Q4 -50 40 -26 Q84 -28 86 -2 Q112 2 108 20Z', '#fff', {
          opacity: 0.26,
        }),
      ),
    ),
    shape(
      pick(
        `M0 ${shore} L0 392 Q160 330 330 392 Q520 300 720 404 Q900 318 1100 396 Q1330 300 1530 388 Q1730 316 1920 380 V${shore}Z`,
        `M0 ${shore} V350 Q120 292 250 352 Q400 276 540 356 Q650 312 750 340 V${shore}Z`,
      ),
      '#2a5aa0',
      { opacity: 0.75 },
    ),
    shape(
      pick(
        `M0 ${shore} L0 446 Q240 392 460 446 Q700 398 960 452 Q1200 410 1420 452 Q1690 404 1920 440 V${shore}Z`,
        `M0 ${shore} V420 Q180 372 360 424 Q560 378 750 412 V${shore}Z`,
      ),
      '#1d4682',
    ),
    house(middle - 390 * size, shore, 150 * size, 196 * size, '#18407d', 6, 6, 3),
    house(middle + 250 * size, shore, 190 * size, 150 * size, '#1b478a', 8, 4, 5),
    house(middle + 300 * size, shore - 150 * size, 70 * size, 96 * size, '#18407d', 3, 4, 9),
    place(middle, shore, size, library()),
    ...[-250, -228, 236, 470, 500, -420].map((shift, index) =>
      tree(middle + shift * size, shore, (70 + ((index * 23) % 34)) * size, index % 2 === 0 ? '#1c5a63' : '#23686b'),
    ),
    gradient('water', [0, 0, 0, 1], [0, '#3f78c0'], [0.35, '#1c4d92'], [1, '#0a2450']),
    rect(0, shore, width, height - shore, 'url(#water)'),
    rect(0, shore, width, 3, '#cfe2fb', { opacity: 0.6 }),
    ...[0, 1, 2, 3, 4, 5, 6].map((row) => {
      const half = (250 - row * 22) * size
      return rect(
        middle - half,
        shore + 14 + row * pick(16, 22),
        half * 2,
        pick(5, 6),
        row % 2 === 0 ? '#ffd9a8' : '#cfe2fb',
        {
          opacity: 0.34 - row * 0.04,
          rx: 3,
        },
      )
    }),
    rect(pick(1526, 516), shore + 12, 108, 5, '#ffe6c6', { opacity: 0.6, rx: 2 }),
    rect(pick(1546, 530), shore + 30, 72, 5, '#ffe6c6', { opacity: 0.4, rx: 2 }),
    pick(
      [260, 560, 780, 1750]
        .map((x, index) => rect(x, shore + 34 + index * 14, 130, 3, '#cfe2fb', { opacity: 0.16, rx: 1 }))
        .join(''),
      [60, 480]
        .map((x, index) => rect(x, shore + 90 + index * 40, 130, 3, '#cfe2fb', { opacity: 0.16, rx: 1 }))
        .join(''),
    ),
  ].join('')
}
