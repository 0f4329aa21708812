import { blue, warm, wood } from './colors.ts'
import { certificate, lectern, tripodCamera } from './furniture.ts'
import { seated, someone, standing } from './people-figures.ts'
import { circle, drawing, gradient, group, place, rect, shape, stroke, times } from './svg.ts'

/** How a lesson becomes an entry, in four scenes of 960 by 540. */
const [width, height] = [960, 540]
const sceneSeconds = 2.5
const fadeSeconds = 0.35

const limited = (value: number): number => Math.min(1, Math.max(0, value))
/** From 0 to 1 between two moments of a scene, slowly at both ends. */
const eased = (seconds: number, from: number, to: number): number => {
  const part = limited((seconds - from) / (to - from))
  return part * part * (3 - 2 * part)
}

/** A line that is drawn while one watches. */
const drawn = (d: string, color: string, size: number, part: number): string =>
  part <= 0 ? '' : stroke(d, color, size, { 'stroke-dasharray': '1400', 'stroke-dashoffset': 1400 * (1 - part) })

const ground =
  rect(0, 0, width, height, 'url(#ground)') +
  rect(0, 440, width, 100, '#0d2a5c') +
  rect(0, 440, width, 3, blue.soft, { opacity: 0.4 })

const question = (seconds: number): string =>
  [
    rect(146, 56, 668, 346, wood.clear, { rx: 8 }),
    rect(160, 70, 640, 318, '#123a6e', { rx: 3 }),
    drawn('M220 340 V120 M196 316 H520', '#eaf2ff', 4, eased(seconds, 0.1, 0.7) * 0.42),
    drawn('M220 316 C270 130 320 130 370 260 S470 330 506 180', warm.soft, 6, eased(seconds, 0.5, 1.6) * 0.5),
    group(
      { opacity: eased(seconds, 1.3, 1.7) },
      circle(650, 214, 78, 'none', { stroke: '#eaf2ff', 'stroke-width': 4 }),
      stroke('M624 190 Q626 160 652 160 Q682 162 678 190 Q676 208 652 218 V234', warm.soft, 10),
      circle(652, 256, 7, warm.soft),
    ),
    place(
      846,
      500,
      1.02,
      standing({ ...someone(3), cut: 'bob', top: '#e9eef6', hair: '#1c1a20', skin: '#efc19d' }, 'hold'),
    ),
  ].join('')

const recording = (seconds: number): string =>
  [
    rect(290, 70, 420, 256, '#0a1730', { rx: 14 }),
    rect(302, 82, 396, 232, '#1d55a8', { rx: 6 }),
    stroke('M334 226 C374 120 424 120 462 212 S572 268 664 128', '#fff', 5, { opacity: 0.5 }),
    circle(330, 110, 10, '#e3524a', { opacity: Math.floor(seconds * 2) % 2 === 0 ? 1 : 0.3 }),
    times(25, (index) => {
      const tall = 8 + 34 * Math.abs(Math.sin(index * 0.7 + seconds * 5) * Math.sin(index * 0.23 + seconds * 2))
      return rect(316 + index * 15, 368 - tall / 2, 7, tall, index % 6 === 2 ? warm.clear : blue.pale, { rx: 3.5 })
    }),
    place(
      190,
      500,
      1.08,
      standing({ ...someone(3), cut: 'bob', top: '#e9eef6', hair: '#1c1a20', skin: '#efc19d' }, 'present'),
    ),
    place(832, 506, 0.92, tripodCamera()),
  ].join('')

const sending = (seconds: number): string => {
  const [risen, filled] = [eased(seconds, 0.1, 0.8), eased(seconds, 0.7, 1.6)]
  return [
    rect(270, 70, 420, 330, '#f5f9ff', { rx: 14 }),
    rect(270, 70, 420, 44, blue.deep2, { rx: 14 }),
    rect(270, 100, 420, 14, blue.deep2),
    ...[296, 318, 340].map((x) => circle(x, 92, 6, blue.pale)),
    group(
      { transform: `translate(0 ${(1 - risen) * 190})`, opacity: risen },
      rect(410, 150, 140, 98, blue.mid, { rx: 10 }),
      circle(480, 199, 27, '#fff'),
      shape('M471 184 L498 199 L471 214Z', blue.mid),
    ),
    rect(330, 284, 300, 16, blue.mist, { rx: 8, opacity: risen }),
    rect(330, 284, Math.max(16, 300 * filled), 16, warm.clear, { rx: 8, opacity: limited(filled * 8) }),
    group(
      { opacity: eased(seconds, 1.6, 1.9) },
      circle(366, 348, 19, '#2f9e6e'),
      stroke('M357 348 L364 356 L376 340', '#fff', 5),
      rect(400, 334, 190, 11, blue.deep2, { rx: 5 }),
      rect(400, 354, 130, 9, blue.pale, { rx: 4 }),
    ),
  ].join('')
}

const reviewing = (seconds: number): string =>
  [
    ...[0, 1, 2, 3, 4].map((index) => {
      const [x, given] = [176 + index * 152, eased(seconds, 0.2 + index * 0.16, 0.6 + index * 0.16)]
      return [
        place(x, 392, 0.9, seated(someone([1, 10, 4, 13, 7][index]!), false)),
        rect(x - 58, 172, 116, 18, '#fff', { rx: 9, opacity: 0.18 }),
        rect(
          x - 58,
          172,
          Math.max(18, 116 * given * [0.86, 0.9, 0.82, 0.94, 0.88][index]!),
          18,
          index === 3 ? warm.clear : blue.soft,
          { rx: 9, opacity: limited(given * 6) },
        ),
      ].join('')
    }),
    shape('M70 388 H890 L920 440 H40Z', '#e8f0fb'),
    rect(40, 440, 880, 70, '#b9cfea'),
    group(
      { opacity: eased(seconds, 1.3, 1.7) },
      rect(0, 0, width, height, '#071a3d', { opacity: 0.72 }),
      place(480, 220, 1.5 + 0.1 * eased(seconds, 1.3, 2.2), certificate()),
      place(480, 522, 0.5, lectern()),
    ),
  ].join('')

const scenes = [question, recording, sending, reviewing]

export const filmSeconds = scenes.length * sceneSeconds

/** The film at a moment. */
export const drawFilm = (moment: number): string => {
  const shown = scenes.map((draw, index) => {
    const seconds = moment - index * sceneSeconds
    const isLast = index === scenes.length - 1
    const begins = index === 0 ? 1 : limited(seconds / fadeSeconds)
    const isOver = !isLast && seconds > sceneSeconds + fadeSeconds
    if (begins <= 0 || isOver) return ''
    return group({ opacity: begins }, ground, draw(seconds))
  })
  return drawing(
    width,
    height,
    gradient('ground', [0, 0, 1, 1], [0, '#0a2453'], [1, '#1a4c92']),
    rect(0, 0, width, height, '#0a2453'),
    ...shown,
  )
}
