import { ellipse, glow, gradient, rect } from './svg.ts'

/**
 * Scenes behind the titles of the carousel, each in two compositions. Titles are text beside or over them: on wide screens the left is calm,
 * on narrow ones the lower third.
 */
export interface Frame {
  wide: boolean
  width: number
  height: number
  /** The first on wide screens, the second on narrow ones. */
  pick: <Choice>(wide: Choice, narrow: Choice) => Choice
}

export const backdrop = ({ width, height, pick }: Frame, from: string, to: string, light: string): string =>
  [
    gradient('wall', pick([0, 0.2, 1, 0.6], [0.2, 1, 0.7, 0]), [0, from], [1, to]),
    glow('light', [0, light, 0.55], [0.55, light, 0.16], [1, light, 0]),
    rect(0, 0, width, height, 'url(#wall)'),
    ellipse(pick(1380, 400), pick(220, 240), pick(900, 560), pick(520, 420), 'url(#light)'),
  ].join('')
