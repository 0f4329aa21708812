import { blue, warm, wood } from './colors.ts'
import { circle, ellipse, rect, shape, stroke, times } from './svg.ts'

/** (0, 0) is the middle of its foot; it is 290 high with its microphone. */
export const lectern = (body: string = wood.clear, front: string = wood.soft, edge: string = wood.deep): string =>
  [
    ellipse(0, 0, 96, 10, '#04122c', { opacity: 0.25 }),
    rect(-72, -16, 144, 16, edge, { rx: 4 }),
    shape('M-56 -16 H56 L70 -192 H-70Z', body),
    shape('M-42 -34 H42 L52 -176 H-52Z', front),
    circle(0, -106, 26, 'none', { stroke: edge, 'stroke-width': 4, opacity: 0.55 }),
    shape('M-12 -108 L0 -120 L12 -108 V-94 H-12Z', edge, { opacity: 0.55 }),
    shape('M-96 -192 H96 L84 -222 H-84Z', edge),
    shape('M-64 -222 L-52 -234 H20 L30 -222Z', '#ffffff'),
    stroke('M58 -222 Q64 -256 44 -272', '#26344f', 4),
    ellipse(40, -276, 6, 10, '#26344f', { transform: 'rotate(-40 40 -276)' }),
  ].join('')

/** Books lying on each other, some with their backs to us; (0, 0) is the middle of the lowest edge. */
export const bookStack = (colors: readonly string[], width = 150): string =>
  colors
    .map((color, index) => {
      const [shift, size] = [((index * 37) % 22) - 10, width - ((index * 29) % 34)]
      const [x, y] = [shift - size / 2, -(index + 1) * 24]
      const back =
        rect(x + 20, y, 8, 23, '#ffffff', { opacity: 0.4 }) + rect(x + size - 28, y, 8, 23, '#ffffff', { opacity: 0.4 })
      const pages =
        rect(x + 8, y + 4, size - 8, 15, '#f7f3ea') +
        stroke(`M${x + 12} ${y + 9} h${size - 12} M${x + 12} ${y + 14} h${size - 12}`, '#d9d2c2', 1)
      return rect(x, y, size, 23, color, { rx: 4 }) + (index % 2 === 0 ? back : pages)
    })
    .join('')

/** Books in a row; (0, 0) is the lower left corner. */
export const bookRow = (count: number, colors: readonly string[], height = 92): string => {
  let x = 0
  return times(count, (index) => {
    const width = 15 + ((index * 7) % 11)
    const tall = height - ((index * 13) % 26)
    const book = rect(x, -tall, width, tall, colors[(index * 3 + 1) % colors.length]!, { rx: 2 })
    const band = rect(x, -tall + 12, width, 4, '#ffffff', { opacity: 0.45 })
    x += width + 2
    return book + band
  })
}

/** An open notebook with a pencil; (0, 0) is its middle. */
export const notebook = (): string =>
  [
    shape('M-92 26 L-80 -26 Q-40 -36 0 -24 Q40 -36 80 -26 L92 26 Q44 14 0 28 Q-44 14 -92 26Z', '#ffffff'),
    stroke('M0 -24 V28', blue.pale, 3),
    stroke('M-70 -14 Q-40 -21 -14 -14 M-74 0 Q-42 -8 -14 0 M-78 14 Q-44 6 -14 14', blue.soft, 3),
    stroke('M14 -14 Q42 -21 70 -14 M14 0 Q44 -8 60 -3', blue.soft, 3),
    stroke('M34 12 L98 -34', warm.clear, 8),
    stroke('M34 12 L40 8', '#26344f', 8),
  ].join('')

/** Open, seen from behind; (0, 0) is the middle of its lower edge. */
export const laptop = (cover = '#c6d3e6'): string =>
  [
    rect(-78, -104, 156, 100, cover, { rx: 8 }),
    circle(0, -54, 9, '#ffffff', { opacity: 0.7 }),
    shape('M-98 -6 H98 L90 4 H-90Z', '#8fa1bd'),
  ].join('')

/** Open, seen from the front, with a slide on it. */
export const laptopScreen = (content: string): string =>
  [
    rect(-120, -164, 240, 156, '#1c2a44', { rx: 10 }),
    rect(-110, -154, 220, 134, blue.paper, { rx: 4 }),
    content,
    shape('M-146 -10 H146 L132 8 H-132Z', '#c6d3e6'),
    rect(-30, -10, 60, 5, '#9fb0ca', { rx: 2 }),
  ].join('')

