import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { ActivityCard } from '../../competition/components/activity-card.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './activity-list.module.css'
import { SectionFrame } from './section-frame.tsx'

export const ActivityList = ({ section, alone, headingLevel }: SectionProps<'activityList'>) => {
  const intl = useIntl()
  const { edition, activities } = section.data
  const more = (
    <Link to="/EnrollFor" lang={intl.locale}>
      <FormattedMessage id="section.activity.all" />
    </Link>
  )
  return (
    <SectionFrame section={section} alone={alone} more={more} empty={activities.length === 0}>
      <ul className={styles.activities}>
        {activities.map((activity) => (
          <li key={activity.id}>
            <ActivityCard activity={activity} timeZone={edition?.timeZone} headingLevel={headingLevel} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
