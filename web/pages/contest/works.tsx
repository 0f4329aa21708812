import { listMyWorks } from '@lectern/contract/works/works.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { WorkCard } from '../../features/works/components/work-card.tsx'
import styles from '../../features/works/components/works.module.css'
import { workPath } from '../../features/works/work-address.ts'
import { useNews } from '../../features/notices/live.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) => client(listMyWorks, undefined, { skipErrorHandler: true })

export default function Works() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { list } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'work.mine' })
  // A decision, or a teammate's submission.
  useNews(() => void router.reload())
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <div className="stack gap-20">
        {list.map((work) => (
          <WorkCard
            key={work.enrolmentId}
            work={work}
            client={client}
            onStarted={(id) => void go(router, workPath(id))}
          />
        ))}
      </div>
      {list.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="work.none" />}
          action={
            <Link className="button quiet" to="/account/Team">
              <FormattedMessage id="work.none.action" />
            </Link>
          }
        >
          <FormattedMessage id="work.none.about" />
        </EmptyState>
      )}
    </div>
  )
}
