import { readActivity, type ActivityDetail } from '@lectern/contract/competition/competition.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { EnrolmentMoment } from '../../features/competition/components/activity-card.tsx'
import { ActivityView } from '../../features/competition/components/activity-view.tsx'
import { Countdown } from '../../features/competition/components/countdown.tsx'
import { deadlinesOf } from '../../features/journey/deadlines.ts'
import { NextStep, useNextStep } from '../../features/journey/components/next-step.tsx'
import { EntryStanding } from '../../features/recommendations/components/entry-standing.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ params, client }: LoaderInput) =>
  client(readActivity, { params: { id: params.id! } }, { skipErrorHandler: true })

/** Structured data about the dates. */
const useStructured = (activity: ActivityDetail): Record<string, unknown> => {
  const { origin } = useSite()
  const [first, last] = [activity.schedule.at(0), activity.schedule.at(-1)]
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationEvent',
    name: activity.name,
    description: activity.summary,
    inLanguage: activity.locale,
    url: `${origin}/EnrollFor/${activity.id}`,
    isAccessibleForFree: true,
    ...(first && { startDate: first.opensAt }),
    ...(last && { endDate: last.closesAt }),
  }
}

export default function Activity() {
  const intl = useIntl()
  const client = useClient()
  const activity = useData<typeof loader>()
  const { user } = useSession()
  const { name, summary, standing, edition } = activity
  const next = useNextStep(activity.id, user?.uid)
  const { own, countdown } = deadlinesOf(activity, next)
  const isDone = next?.isDone ?? false
  // After submission there is no need to hurry.
  const visibleStanding = isDone && standing === 'closingSoon' ? 'open' : standing
  const moment = <EnrolmentMoment activity={{ ...activity, standing: visibleStanding }} timeZone={edition.timeZone} />
  const isClosed = standing === 'closed'
  return (
    <>
      <PageHead
        title={name}
        description={summary}
        path={`/EnrollFor/${activity.id}`}
        structured={useStructured(activity)}
      />
      <ActivityView
        activity={activity}
        readerLocale={intl.locale}
        standing={visibleStanding}
        isDone={isDone}
        deadline={
          <>
            {!own && !isDone && !isClosed && moment}
            {countdown && <Countdown key={countdown} until={countdown} />}
            <NextStep
              activityId={activity.id}
              next={next}
              closesAt={activity.closesAt}
              isSignedIn={user !== undefined}
              meanwhile={
                isClosed ? (
                  moment
                ) : (
                  <strong>
                    <FormattedMessage id="journey.unknown" />
                  </strong>
                )
              }
            />
            {next?.teamId && (
              <EntryStanding
                key={next.step}
                client={client}
                teamId={next.teamId}
                isReasonShown
                shownUntil={next.until}
              />
            )}
          </>
        }
      >
        <p>
          <Link to="/EnrollFor" lang={intl.locale}>
            <FormattedMessage id="activity.back" />
          </Link>
        </p>
      </ActivityView>
    </>
  )
}
