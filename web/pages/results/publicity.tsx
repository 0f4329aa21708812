import { PageHead } from '../../app/page-head.tsx'
import { Share } from '../../features/articles/components/share.tsx'
import { Countdown } from '../../features/competition/components/countdown.tsx'
import { objectionPath } from '../../features/cases/case-address.ts'
import { ResultChanges, Superseded } from '../../features/results/components/result-changes.tsx'
import { ResultHead } from '../../features/results/components/result-head.tsx'
import { ResultListing } from '../../features/results/components/result-listing.tsx'
import { ResultProof } from '../../features/results/components/result-proof.tsx'
import { listQuery } from '../../features/results/load-result.ts'
import { filteredPath, isFiltered, readResultAddress } from '../../features/results/result-address.ts'
import { publicityPath, resultPath } from '../../features/results/result-paths.ts'
import { readPublicity, type Publicity as PublicityFacts } from '@lectern/contract/results/public-results.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './results.module.css'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const address = readResultAddress(query)
  const input = { params: { id: params['id'] ?? '' }, query: listQuery(address) }
  return { address, publicity: await client(readPublicity, input, { skipErrorHandler: true }) }
}

/** Whether the notice runs, and what became of it. */
const Standing = ({ publicity }: { publicity: PublicityFacts }) => {
  const { id, until, timeZone, isRunning, isAnnounced, supersededBy } = publicity
  if (isAnnounced)
    return (
      <p className={styles.hint}>
        <FormattedMessage id="result.publicity.announced" />{' '}
        <Link to={resultPath(id)}>
          <FormattedMessage id="result.publicity.announced.link" />
        </Link>
      </p>
    )
  if (supersededBy) return <Superseded to={publicityPath(supersededBy)} />
  if (!isRunning)
    return (
      <div className={styles.hint}>
        <p>
          <strong>
            <FormattedMessage id="result.publicity.over" />
          </strong>
        </p>
        <p>
          <FormattedMessage id="result.publicity.over.about" />
        </p>
      </div>
    )
  return (
    <div className={styles.running}>
      <div>
        <p className={`muted small ${styles.ends}`}>
          <FormattedMessage
            id="result.publicity.ends"
            values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
          />
        </p>
        <Countdown until={until} />
      </div>
      <div className={`stack gap-8 ${styles.object}`}>
        <h2>
          <FormattedMessage id="result.object" />
        </h2>
        <p>
          <FormattedMessage id="result.object.about" />
        </p>
        <p>
          <Link className="button print-hidden" to={objectionPath(id)}>
            <FormattedMessage id="result.object.action" />
          </Link>
        </p>
      </div>
    </div>
  )
}

export default function Publicity() {
  const { address, publicity } = useData<typeof loader>()
  const intl = useIntl()
  const { id, activity, edition, publicisedAt, until, timeZone, previous, supersededBy } = publicity
  const path = publicityPath(id)
  const title = intl.formatMessage({ id: 'result.publicity.of' }, { activity: activity.name })
  const isIndexed = supersededBy === null && !publicity.isAnnounced && !isFiltered(address)
  return (
    <div className={styles.page}>
      <PageHead
        title={`${title} - ${edition.name}`}
        description={intl.formatMessage({ id: 'result.publicity.about' })}
        {...(isIndexed && { path: filteredPath(path, { page: address.page }) })}
        type="article"
      />
      <ResultHead
        title={title}
        list={publicity}
        facts={
          <span>
            <FormattedMessage
              id="result.publicity.period"
              values={{
                from: <DateTime key="from" value={publicisedAt} exact="here" timeZone={timeZone} />,
                until: <DateTime key="until" value={until} exact timeZone={timeZone} />,
              }}
            />
          </span>
        }
      >
        {!publicity.isAnnounced && supersededBy === null && (
          <p className={styles.lead}>
            <FormattedMessage id="result.publicity.about" />
          </p>
        )}
        <Standing publicity={publicity} />
      </ResultHead>
      <ResultListing path={path} address={address} result={publicity} />
      <ResultChanges list={publicity} previousPath={previous ? publicityPath(previous) : undefined} />
      <ResultProof {...publicity} />
      <Share title={title} />
    </div>
  )
}
