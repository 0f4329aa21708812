import { FormattedMessage } from 'react-intl'
import type { ActivityCard } from '@lectern/contract/competition.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './activity-list.module.css'
import { SectionFrame } from './section-frame.tsx'

/** The moment that matters: when enrolment opens, until it does; then when it closes. */
const Moment = ({ activity, timeZone }: { activity: ActivityCard; timeZone: string | undefined }) => {
  const what = activity.standing === 'upcoming' ? 'opensAt' : 'closesAt'
  const value = activity[what]
  if (!value) return null
  return (
    <p className={styles.moment} data-standing={activity.standing}>
      <FormattedMessage
        id={`section.activity.${what}`}
        values={{ moment: <DateTime key="moment" value={value} exact timeZone={timeZone} /> }}
      />
    </p>
  )
}

export const ActivityList = ({ section, alone }: SectionProps<'activityList'>) => {
  const { edition, activities } = section.data
  const Heading = alone ? 'h2' : 'h3'
  const more = (
    <Link to="/EnrollFor">
      <FormattedMessage id="section.activity.all" />
    </Link>
  )
  return (
    <SectionFrame section={section} alone={alone} more={more} empty={activities.length === 0}>
      <ul className={styles.activities}>
        {activities.map((activity) => (
          <li key={activity.id} className={styles.activity}>
            <p className={styles.facts}>
              <span className={styles.standing} data-standing={activity.standing}>
                <FormattedMessage id={`section.standing.${activity.standing}`} />
              </span>
              {activity.group && <span lang={activity.locale}>{activity.group}</span>}
            </p>
            <Heading className={styles.name} lang={activity.locale}>
              <Link to={`/EnrollFor/${activity.id}`}>{activity.name}</Link>
            </Heading>
            <p className={styles.summary} lang={activity.locale}>
              {activity.summary}
            </p>
            <Moment activity={activity} timeZone={edition?.timeZone} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
