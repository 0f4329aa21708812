import type { Locale } from '@lectern/contract/locales.ts'
import type { ReactNode } from 'react'
import type { ActivityDetail } from '@lectern/contract/competition/competition.ts'
import type { EnrolmentStanding } from '@lectern/contract/competition/competition-values.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { Standing } from './activity-card.tsx'
import { ActivityFacts } from './activity-facts.tsx'
import styles from './activity-view.module.css'
import { PhaseTimeline } from './phase-timeline.tsx'

const Text = ({ id, html, locale }: { id: 'body' | 'requirements' | 'rules'; html: string; locale: Locale }) =>
  html === '' ? null : (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage id={`activity.${id}`} />
      </h2>
      <div className={styles.text} lang={locale}>
        <Prose html={html} />
      </div>
    </section>
  )

/** What teams hand in. */
const Parts = ({ parts, locale }: { parts: ActivityDetail['parts']; locale: string }) => (
  <section aria-labelledby="parts">
    <h2 id="parts">
      <FormattedMessage id="activity.parts" />
    </h2>
    <ul className={`stack gap-12 ${styles.parts}`}>
      {parts.map(({ label, required, facts, help }) => (
        <li key={label}>
          <strong lang={locale}>{label}</strong>
          <small>
            <FormattedMessage id="activity.part" values={{ required: String(required) }} />
          </small>
          <p>{facts}</p>
          {help && <p lang={locale}>{help}</p>}
        </li>
      ))}
    </ul>
  </section>
)

interface ActivityViewProps {
  activity: ActivityDetail
  /** The requested language. */
  readerLocale: string
  standing: EnrolmentStanding
  /** The user's team has submitted. */
  isDone?: boolean
  /** The deadline and the next step. */
  deadline: ReactNode
  /** Shown at the end. */
  children?: ReactNode
}

/** An activity as visitors see it. */
export const ActivityView = ({
  activity,
  readerLocale,
  standing,
  isDone = false,
  deadline,
  children,
}: ActivityViewProps) => {
  const { name, summary, group, locale, edition } = activity
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <p className={`cluster muted small ${styles.place}`}>
          <Standing standing={standing} />
          <span lang={edition.locale}>{edition.name}</span>
          {group && <span lang={locale}>{group}</span>}
        </p>
        <h1 lang={locale}>{name}</h1>
        <p className={styles.summary} lang={locale}>
          {summary}
        </p>
        {locale !== readerLocale && (
          <p className="muted small">
            <FormattedMessage id="section.fallback" />
          </p>
        )}
        <div className={`stack gap-12 card ${styles.deadline}`} data-sent={isDone || undefined}>
          {deadline}
        </div>
      </header>
      <ActivityFacts activity={activity} />
      {activity.schedule.length > 0 && (
        <section aria-labelledby="schedule">
          <h2 id="schedule">
            <FormattedMessage id="activity.schedule" />
          </h2>
          <PhaseTimeline schedule={activity.schedule} timeZone={edition.timeZone} activityId={activity.id} />
        </section>
      )}
      <Text id="body" html={activity.body} locale={locale} />
      {activity.parts.length > 0 && <Parts parts={activity.parts} locale={locale} />}
      <Text id="requirements" html={activity.requirements} locale={locale} />
      <Text id="rules" html={activity.rules} locale={locale} />
      {children}
    </article>
  )
}
