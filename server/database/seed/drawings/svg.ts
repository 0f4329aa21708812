type Value = string | number
type Attributes = Record<string, Value>

const rounded = (value: Value): string => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)

const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${rounded(value)}"`)
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more })

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more })

export const shape = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more })

/** A line of any form, with round ends. */
export const stroke = (d: string, color: string, width: number, more: Attributes = {}) =>
  element('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

export const group = (attributes: Attributes, ...content: string[]) => element('g', attributes, content.join(''))

/** Content that was drawn around the origin, put somewhere. */
export const place = (x: number, y: number, scale: number, ...content: string[]) =>
  group({ transform: `translate(${rounded(x)} ${rounded(y)}) scale(${rounded(scale)})` }, ...content)

type Stops = readonly (readonly [offset: number, color: string, opacity?: number])[]

const stopsOf = (stops: Stops): string =>
  stops
    .map(([offset, color, opacity = 1]) =>
      element('stop', { offset, 'stop-color': color, ...(opacity === 1 ? {} : { 'stop-opacity': opacity }) }),
    )
    .join('')

/** A gradient along a line of the box that it fills; used as `url(#id)`. */
export const gradient = (id: string, [x1, y1, x2, y2]: readonly [number, number, number, number], ...stops: Stops) =>
  element('linearGradient', { id, x1, y1, x2, y2 }, stopsOf(stops))

export const glow = (id: string, ...stops: Stops) => element('radialGradient', { id }, stopsOf(stops))

export const clip = (id: string, content: string) => element('clipPath', { id }, content)

export const drawing = (width: number, height: number, ...content: string[]): string =>
  element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    content.join(''),
  )

/** The numbers from 0 up to a count, each made into something. */
export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** The same throws for the same seed, so that a drawing is the same whenever it is made. */
export const randomChoices = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) % 0x1_0000_0000
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
