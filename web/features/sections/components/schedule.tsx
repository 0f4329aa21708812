import { FormattedMessage } from 'react-intl'
import { DateTime } from '../../../ui/date-time.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './schedule.module.css'
import { SectionFrame } from './section-frame.tsx'

/** The phases of the edition that runs, with the one that it is in. */
export const Schedule = ({ section, alone }: SectionProps<'schedule'>) => {
  const { edition, schedule } = section.data
  return (
    <SectionFrame section={section} alone={alone} empty={schedule.length === 0}>
      <ol className={styles.schedule}>
        {schedule.map(({ kind, opensAt, closesAt, standing }) => (
          <li key={kind} data-standing={standing} {...(standing === 'running' && { 'aria-current': 'step' })}>
            <p className={styles.kind}>
              <FormattedMessage id={`section.phase.${kind}`} />
              <span className={styles.standing}>
                <FormattedMessage id={`section.phase.standing.${standing}`} />
              </span>
            </p>
            <p className={styles.window}>
              <FormattedMessage
                id="section.phase.window"
                values={{
                  opensAt: <DateTime key="opens" value={opensAt} exact="here" timeZone={edition?.timeZone} />,
                  closesAt: <DateTime key="closes" value={closesAt} exact timeZone={edition?.timeZone} />,
                }}
              />
            </p>
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}
