import { blue, hairs, skins } from './colors.ts'
import { circle, ellipse, group, place, rect, shape, stroke } from './svg.ts'

export interface Figure {
  skin: string
  hair: string
  cut: 'short' | 'bob' | 'bun' | 'tail'
  top: string
  /** Collar and shirt. */
  shirt?: string
  trousers?: string
}

/** Clothes, hair and skin of people in a crowd: any number gives someone. */
export const someone = (number: number): Figure => {
  const tops = [blue.mid, '#34506f', blue.clear, '#5a6b85', '#27406b', '#7b8aa3', '#d98a4e', '#e9eef6'] as const
  const cuts = ['short', 'bob', 'short', 'tail', 'bun', 'short', 'bob'] as const
  return {
    skin: skins[(number * 3) % 4]!,
    hair: hairs[(number * 5) % 4]!,
    cut: cuts[(number * 4 + 1) % cuts.length]!,
    top: tops[(number * 3 + 2) % tops.length]!,
    shirt: number % 2 === 0 ? '#ffffff' : blue.mist,
    trousers: number % 3 === 0 ? '#1c2a44' : '#2b3a57',
  }
}

const hairBehind = ({ cut, hair }: Figure): string => {
  if (cut === 'bob')
    return shape('M-29 -212 Q-34 -262 0 -264 Q34 -262 29 -212 Q26 -196 18 -192 H-18 Q-26 -196 -29 -212Z', hair)
  if (cut === 'tail') return shape('M-26 -220 Q-32 -262 0 -264 Q32 -262 26 -220 L22 -168 Q0 -156 -22 -168Z', hair)
  if (cut === 'bun') return circle(0, -264, 13, hair)
  return ''
}

const hairInFront = ({ cut, hair }: Figure): string =>
  cut === 'short'
    ? shape('M-25 -226 Q-29 -260 0 -261 Q29 -260 25 -226 Q24 -240 14 -246 Q-4 -240 -18 -245 Q-24 -240 -25 -226Z', hair)
    : shape('M-26 -222 Q-31 -262 0 -262 Q31 -262 26 -222 Q24 -240 8 -249 Q-10 -238 -22 -236 Q-25 -230 -26 -222Z', hair)

/** Head and shoulders; the neck stands at (0, -186), the chest ends at (0, -90). */
export const head = (figure: Figure): string =>
  [
    hairBehind(figure),
    rect(-9, -204, 18, 26, figure.skin, { rx: 8 }),
    shape('M-9 -196 Q0 -186 9 -196 V-188 Q0 -180 -9 -188Z', '#000', { opacity: 0.1 }),
    ellipse(0, -226, 22, 26, figure.skin),
    hairInFront(figure),
  ].join('')

const collar = ({ shirt = '#ffffff' }: Figure): string => shape('M-13 -186 L0 -160 L13 -186 Q0 -178 -13 -186Z', shirt)

/** Seen from the front, cut off by whatever he sits behind: (0, 0) is the middle of that edge. */
export const seated = (figure: Figure, arms = true): string =>
  place(
    0,
    96,
    1,
    shape('M-52 -96 Q-56 -172 -28 -182 Q-12 -188 0 -188 Q12 -188 28 -182 Q56 -172 52 -96Z', figure.top),
    arms
      ? stroke('M-46 -150 Q-62 -108 -30 -98 M46 -150 Q62 -108 30 -98', figure.top, 20) +
          circle(-24, -98, 9, figure.skin) +
          circle(24, -98, 9, figure.skin)
      : '',
    collar(figure),
    head(figure),
  )

/** Standing, seen from the front; (0, 0) is between the feet, 260 above the crown. */
export const standing = (figure: Figure, pose: 'rest' | 'point' | 'hold' | 'present' = 'rest'): string => {
  const sleeve = 17
  const { top, skin, trousers = '#1c2a44' } = figure
  const left = {
    rest: stroke('M-32 -168 Q-44 -130 -40 -92', top, sleeve) + circle(-40, -84, 8, skin),
    point: stroke('M-32 -168 Q-44 -130 -40 -92', top, sleeve) + circle(-40, -84, 8, skin),
    hold: stroke('M-32 -168 Q-46 -128 -20 -116', top, sleeve) + circle(-14, -116, 8, skin),
    present: stroke('M-32 -168 Q-46 -128 -22 -122', top, sleeve) + circle(-16, -122, 8, skin),
  }[pose]
  const right = {
    rest: stroke('M32 -168 Q44 -130 40 -92', top, sleeve) + circle(40, -84, 8, skin),
    point: stroke('M32 -168 Q54 -176 78 -204', top, sleeve) + circle(85, -211, 8, skin),
    hold: stroke('M32 -168 Q46 -128 20 -116', top, sleeve) + circle(14, -116, 8, skin),
    present: stroke('M32 -168 Q58 -150 78 -158', top, sleeve) + circle(86, -160, 8, skin),
  }[pose]
  return [
    ellipse(0, 0, 46, 7, '#04122c', { opacity: 0.18 }),
    shape('M-26 -100 L-22 -4 H-4 L0 -80 L4 -4 H22 L26 -100Z', trousers),
    rect(-25, -7, 22, 9, '#141c2c', { rx: 4 }),
    rect(3, -7, 22, 9, '#141c2c', { rx: 4 }),
    shape('M-36 -92 Q-42 -172 -22 -182 Q-10 -187 0 -187 Q10 -187 22 -182 Q42 -172 36 -92 Q0 -84 -36 -92Z', top),
    left,
    right,
    collar(figure),
    head(figure),
  ].join('')
}

/** Seen from behind, as the audience is: head and shoulders, (0, 0) at the middle of the lower edge. */
export const fromBehind = ({ hair, cut, top, skin }: Figure): string =>
  group(
    {},
    shape('M-58 0 Q-60 -62 -26 -72 Q0 -78 26 -72 Q60 -62 58 0Z', top),
    rect(-10, -92, 20, 26, skin, { rx: 8 }),
    cut === 'bun' ? circle(0, -140, 12, hair) : '',
    cut === 'bob' || cut === 'tail'
      ? shape('M-27 -104 Q-32 -142 0 -143 Q32 -142 27 -104 Q26 -82 17 -78 H-17 Q-26 -82 -27 -104Z', hair)
      : ellipse(0, -112, 24, 27, hair),
    cut === 'tail' ? shape('M-9 -108 Q0 -116 9 -108 L7 -58 Q0 -50 -7 -58Z', hair) : '',
    cut === 'short' ? shape('M-20 -98 Q0 -74 20 -98 Q16 -84 0 -83 Q-16 -84 -20 -98Z', skin) : '',
  )