export const plant = (leaf = '#4f8f78', pot = '#e9eef6'): string =>
  [
    stroke('M0 -52 Q-6 -100 -34 -122 M0 -52 Q2 -110 8 -142 M0 -52 Q8 -96 38 -112', '#3c7462', 5),
    shape('M-34 -122 Q-66 -124 -66 -154 Q-34 -156 -34 -122Z', leaf),
    shape('M8 -142 Q-14 -166 4 -192 Q30 -170 8 -142Z', leaf),
    shape('M38 -112 Q42 -146 72 -146 Q76 -112 38 -112Z', leaf),
    shape('M-4 -84 Q-36 -78 -46 -98 Q-22 -112 -4 -84Z', leaf, { opacity: 0.8 }),
    shape('M4 -78 Q28 -62 46 -78 Q32 -98 4 -78Z', leaf, { opacity: 0.8 }),
    shape('M-32 -56 H32 L24 0 H-24Z', pot),
    rect(-36, -62, 72, 14, pot, { rx: 4 }),
    rect(-36, -52, 72, 4, '#04122c', { opacity: 0.08 }),
  ].join('')

/** A sheet with a ribbon; (0, 0) is its middle, it is 200 by 140. */
export const certificate = (): string =>
  [
    rect(-100, -70, 200, 140, '#ffffff', { rx: 4 }),
    rect(-90, -60, 180, 120, 'none', { stroke: warm.soft, 'stroke-width': 3, rx: 2 }),
    rect(-44, -44, 88, 10, blue.mid, { rx: 5 }),
    rect(-66, -20, 132, 6, blue.pale, { rx: 3 }),
    rect(-66, -6, 132, 6, blue.pale, { rx: 3 }),
    rect(-66, 8, 92, 6, blue.pale, { rx: 3 }),
    shape('M50 40 L44 70 L56 62 L68 70 L62 40Z', warm.deep),
    circle(56, 34, 16, warm.clear),
    circle(56, 34, 9, warm.pale),
  ].join('')

/** A vessel with something in it; (0, 0) is the middle of its foot. */
export const flask = (liquid: string): string =>
  [
    shape('M-46 -30 Q-30 -42 0 -38 Q30 -34 46 -44 L64 -10 Q66 0 54 0 H-54 Q-66 0 -64 -10Z', liquid, { opacity: 0.9 }),
    stroke('M-20 -150 H20 M-15 -150 V-98 L-62 -14 Q-66 0 -52 0 H52 Q66 0 62 -14 L15 -98 V-150', '#e7f0fd', 5),
    circle(-14, -18, 5, '#ffffff', { opacity: 0.6 }),
    circle(16, -24, 4, '#ffffff', { opacity: 0.6 }),
    stroke('M-34 -44 L-12 -84', '#ffffff', 4, { opacity: 0.5 }),
  ].join('')

export const testTubes = (liquids: readonly string[]): string =>
  [
    ...liquids.map((liquid, index) => {
      const x = index * 40
      return [
        shape(`M${x - 11} -62 H${x + 11} V-18 Q${x + 11} -6 ${x} -6 Q${x - 11} -6 ${x - 11} -18Z`, liquid, {
          opacity: 0.9,
        }),
        stroke(
          `M${x - 14} -124 H${x + 14} M${x - 11} -124 V-18 Q${x - 11} -6 ${x} -6 Q${x + 11} -6 ${x + 11} -18 V-124`,
          '#e7f0fd',
          4,
        ),
      ].join('')
    }),
    rect(-28, -92, liquids.length * 40 + 16, 12, wood.soft, { rx: 4 }),
    rect(-28, -6, liquids.length * 40 + 16, 12, wood.clear, { rx: 4 }),
    rect(-28, -92, 10, 96, wood.clear),
    rect(liquids.length * 40 - 22, -92, 10, 96, wood.clear),
  ].join('')

/** A camera on three legs; (0, 0) is the ground below it, it looks to the left. */
export const tripodCamera = (): string =>
  [
    stroke('M0 -250 L-74 0 M0 -250 L74 0 M0 -250 V-6', '#26344f', 9),
    stroke('M-40 -112 H40', '#26344f', 5),
    rect(-22, -268, 44, 22, '#1a2438', { rx: 6 }),
    rect(-62, -356, 128, 92, '#2e3d5b', { rx: 12 }),
    rect(-40, -374, 54, 22, '#26344f', { rx: 6 }),
    rect(-106, -338, 50, 58, '#1a2438', { rx: 8 }),
    rect(-118, -346, 18, 74, '#0e1626', { rx: 6 }),
    rect(66, -350, 52, 68, '#1a2438', { rx: 6 }),
    rect(72, -344, 40, 56, blue.soft, { rx: 3 }),
    circle(44, -336, 6, warm.clear),
  ].join('')

/** A lamp in a ring on a stand; (0, 0) is the ground below it. */
export const ringLight = (): string =>
  [
    stroke('M0 -276 V-8 M0 -40 L-44 0 M0 -40 L44 0', '#26344f', 8),
    circle(0, -346, 66, 'none', { stroke: '#fff4e3', 'stroke-width': 20 }),
    circle(0, -346, 66, 'none', { stroke: warm.soft, 'stroke-width': 3, opacity: 0.7 }),
  ].join('')
