import type { ActivityDetail } from '@lectern/contract/competition.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { readActivity } from '../../features/competition/api.ts'
import { EnrolmentMoment } from '../../features/competition/components/activity-card.tsx'
import { ActivityView } from '../../features/competition/components/activity-view.tsx'
import { Countdown } from '../../features/competition/components/countdown.tsx'
import { NextStep, useNextStep } from '../../features/journey/components/next-step.tsx'
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
  const activity = useData<typeof loader>()
  const { user } = useSession()
  const { name, summary, standing, edition } = activity
  const isRunning = standing === 'open' || standing === 'closingSoon'
  const next = useNextStep(activity.id, user?.uid)
  const deadline = next?.until
  // A team's extension replaces the general deadline.
  const own = next && deadline && deadline !== activity.closesAt && deadline > next.now ? deadline : null
  const everybodys = standing === 'upcoming' ? activity.opensAt : isRunning ? activity.closesAt : null
  const isDone = next?.isDone ?? false
  const until = isDone ? null : (own ?? everybodys)
  // After submission there is no need to hurry.
  const shown = isDone && standing === 'closingSoon' ? 'open' : standing
  const moment = <EnrolmentMoment activity={{ ...activity, standing: shown }} timeZone={edition.timeZone} />
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
        asked={intl.locale}
        standing={shown}
        isDone={isDone}
        deadline={
          <>
            {!own && !isDone && !isClosed && moment}
            {until && <Countdown key={until} until={until} />}
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
