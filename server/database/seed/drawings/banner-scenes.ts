import { campus } from './banner-campus.ts'
import type { Frame } from './banner-frame.ts'
import { chalk, hall, laboratory, studio } from './banner-rooms.ts'
import { clip, drawing, group, rect } from './svg.ts'

const scenes = { hall, chalk, laboratory, studio, campus } as const
export type BannerScene = keyof typeof scenes

const frames = {
  wide: { wide: true, width: 1920, height: 640, pick: (wide) => wide },
  narrow: { wide: false, width: 750, height: 750, pick: (_, narrow) => narrow },
} satisfies Record<string, Frame>

/** Wide: 1920 by 640; narrow: 750 by 750. */
export const drawBanner = (scene: BannerScene, form: keyof typeof frames): string => {
  const frame = frames[form]
  const { width, height } = frame
  return drawing(
    width,
    height,
    clip('edge', rect(0, 0, width, height, '#fff')),
    group({ 'clip-path': 'url(#edge)' }, scenes[scene](frame)),
  )
}
