import { listPublicResults, type PublicResults } from '@lectern/contract/results/public-results.ts'
import { PageHead } from '../../app/page-head.tsx'
import { filteredGalleryPath } from '../../features/results/gallery-address.ts'
import { publicityPath, resultPath, resultsPath } from '../../features/results/result-paths.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './results.module.css'

export const loader = ({ client }: LoaderInput): Promise<PublicResults> =>
  client(listPublicResults, undefined, { skipErrorHandler: true })

type Edition = PublicResults['editions'][number]

const Notices = ({ publicity, timeZone, now }: Pick<PublicResults, 'publicity' | 'timeZone' | 'now'>) => (
  <section aria-labelledby="publicity">
    <h2 id="publicity">
      <FormattedMessage id="result.publicity" />
    </h2>
    <ul className={styles.cards}>
      {publicity.map(({ id, activity, edition, publicisedAt, until }) => (
        <li key={id} className={`stack gap-8 card ${styles.card}`} data-running={now < until || undefined}>
          <p className={styles.facts}>{edition.name}</p>
          <h3 className={styles.cardTitle}>
            <Link to={publicityPath(id)}>{activity.name}</Link>
          </h3>
          <p className={styles.facts}>
            <span>
              <FormattedMessage
                id="result.publicity.period"
                values={{
                  from: <DateTime key="from" value={publicisedAt} exact="here" timeZone={timeZone} />,
                  until: <DateTime key="until" value={until} exact timeZone={timeZone} />,
                }}
              />
            </span>
            {now >= until && (
              <span>
                <FormattedMessage id="result.publicity.over" />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const EditionLists = ({ edition, timeZone }: { edition: Edition; timeZone: string }) => (
  <section aria-labelledby={`edition-${edition.id}`}>
    <h2 id={`edition-${edition.id}`}>{edition.name}</h2>
    <ul className={styles.cards}>
      {edition.lists.map(({ id, activity, announcedAt, awarded, works }) => (
        <li key={id} className={`stack gap-8 card ${styles.card}`}>
          <h3 className={styles.cardTitle}>
            <Link to={resultPath(id)}>{activity.name}</Link>
          </h3>
          <p className={styles.facts}>
            <span>
              <FormattedMessage id="result.awarded" values={{ count: awarded }} />
            </span>
            <span>
              <FormattedMessage
                id="result.announced"
                values={{ date: <DateTime key="at" value={announcedAt} timeZone={timeZone} /> }}
              />
            </span>
          </p>
          {works > 0 && (
            <p className={styles.above}>
              <Link to={filteredGalleryPath({ edition: edition.id, activity: activity.id })}>
                <FormattedMessage id="result.watch" />
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
)

export default function Results() {
  const { editions, publicity, timeZone, now } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'result.title' })
  return (
    <div className={styles.page}>
      <PageHead title={title} description={intl.formatMessage({ id: 'result.lead' })} path={resultsPath} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>
          <FormattedMessage id="result.lead" />
        </p>
      </header>
      {publicity.length > 0 && <Notices publicity={publicity} timeZone={timeZone} now={now} />}
      {editions.map((edition) => (
        <EditionLists key={edition.id} edition={edition} timeZone={timeZone} />
      ))}
      {publicity.length === 0 && editions.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="result.none" />}
          action={
            <Link className="button quiet" to="/EnrollFor">
              <FormattedMessage id="result.none.action" />
            </Link>
          }
        >
          <FormattedMessage id="result.none.about" />
        </EmptyState>
      )}
    </div>
  )
}
