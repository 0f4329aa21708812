import type { NewsItem } from '@lectern/contract/news.ts'
import { FormattedMessage } from 'react-intl'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { PinIcon } from '../../../ui/icons.tsx'
import styles from './news-card.module.css'

/** One article in a list: the whole card leads to it. */
export const NewsCard = ({ item, headingLevel: Heading = 'h2' }: { item: NewsItem; headingLevel?: 'h2' | 'h3' }) => (
  <article className={styles.card}>
    <p className={styles.facts}>
      <DateTime value={item.publishedAt} />
      <span className={styles.category}>
        <FormattedMessage id={`news.category.${item.category}`} />
      </span>
      {item.pinned && (
        <span className={styles.pinned}>
          <PinIcon />
          <FormattedMessage id="news.pinned" />
        </span>
      )}
    </p>
    <Heading className={styles.title} lang={item.locale}>
      <Link to={`/News/${item.id}`}>{item.title}</Link>
    </Heading>
    <p className={styles.summary} lang={item.locale}>
      {item.summary}
    </p>
  </article>
)
