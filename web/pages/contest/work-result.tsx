import { readWorkResult } from '@lectern/contract/works/work-results.ts'
import { PageHead } from '../../app/page-head.tsx'
import { WorkResult } from '../../features/results/components/work-result.tsx'
import styles from '../../features/works/components/works.module.css'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(readWorkResult, { params: { id: query.get('id') ?? '' } }, { skipErrorHandler: true })

export default function WorkResultPage() {
  const intl = useIntl()
  const result = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'outcome.title' })
  return (
    <div className={styles.page}>
      <PageHead title={`${title} - ${result.title}`} />
      <header className={styles.head}>
        <p className={styles.hint}>{title}</p>
        <h1>{result.title}</h1>
      </header>
      <WorkResult result={result} />
      <p>
        <Link to="/account/Work">
          <FormattedMessage id="outcome.back" />
        </Link>
      </p>
    </div>
  )
}
