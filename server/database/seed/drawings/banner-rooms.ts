import { backdrop, type Frame } from './banner-frame.ts'
import { blue, warm, wood } from './colors.ts'
import { bookStack, flask, laptop, lectern, notebook, plant, ringLight, testTubes, tripodCamera } from './furniture.ts'
import { fromBehind, someone, standing } from './people-figures.ts'
import { circle, randomChoices, ellipse, gradient, place, rect, shape, stroke, times } from './svg.ts'

/** What stands on a screen: a diagram, a few lines, one warm thing. In a box of 640 by 340. */
const slide = (): string =>
  [
    rect(48, 46, 214, 20, blue.deep2, { rx: 10 }),
    rect(48, 84, 150, 10, blue.soft, { rx: 5 }),
    ...[0, 1, 2, 3].map((index) => {
      const y = 136 + index * 42
      const width = [176, 214, 148, 190][index]!
      return circle(60, y + 7, 9, index === 2 ? warm.clear : blue.clear) + rect(84, y, width, 13, blue.pale, { rx: 6 })
    }),
    stroke('M344 290 H596', blue.soft, 4),
    ...[96, 142, 118, 186, 162].map((tall, index) =>
      rect(
        356 + index * 48,
        288 - tall,
        30,
        tall,
        index === 3 ? warm.clear : index % 2 === 0 ? blue.clear : blue.soft,
        {
          rx: 4,
        },
      ),
    ),
    stroke('M370 172 L418 128 L466 150 L514 82 L562 104', blue.deep2, 5),
    ...[
      [370, 172],
      [418, 128],
      [466, 150],
      [514, 82],
      [562, 104],
    ].map(([x, y]) => circle(x!, y!, 7, '#fff', { stroke: blue.deep2, 'stroke-width': 4 })),
  ].join('')

const audience = (width: number, y: number, scale: number, color: string, seat: string, seed: number): string => {
  const randomChoice = randomChoices(seed)
  const step = 128 * scale
  return times(Math.ceil(width / step) + 2, (index) => {
    const x = index * step - step / 2 + (randomChoice() - 0.5) * 14
    const isThere = randomChoice() > 0.14
    const figure = { ...someone(index + seed), top: color, hair: color, skin: color }
    return [
      isThere ? place(x, y - 22 * scale, scale, fromBehind(figure)) : '',
      rect(x - 54 * scale, y - 56 * scale, 108 * scale, 90 * scale, seat, { rx: 16 * scale }),
    ].join('')
  })
}

export const hall = (frame: Frame): string => {
  const { width, height, pick } = frame
  const [screenX, screenY, screenScale] = pick([1090, 62, 1], [184, 66, 0.8])
  const floor = pick(494, 478)
  return [
    backdrop(frame, blue.night, blue.deep2, blue.clear),
    times(Math.ceil(width / 48), (index) => rect(index * 48, 0, 1.5, floor, '#fff', { opacity: 0.045 })),
    ...pick([380, 900, 1420], [120, 420]).map((x) =>
      shape(`M${x} 0 H${x + 190} L${x + 150} 22 H${x + 40}Z`, '#fff', { opacity: 0.16 }),
    ),
    gradient('floor', [0, 0, 0, 1], [0, '#1b4a8f'], [1, '#0b2450']),
    rect(0, floor - 14, width, height - floor + 14, 'url(#floor)'),
    rect(0, floor - 14, width, 4, blue.soft, { opacity: 0.5 }),
    gradient('beam', [0, 0, 0, 1], [0, '#fff', 0.2], [1, '#fff', 0]),
    shape(pick('M900 0 H980 L1070 490 H770Z', 'M60 0 H120 L210 478 H0Z'), 'url(#beam)'),
    place(
      screenX,
      screenY,
      screenScale,
      rect(-14, -14, 668, 368, '#0a1a38', { rx: 14 }),
      gradient('canvas', [0, 0, 1, 1], [0, '#ffffff'], [1, blue.mist]),
      rect(0, 0, 640, 340, 'url(#canvas)', { rx: 6 }),
      slide(),
    ),
    place(
      pick(912, 108),
      floor + 2,
      pick(1.14, 0.98),
      standing(
        { ...someone(3), cut: 'bob', top: '#e9eef6', shirt: blue.pale, skin: '#efc19d', hair: '#1c1a20' },
        'present',
      ),
      place(-6, 8, 0.78, lectern()),
    ),
    audience(width, pick(588, 596), pick(0.62, 0.66), '#0d2a5c', '#12366f', 5),
    audience(width, pick(660, 690), pick(0.84, 0.86), '#081c40', '#0c2650', 11),
    pick('', rect(0, 660, width, 90, '#081c40')),
  ].join('')
}

