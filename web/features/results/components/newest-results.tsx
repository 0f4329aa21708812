import type { SectionData } from '@lectern/contract/pages/pages.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { publicityPath, resultPath } from '../result-paths.ts'
import styles from './newest.module.css'

interface NewestResultsProps extends SectionData<'resultList'> {
  headingLevel: 'h2' | 'h3'
}

/** Results on public notice, and the lists that were announced last. */
export const NewestResults = ({ publicity, announced, timeZone, headingLevel: Heading }: NewestResultsProps) => (
  <ul className={styles.results}>
    {publicity.map(({ id, activity, edition, until }) => (
      <li key={id} className={`stack gap-6 card ${styles.result}`} data-running>
        <p className="muted small">{edition.name}</p>
        <Heading className={styles.title}>
          <Link to={publicityPath(id)}>{activity.name}</Link>
        </Heading>
        <p className="muted small">
          <FormattedMessage
            id="section.results.publicity"
            values={{ moment: <DateTime key="until" value={until} exact timeZone={timeZone} /> }}
          />
        </p>
      </li>
    ))}
    {announced.map(({ id, activity, edition, announcedAt, awarded }) => (
      <li key={id} className={`stack gap-6 card ${styles.result}`}>
        <p className="muted small">{edition.name}</p>
        <Heading className={styles.title}>
          <Link to={resultPath(id)}>{activity.name}</Link>
        </Heading>
        <p className="muted small">
          <FormattedMessage id="section.results.awarded" values={{ count: awarded }} />
          {' · '}
          <DateTime value={announcedAt} timeZone={timeZone} />
        </p>
      </li>
    ))}
  </ul>
)
