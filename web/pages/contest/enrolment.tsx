import { useEffect, useState } from 'react'
import { readActivity, type ScheduledPhase } from '@lectern/contract/competition/competition.ts'
import { readEnrolment, startEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { NoEnrolment } from '../../features/enrolments/components/no-enrolment.tsx'
import { Editor } from '../../features/enrolments/components/editor.tsx'
import { EnrolmentHead } from '../../features/enrolments/components/enrolment-head.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from '../../features/enrolments/components/enrolment.module.css'
import { History } from '../../features/enrolments/components/history.tsx'
import { Receipt } from '../../features/enrolments/components/receipt.tsx'
import { Withdrawal } from '../../features/enrolments/components/withdrawal.tsx'
import { isWritten } from '../../features/enrolments/working-copy.ts'
import { findOwnEnrolment } from '../../features/enrolments/own-enrolment.ts'
import { earlierEnd, readChangeDate } from '../../features/recommendations/change-date.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const quietly = { skipErrorHandler: true }

/** The enrolment in the address, or the user's own in this activity. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const activityId = params.id!
  // The receipt shows the next phases; an activity that is not public any more has none.
  const scheduled = client(readActivity, { params: { id: activityId } }, quietly).then(
    ({ schedule }) => schedule,
    () => [],
  )
  const id = query.get('enrolment') ?? (await findOwnEnrolment(client, activityId))
  const enrolment = id ? await client(readEnrolment, { params: { id } }, quietly) : undefined
  return {
    activityId,
    teamId: query.get('team'),
    enrolment,
    changeBy: enrolment?.state === 'returned' ? await readChangeDate(client, enrolment.team.id) : null,
    schedule: await scheduled,
  }
}

/** The newest state: loaded data, or the response to an action on this page. */
const useNewest = (loaded: Enrolment) => {
  const [seen, setSeen] = useState(loaded)
  const [newest, setNewest] = useState(loaded)
  if (seen !== loaded) {
    setSeen(loaded)
    setNewest(loaded)
  }
  return [newest, setNewest] as const
}

interface EnrolmentViewProps {
  loaded: Enrolment
  /** Until when a level wants it changed. */
  changeBy: string | null
  schedule: readonly ScheduledPhase[]
}

const EnrolmentView = ({ loaded, changeBy, schedule }: EnrolmentViewProps) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const [owner, setOwner] = useState(user?.uid)
  if (user && user.uid !== owner) setOwner(user.uid)
  const [enrolment, setEnrolment] = useNewest(loaded)
  const [isNew, setNew] = useState(false)
  const { events, activity, resubmitBy, waiting, closesAt } = enrolment
  const end = resubmitBy ?? waiting?.offeredUntil ?? closesAt
  const due = earlierEnd(end, enrolment.state === 'returned' ? changeBy : null)
  return (
    <article className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'enrolment.pageTitle' }, { activity: activity.name })} />
      <EnrolmentHead enrolment={enrolment} due={due} />
      {isWritten(enrolment) && owner !== undefined ? (
        <Editor
          key={owner}
          client={client}
          enrolment={enrolment}
          due={due}
          owner={owner}
          onSubmitted={(sent) => {
            setNew(true)
            setEnrolment(sent)
          }}
          onChanged={setEnrolment}
          onOutdated={() => void router.reload()}
        />
      ) : (
        <Receipt client={client} enrolment={enrolment} isNew={isNew} schedule={schedule} onChanged={setEnrolment} />
      )}
      {events.length > 0 && (
        <section className={styles.part} aria-labelledby="history">
          <h2 id="history">
            <FormattedMessage id="enrolment.history" />
          </h2>
          <History events={events} timeZone={activity.timeZone} isReasonShown={enrolment.reason !== null} />
        </section>
      )}
      <Withdrawal client={client} enrolment={enrolment} onDone={setEnrolment} />
    </article>
  )
}

/** Creates the enrolment of a team that has none. There is one per team, however often this is called. */
const useBegun = (teamId: string | null): readonly [Enrolment | undefined, boolean] => {
  const client = useClient()
  const [began, setBegan] = useState<Enrolment>()
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (teamId === null) return undefined
    let isWanted = true
    client(startEnrolment, { body: { teamId } }, { inPlaceSignIn: true }).then(
      (enrolment) => isWanted && setBegan(enrolment),
      // The request pipeline has shown the reason.
      () => isWanted && setRefused(true),
    )
    return () => {
      isWanted = false
    }
  }, [client, teamId])
  return [began, teamId !== null && !isRefused]
}

export default function EnrolmentPage() {
  const intl = useIntl()
  const { activityId, teamId, enrolment, changeBy, schedule } = useData<typeof loader>()
  const [began, isBeginning] = useBegun(enrolment ? null : teamId)
  const current = enrolment ?? began
  if (current) return <EnrolmentView key={current.id} loaded={current} changeBy={changeBy} schedule={schedule} />
  if (isBeginning)
    return (
      <div className={styles.page}>
        <PageHead title={intl.formatMessage({ id: 'enrolment.title' })} />
        <Spinner />
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'enrolment.title' })} />
      <NoEnrolment activityId={activityId} />
    </div>
  )
}