const chalkDrawings = (): string =>
  [
    // Axes with a wave and what lies under it.
    shape('M84 210 C116 96 148 96 180 210Z', blue.soft, { opacity: 0.22 }),
    stroke('M62 90 V330 M40 210 H348 M62 90 L55 104 M62 90 L69 104 M348 210 L334 203 M348 210 L334 217', '#eaf2ff', 4),
    stroke('M84 210 C116 96 148 96 180 210 S244 324 276 210 S326 140 338 132', warm.soft, 6),
    ...[132, 180, 228, 276].map((x) => stroke(`M${x} 204 V216`, '#eaf2ff', 3)),
    // A triangle in its circle.
    circle(494, 178, 96, 'none', { stroke: '#eaf2ff', 'stroke-width': 4 }),
    stroke('M494 82 L411 226 H577Z', '#eaf2ff', 4),
    stroke('M494 82 V226 M494 178 L411 226', blue.soft, 3, { 'stroke-dasharray': '3 11' }),
    circle(494, 178, 5, warm.soft),
    stroke('M494 212 H508 V226', blue.soft, 3),
    // A net of thoughts.
    stroke('M690 110 L760 166 L700 246 M760 166 L842 118 M760 166 L838 232', '#eaf2ff', 3.5),
    ...(
      [
        [690, 110, 15],
        [700, 246, 13],
        [842, 118, 13],
        [838, 232, 16],
      ] as const
    ).map(([x, y, r]) => circle(x, y, r, '#17467f', { stroke: '#eaf2ff', 'stroke-width': 3.5 })),
    circle(760, 166, 24, warm.clear, { stroke: warm.pale, 'stroke-width': 3 }),
    // Lines of writing.
    stroke('M400 312 H470 M488 312 H566 M584 312 H622', '#eaf2ff', 5, { opacity: 0.75 }),
    stroke('M672 306 H742 M760 306 H862', '#eaf2ff', 5, { opacity: 0.75 }),
    stroke('M400 344 H520 M540 344 H590', '#eaf2ff', 5, { opacity: 0.5 }),
    stroke('M672 338 H790', '#eaf2ff', 5, { opacity: 0.5 }),
  ].join('')

