import { useCallback, useState } from 'react'
import { readWork, type Work } from '@lectern/contract/works/works.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { earlierEnd, readChangeDate } from '../../features/recommendations/change-date.ts'
import { EntryStanding } from '../../features/recommendations/components/entry-standing.tsx'
import { WorkEditor } from '../../features/works/components/work-editor.tsx'
import { WorkHead } from '../../features/works/components/work-head.tsx'
import { WorkRecord } from '../../features/works/components/work-record.tsx'
import { WorkSteps } from '../../features/works/components/work-steps.tsx'
import { WorkVersions } from '../../features/works/components/work-versions.tsx'
import styles from '../../features/works/components/works.module.css'
import { receiptPath, workPath } from '../../features/works/work-address.ts'
import { isEditorShown } from '../../features/works/work-standing.ts'
import { Link } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const work = await client(readWork, { params: { id: query.get('id') ?? '' } }, { skipErrorHandler: true })
  return { work, changeBy: work.state === 'returned' ? await readChangeDate(client, work.team.id) : null }
}

/** Told right after a submission, before everything else. */
const Submitted = ({ work }: { work: Work }) => {
  const [latest] = work.submissions
  if (!latest) return null
  return (
    <Notice>
      <h2>
        <FormattedMessage id="work.submitted.title" />
      </h2>
      <p>
        <FormattedMessage
          id="work.submitted.about"
          values={{
            number: latest.number,
            moment: <DateTime key="at" value={latest.at} exact timeZone={work.activity.timeZone} />,
          }}
        />
      </p>
      <p>
        <Link className="button" to={receiptPath(work.id, latest.number)}>
          <FormattedMessage id="work.receipt" />
        </Link>
      </p>
    </Notice>
  )
}

export default function WorkEdit() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const { origin } = useSite()
  const loaded = useData<typeof loader>()
  const [seen, setSeen] = useState(loaded)
  const [work, setWork] = useState(loaded.work)
  /** Increases when what is stored replaces what is typed. */
  const [round, setRound] = useState(0)
  const [isNew, setNew] = useState(false)
  /** What was submitted is changed only on request. */
  const [isEditing, setEditing] = useState(false)
  if (seen !== loaded) {
    setSeen(loaded)
    setWork(loaded.work)
  }
  const [owner, setOwner] = useState(user?.uid)
  if (user && user.uid !== owner) setOwner(user.uid)
  const replace = useCallback((next: Work): void => {
    setWork(next)
    setRound((count) => count + 1)
  }, [])
  const { activity, may, closesAt, resubmitBy } = work
  const due = earlierEnd(resubmitBy ?? closesAt, work.state === 'returned' ? loaded.changeBy : null)
  return (
    <article className={styles.page}>
      <PageHead title={intl.formatMessage({ id: 'work.pageTitle' }, { activity: activity.name })} />
      <WorkHead work={work} isNew={isNew} isEditing={isEditing} />
      {isNew && <Submitted work={work} />}
      <EntryStanding
        key={work.state}
        client={client}
        teamId={work.team.id}
        isReasonShown={work.state === 'returned'}
        shownUntil={due}
      />
      {owner !== undefined && isEditorShown(work, isEditing) ? (
        <WorkEditor
          key={`${owner} ${round}`}
          client={client}
          work={work}
          due={due}
          owner={owner}
          address={origin + withBase(workPath(work.id), router.base)}
          onChanged={setWork}
          onSubmitted={(sent) => {
            setNew(true)
            setEditing(false)
            replace(sent)
          }}
          onOutdated={() => void router.reload()}
        />
      ) : (
        <>
          <WorkRecord work={work} />
          {may.edit === null && (
            <p>
              <button
                type="button"
                className="button quiet"
                onClick={() => {
                  setNew(false)
                  setEditing(true)
                }}
              >
                <FormattedMessage id="work.edit" />
              </button>
            </p>
          )}
        </>
      )}
      <WorkVersions work={work} />
      <WorkSteps
        client={client}
        work={work}
        versionNow={async () => (await client(readWork, { params: { id: work.id } })).version}
        onDone={(next) => {
          setNew(false)
          replace(next)
        }}
      />
    </article>
  )
}
