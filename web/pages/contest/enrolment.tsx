import { useState } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { enrolmentDetail, myEnrolments } from '../../features/enrolments/api.ts'
import { Editor } from '../../features/enrolments/components/editor.tsx'
import { EnrolmentHead } from '../../features/enrolments/components/enrolment-head.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from '../../features/enrolments/components/enrolment.module.css'
import { History } from '../../features/enrolments/components/history.tsx'
import { Receipt } from '../../features/enrolments/components/receipt.tsx'
import { Withdrawal } from '../../features/enrolments/components/withdrawal.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const quietly = { skipErrorHandler: true }

/** The one that the address names, or one's own in this activity. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const activityId = params.id!
  const own = async () => {
    const { list } = await client(myEnrolments, {}, quietly)
    return list.find(({ activity }) => activity.id === activityId)?.id
  }
  const id = query.get('enrolment') ?? (await own())
  return { activityId, enrolment: id ? await client(enrolmentDetail, { params: { id } }, quietly) : undefined }
}

/** What was loaded, until something newer is known: an answer to what was done here, or the page loaded again. */
const useNewest = (loaded: Enrolment) => {
  const [seen, setSeen] = useState(loaded)
  const [newest, setNewest] = useState(loaded)
  if (seen !== loaded) {
    setSeen(loaded)
    setNewest(loaded)
  }
  return [newest, setNewest] as const
}

const EnrolmentView = ({ loaded }: { loaded: Enrolment }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const [owner, setOwner] = useState(user?.uid)
  if (user && user.uid !== owner) setOwner(user.uid)
  const [enrolment, setEnrolment] = useNewest(loaded)
  const [isNew, setNew] = useState(false)
  const { state, may, events, activity } = enrolment
  const isWritten = (state === 'draft' || state === 'returned') && may.edit === null
  return (
    <article className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'enrolment.pageTitle' }, { activity: activity.name })} />
      <EnrolmentHead enrolment={enrolment} />
      {isWritten && owner !== undefined ? (
        <Editor
          key={owner}
          client={client}
          enrolment={enrolment}
          owner={owner}
          onSubmitted={(sent) => {
            setNew(true)
            setEnrolment(sent)
          }}
          onOutdated={() => void router.reload()}
        />
      ) : (
        <Receipt client={client} enrolment={enrolment} isNew={isNew} onChanged={setEnrolment} />
      )}
      {events.length > 0 && (
        <section className={styles.part} aria-labelledby="history">
          <h2 id="history">
            <FormattedMessage id="enrolment.history" />
          </h2>
          <History events={events} timeZone={activity.timeZone} />
        </section>
      )}
      <Withdrawal client={client} enrolment={enrolment} onDone={setEnrolment} />
    </article>
  )
}

export default function EnrolmentPage() {
  const intl = useIntl()
  const { activityId, enrolment } = useData<typeof loader>()
  if (enrolment) return <EnrolmentView key={enrolment.id} loaded={enrolment} />
  return (
    <div className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'enrolment.title' })} />
      <EmptyState
        title={<FormattedMessage id="enrolment.noneYet" />}
        action={
          <Link className="button" to={`/EnrollFor/${activityId}`}>
            <FormattedMessage id="enrolment.toActivity" />
          </Link>
        }
      >
        <FormattedMessage id="enrolment.noneYet.help" />
      </EmptyState>
    </div>
  )
}