export const chalk = (frame: Frame): string => {
  const { width, height, pick } = frame
  const [boardX, boardY, boardScale] = pick([900, 42, 1.02], [28, 52, 0.76])
  const desk = pick(536, 462)
  return [
    backdrop(frame, '#081f45', '#1d4f92', '#6fa5e8'),
    gradient('window', [0, 0, 1, 0], [0, '#fff', 0.1], [1, '#fff', 0]),
    ...pick([0, 150, 300], [-60, 60]).map((x) =>
      shape(`M${x + 560} 0 H${x + 650} L${x + 250} ${height} H${x + 120}Z`, 'url(#window)', { opacity: 0.5 }),
    ),
    place(
      boardX,
      boardY,
      boardScale,
      rect(-22, -22, 944, 464, wood.clear, { rx: 10 }),
      rect(-22, -22, 944, 12, wood.soft, { rx: 6 }),
      gradient('board', [0, 0, 1, 1], [0, '#123a6e'], [1, '#0d2c57']),
      rect(0, 0, 900, 420, 'url(#board)', { rx: 4 }),
      ellipse(250, 360, 210, 26, '#fff', { opacity: 0.05 }),
      ellipse(640, 66, 190, 22, '#fff', { opacity: 0.05 }),
      place(0, 6, 1, chalkDrawings()),
      rect(-8, 428, 916, 16, wood.deep, { rx: 6 }),
      rect(200, 420, 52, 9, '#fff', { rx: 4 }),
      rect(262, 420, 34, 9, warm.soft, { rx: 4 }),
      rect(560, 410, 84, 20, '#26344f', { rx: 5 }),
      rect(560, 424, 84, 7, blue.pale, { rx: 3 }),
    ),
    gradient('desk', [0, 0, 0, 1], [0, '#2a62ad'], [1, '#0d2a5c']),
    rect(0, desk, width, height - desk, 'url(#desk)'),
    rect(0, desk, width, 5, blue.soft, { opacity: 0.55 }),
    place(
      pick(1030, 132),
      desk + 12,
      pick(1.1, 0.86),
      bookStack([blue.clear, '#e9eef6', warm.clear, blue.soft, blue.pale]),
    ),
    place(pick(1330, 392), desk + pick(52, 44), pick(1.1, 0.92), notebook()),
    place(pick(1576, 560), desk + 16, pick(1.12, 0.84), laptop('#dbe5f3')),
    place(pick(1776, 690), desk + 14, pick(1, 0.8), plant('#5d9c86', '#f3f6fb')),
  ].join('')
}

const molecule = (): string => {
  const bonds =
    'M0 0 L-96 -52 M0 0 L86 -66 M0 0 L30 96 M-96 -52 L-150 20 M-96 -52 L-112 -142 M86 -66 L172 -38 M86 -66 L96 -150 M30 96 L120 134 M30 96 L-58 138'
  const atoms = [
    [-96, -52, 25, blue.soft],
    [86, -66, 25, blue.soft],
    [30, 96, 25, blue.soft],
    [-150, 20, 15, blue.mist],
    [-112, -142, 15, blue.mist],
    [172, -38, 15, blue.mist],
    [96, -150, 15, blue.mist],
    [120, 134, 15, blue.mist],
    [-58, 138, 15, blue.mist],
  ] as const
  return [
    stroke(bonds, '#dcebff', 8, { opacity: 0.75 }),
    ...atoms.map(
      ([x, y, r, color]) =>
        circle(x, y, r, color) + circle(x - r * 0.3, y - r * 0.32, r * 0.28, '#fff', { opacity: 0.75 }),
    ),
    circle(0, 0, 36, warm.clear),
    circle(-11, -12, 10, '#fff', { opacity: 0.7 }),
    ellipse(0, 0, 218, 74, 'none', { stroke: blue.pale, 'stroke-width': 2.5, opacity: 0.65, transform: 'rotate(-24)' }),
    ellipse(0, 0, 218, 74, 'none', { stroke: blue.pale, 'stroke-width': 2.5, opacity: 0.4, transform: 'rotate(34)' }),
    circle(199, -89, 7, warm.soft),
    circle(-181, -122, 6, blue.paper),
  ].join('')
}

