import { listMyLoans } from '@lectern/contract/loans/loans.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { LoanForm } from '../../features/loans/components/loan-form.tsx'
import { LoanList } from '../../features/loans/components/loan-list.tsx'
import styles from '../../features/loans/components/loans.module.css'
import { useNews } from '../../features/notices/live.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) => client(listMyLoans, undefined, { skipErrorHandler: true })

export default function OwnLoans() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { list } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'loan.mine' })
  const reload = () => void router.reload()
  // A decision, or a teammate's request.
  useNews(reload)
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      {list.map((team) => (
        <section
          key={team.enrolmentId}
          className={`stack-fit gap-16 card ${styles.card}`}
          aria-labelledby={team.enrolmentId}
        >
          <h2 id={team.enrolmentId}>{team.team.name}</h2>
          <p className="muted" lang={team.activity.locale}>
            {team.activity.name}
          </p>
          {team.loans.length > 0 && <LoanList team={team} />}
          {team.whyNotRequest === null ? (
            // Emptied after each request.
            <LoanForm key={team.loans.length} team={team} client={client} onRequested={reload} />
          ) : (
            <p className="muted">{team.whyNotRequest}</p>
          )}
        </section>
      ))}
      {list.length === 0 && (
        <EmptyState title={<FormattedMessage id="loan.none" />}>
          <FormattedMessage id="loan.none.about" />
        </EmptyState>
      )}
    </div>
  )
}
