import { listActivities } from '@lectern/contract/competition/competition.ts'
import { byUrgency } from '@lectern/contract/competition/activity-order.ts'
import { enrolmentStandings } from '@lectern/contract/competition/competition-values.ts'
import { PageHead } from '../../app/page-head.tsx'
import { activitiesPath, readStanding } from '../../features/competition/activity-address.ts'
import { ActivityCard } from '../../features/competition/components/activity-card.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { Choices } from '../../ui/choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './activity-list.module.css'

export const loader = async ({ query, client }: LoaderInput) => ({
  standing: readStanding(query),
  contest: await client(listActivities, undefined, { skipErrorHandler: true }),
})

export default function ActivityList() {
  const intl = useIntl()
  const { standing, contest } = useData<typeof loader>()
  const { edition, list: activities } = contest
  const title = intl.formatMessage({ id: 'activity.title' })
  const present = enrolmentStandings.filter((candidate) =>
    activities.some((activity) => activity.standing === candidate),
  )
  const list = byUrgency(activities).filter((activity) => !standing || activity.standing === standing)
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        description={intl.formatMessage({ id: 'activity.description' })}
        path={activitiesPath(standing)}
      />
      <header className={styles.head}>
        {edition && <p lang={edition.locale}>{edition.name}</p>}
        <h1>{title}</h1>
      </header>
      {present.length > 1 && (
        <Choices
          label={intl.formatMessage({ id: 'activity.standings' })}
          current={activitiesPath(standing)}
          choices={[undefined, ...present].map((entry) => ({
            to: activitiesPath(entry),
            label: <FormattedMessage id={entry ? `section.standing.${entry}` : 'activity.all'} />,
          }))}
        />
      )}
      <div className={styles.list}>
        {list.map((activity) => (
          <ActivityCard key={activity.id} activity={activity} timeZone={edition?.timeZone} withCover />
        ))}
      </div>
      {list.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="activity.none" />}
          action={
            <Link className="button quiet" to={standing ? '/EnrollFor' : '/News'}>
              <FormattedMessage id={standing ? 'activity.showAll' : 'activity.toNews'} />
            </Link>
          }
        >
          <FormattedMessage id="activity.noneHelp" />
        </EmptyState>
      )}
    </div>
  )
}
