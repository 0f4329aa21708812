import { awards, briefing, defence, jury, opening } from './event-ceremonies.ts'
import { classroom, filming, swing, ward, workshop } from './event-lessons.ts'
import { height, width } from './event-settings.ts'
import { clip, drawing, group, rect } from './svg.ts'

const scenes = { opening, jury, briefing, classroom, swing, ward, workshop, filming, defence, awards } as const
export type EventScene = keyof typeof scenes

export const drawEvent = (scene: EventScene): string =>
  drawing(
    width,
    height,
    clip('edge', rect(0, 0, width, height, '#fff')),
    group({ 'clip-path': 'url(#edge)' }, scenes[scene]()),
  )