export const laboratory = (frame: Frame): string => {
  const { pick } = frame
  const bench = pick(512, 470)
  const [x, y, scale] = pick([1330, 232, 1.05], [384, 230, 0.92])
  const foot = bench + 22
  return [
    backdrop(frame, '#07193c', '#12468c', '#4f9be6'),
    ...[250, 340, 440].map((radius) =>
      circle(x, y, radius * scale, 'none', { stroke: blue.pale, 'stroke-width': 1.5, opacity: 0.14 }),
    ),
    gradient('rays', [0, 1, 0, 0], [0, '#bfe0ff', 0.5], [1, '#bfe0ff', 0]),
    shape(
      `M${x - 84 * scale} ${foot - 22} L${x - 270 * scale} ${y - 190 * scale} H${x + 270 * scale} L${x + 84 * scale} ${foot - 22}Z`,
      'url(#rays)',
      { opacity: 0.55 },
    ),
    place(x, y, scale, molecule()),
    gradient('bench', [0, 0, 0, 1], [0, '#e8f0fb'], [1, '#aac4e6']),
    shape(
      pick(`M760 ${bench + 8} H1920 V${bench + 62} H700Z`, `M0 ${bench + 8} H750 V${bench + 54} H0Z`),
      'url(#bench)',
    ),
    shape(pick(`M700 ${bench + 62} H1920 V640 H700Z`, `M0 ${bench + 54} H750 V750 H0Z`), '#0b2756'),
    rect(pick(700, 0), pick(bench + 62, bench + 54), pick(1220, 750), 6, blue.deep, { opacity: 0.6 }),
    ellipse(x, foot, 150 * scale, 20 * scale, '#12325f'),
    ellipse(x, foot - 8, 132 * scale, 15 * scale, '#7fc0ff'),
    ellipse(x, foot - 9, 92 * scale, 9 * scale, '#e4f3ff'),
    place(pick(968, 92), bench + 40, pick(1.14, 0.9), flask(blue.clear)),
    place(pick(1092, 186), bench + 50, pick(0.82, 0.62), flask(warm.clear)),
    place(pick(1592, 566), bench + 44, pick(1.06, 0.86), testTubes([blue.soft, warm.soft, blue.clear, '#8fd0c0'])),
    place(pick(1822, 1200), bench + 36, 0.95, bookStack(['#e9eef6', blue.clear, '#27406b'], 130)),
  ].join('')
}

export const studio = (frame: Frame): string => {
  const { width, height, pick } = frame
  const floor = pick(566, 520)
  const [screenX, screenY, screenScale] = pick([972, 72, 0.92], [48, 62, 0.74])
  const randomChoice = randomChoices(8)
  return [
    backdrop(frame, '#0a1d44', '#173f86', '#5d8fe0'),
    times(pick(16, 6), (index) => {
      const [column, row] = [index % pick(8, 3), Math.floor(index / pick(8, 3))]
      return rect(pick(640, 30) + column * 150 + row * 10, pick(40, 24) + row * 150, 128, 128, '#fff', {
        opacity: 0.035,
        rx: 10,
      })
    }),
    gradient('floor', [0, 0, 0, 1], [0, '#1e509a'], [1, '#0b2450']),
    rect(0, floor, width, height - floor, 'url(#floor)'),
    rect(0, floor, width, 3, blue.soft, { opacity: 0.45 }),
    place(
      screenX,
      screenY,
      screenScale,
      rect(-16, -16, 592, 372, '#0a1730', { rx: 18 }),
      gradient('film', [0, 0, 1, 1], [0, '#2e6fc7'], [1, '#123a7a']),
      rect(0, 0, 560, 340, 'url(#film)', { rx: 8 }),
      stroke('M44 214 C92 84 150 84 198 190 S300 252 350 128 S452 60 516 96', '#fff', 5, { opacity: 0.28 }),
      circle(280, 150, 66, '#fff', { opacity: 0.95 }),
      shape('M260 112 L324 150 L260 188Z', blue.mid),
      rect(44, 284, 472, 10, '#fff', { rx: 5, opacity: 0.35 }),
      rect(44, 284, 176, 10, warm.clear, { rx: 5 }),
      circle(220, 289, 12, '#fff'),
    ),
    place(
      pick(1230, 322),
      pick(470, 404),
      pick(0.86, 0.5),
      times(31, (index) => {
        const tall = 14 + Math.abs(Math.sin(index * 0.62)) * 46 + randomChoice() * 20
        return rect((index - 15) * 18 - 4, -tall / 2, 8, tall, index > 10 && index < 16 ? warm.clear : blue.pale, {
          rx: 4,
          opacity: 0.85,
        })
      }),
    ),
    place(pick(1648, 628), floor + 24, pick(1.02, 0.82), tripodCamera()),
    place(pick(1836, 1000), floor + 8, 0.96, ringLight()),
    place(
      pick(826, 100),
      floor + 26,
      pick(1.24, 0.94),
      standing(
        { ...someone(2), cut: 'short', top: '#3a557f', shirt: '#ffffff', skin: '#e3ac84', hair: '#1c1a20' },
        'present',
      ),
    ),
  ].join('')
}
