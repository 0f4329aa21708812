import type { ActivityCard as Activity } from '@lectern/contract/competition/competition.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import styles from './activity-card.module.css'

interface ActivityProps {
  activity: Activity
  timeZone: string | undefined
}

export const Standing = ({ standing }: Pick<Activity, 'standing'>) => (
  <span className={`muted strong ${styles.standing}`} data-standing={standing}>
    <FormattedMessage id={`section.standing.${standing}`} />
  </span>
)

/** When enrolment opens, if it has not; otherwise when it closes or closed. */
export const EnrolmentMoment = ({ activity, timeZone }: ActivityProps) => {
  const { standing } = activity
  const value = standing === 'upcoming' ? activity.opensAt : activity.closesAt
  const word = standing === 'upcoming' ? 'opensAt' : standing === 'closed' ? 'closedAt' : 'closesAt'
  if (!value) return null
  return (
    <p className={`muted small ${styles.moment}`} data-standing={standing}>
      <FormattedMessage
        id={`section.activity.${word}`}
        values={{ moment: <DateTime key="moment" value={value} exact timeZone={timeZone} /> }}
      />
    </p>
  )
}

interface CardProps extends ActivityProps {
  headingLevel?: 'h2' | 'h3'
  /** Shows the cover, where the list is the main content. */
  withCover?: boolean
}

/** An activity in a list; the whole card is a link. */
export const ActivityCard = ({ activity, timeZone, headingLevel: Heading = 'h2', withCover = false }: CardProps) => {
  const intl = useIntl()
  const cover = withCover ? activity.cover : null
  return (
    <article className={`card ${styles.activity}`} data-covered={cover ? true : undefined}>
      {cover && <Picture picture={cover} alt="" sizes="160px" className={styles.cover} />}
      <p className={`cluster muted small ${styles.facts}`} lang={intl.locale}>
        <Standing standing={activity.standing} />
        {activity.group && <span lang={activity.locale}>{activity.group}</span>}
        <LanguageMark locale={activity.locale} />
      </p>
      <Heading className={styles.name} lang={activity.locale}>
        <Link to={`/EnrollFor/${activity.id}`}>{activity.name}</Link>
      </Heading>
      <p className={styles.summary} lang={activity.locale}>
        {activity.summary}
      </p>
      <EnrolmentMoment activity={activity} timeZone={timeZone} />
    </article>
  )
}
