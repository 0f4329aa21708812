import { PhaseTimeline } from '../../competition/components/phase-timeline.tsx'
import type { SectionProps } from '../section-view.ts'
import { SectionFrame } from './section-frame.tsx'

/** Phases of the current edition, with the running one marked. */
export const Schedule = ({ section, alone }: SectionProps<'schedule'>) => {
  const { edition, schedule } = section.data
  return (
    <SectionFrame section={section} alone={alone} empty={schedule.length === 0}>
      <PhaseTimeline schedule={schedule} timeZone={edition?.timeZone} />
    </SectionFrame>
  )
}
