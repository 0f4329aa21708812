import { blue, warm } from './colors.ts'
import { fromBehind, someone } from './people-figures.ts'
import { gradient, place, rect, shape, times } from './svg.ts'

/** What happened at the contest, drawn as one would have photographed it: 1200 by 800. */
export const [width, height] = [1200, 800]

export const room = (from: string, to: string, floor: string, edge: number): string =>
  [
    gradient('room', [0, 0, 1, 1], [0, from], [1, to]),
    rect(0, 0, width, height, 'url(#room)'),
    rect(0, edge, width, height - edge, floor),
    rect(0, edge, width, 4, '#fff', { opacity: 0.35 }),
  ].join('')

export const curtain = (x: number, wide: number): string =>
  [
    rect(x, 0, wide, 620, '#16427f'),
    times(Math.round(wide / 28), (index) => rect(x + index * 28, 0, 10, 620, '#0d2d5f', { opacity: 0.5 })),
  ].join('')

export const crowd = (y: number, scale: number, from: number): string => {
  const step = 132 * scale
  return times(Math.ceil(width / step) + 1, (index) =>
    place(index * step + (index % 2) * 9, y, scale, fromBehind(someone(index + from))),
  )
}

export const window = (x: number, y: number, wide: number, tall: number): string =>
  [
    rect(x - 10, y - 10, wide + 20, tall + 20, '#ffffff', { rx: 4 }),
    gradient('pane', [0, 0, 0, 1], [0, '#a9cdf5'], [1, '#e8f3ff']),
    rect(x, y, wide, tall, 'url(#pane)'),
    shape(
      `M${x} ${y + tall} V${y + tall * 0.72} Q${x + wide * 0.3} ${y + tall * 0.5} ${x + wide * 0.55} ${y + tall * 0.74} T${x + wide} ${y + tall * 0.66} V${y + tall}Z`,
      '#8fc0a9',
    ),
    rect(x + wide / 2 - 4, y, 8, tall, '#fff'),
    rect(x, y + tall * 0.42, wide, 8, '#fff'),
  ].join('')

/** A frame with something on it; its inside is 100 by 60, whatever its size. */
export const board = (
  x: number,
  y: number,
  scale: number,
  ground: string,
  frame: string,
  ...content: string[]
): string =>
  place(x, y, scale, rect(-2, -2, 104, 64, frame, { rx: 1.5 }), rect(0, 0, 100, 60, ground, { rx: 0.6 }), ...content)

export const bars = (x: number, y: number): string =>
  [10, 17, 13, 24, 20]
    .map((tall, index) => rect(x + index * 7, y - tall, 4.4, tall, index === 3 ? warm.clear : blue.clear, { rx: 0.6 }))
    .join('')

export const textLines = (x: number, y: number, widths: readonly number[], color: string = blue.pale): string =>
  widths.map((wide, index) => rect(x, y + index * 5.4, wide, 2.2, color, { rx: 1.1 })).join('')
