import { useEffect, useState } from 'react'
import { listObjectionLists, type ObjectionList } from '@lectern/contract/cases/cases.ts'
import { useClient } from '../../app/client-context.tsx'
import { useLanguage } from '../../app/language-context.tsx'
import { NeedsScript } from '../../app/needs-script.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { objectionPath } from '../../features/cases/case-address.ts'
import styles from '../../features/cases/components/cases.module.css'
import type { ObjectorCheck } from '../../features/cases/components/objector-check.tsx'
import { Countdown } from '../../features/competition/components/countdown.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouterState } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export const loader = ({ client }: LoaderInput) => client(listObjectionLists, undefined, { skipErrorHandler: true })

const publicityPath = (id: string): string => `/Results/Publicity/${id}`

/** Rendered on the server too, where no time left is known: the countdown waits for the clock. */
const Lists = ({ lists }: { lists: readonly ObjectionList[] }) => (
  <ul className={`stack gap-12 ${styles.list}`}>
    {lists.map(({ id, activity, edition, version, until, timeZone }) => (
      <li key={id} className={styles.card}>
        <p className={styles.place}>
          <span>{edition}</span>
          <FormattedMessage id="case.version" values={{ version }} />
        </p>
        <p>
          <strong>
            <Link to={publicityPath(id)}>{activity}</Link>
          </strong>
        </p>
        <p className={styles.due}>
          <FormattedMessage
            id="deadline.due"
            values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
          />
        </p>
        <Countdown until={until} />
      </li>
    ))}
  </ul>
)

/** The form comes with code and texts of its own, once somebody can use it. */
const FormPlace = ({ lists }: { lists: readonly ObjectionList[] }) => {
  const language = useLanguage()
  const client = useClient()
  const { user, loading } = useSession()
  const list = new URLSearchParams(useRouterState().place.search).get('list') ?? undefined
  const [Loaded, setLoaded] = useState<typeof ObjectorCheck>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    Promise.all([import('../../features/cases/components/objector-check.tsx'), language.learn(['form'])]).then(
      ([module]) => isCurrent && setLoaded(() => module.ObjectorCheck),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  if (hasFailed)
    return (
      <p role="alert">
        <FormattedMessage id="shell.loadError" />{' '}
        <a href="">
          <FormattedMessage id="shell.reload" />
        </a>
      </p>
    )
  return Loaded && !loading ? <Loaded client={client} user={user} lists={lists} listId={list} /> : <Spinner />
}

export default function Objection() {
  const intl = useIntl()
  const { list } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'case.objection.title' })
  const about = intl.formatMessage({ id: 'case.objection.about' })
  return (
    <div className={styles.page}>
      <PageHead title={title} description={about} path={objectionPath()} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{about}</p>
        <ul className={`stack gap-8 ${styles.steps}`}>
          <li>
            <FormattedMessage id="case.how.name" />
          </li>
          <li>
            <FormattedMessage id="case.how.confidential" />
          </li>
          <li>
            <FormattedMessage id="case.how.answer" />
          </li>
        </ul>
        <p className="muted small">
          <Link to="/account/Case">
            <FormattedMessage id="case.toMine" />
          </Link>
        </p>
      </header>
      <section className={styles.part} aria-labelledby="lists">
        <h2 id="lists">
          <FormattedMessage id="case.lists" />
        </h2>
        {list.length > 0 ? (
          <Lists lists={list} />
        ) : (
          <EmptyState title={<FormattedMessage id="case.lists.none" />}>
            <FormattedMessage id="case.lists.noneAbout" />
          </EmptyState>
        )}
      </section>
      {list.length > 0 && (
        <>
          <NeedsScript />
          <FormPlace lists={list} />
        </>
      )}
    </div>
  )
}
