import type { ArticleItem } from '@lectern/contract/articles/news.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { PinIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { LanguageMark } from '../../../ui/language-mark.tsx'
import { articlePath } from '../news-address.ts'
import styles from './news-card.module.css'

interface NewsCardProps {
  item: ArticleItem
  headingLevel?: 'h2' | 'h3'
}

/** An article in a list; the whole card is a link. */
export const NewsCard = ({ item, headingLevel: Heading = 'h2' }: NewsCardProps) => (
  <article className={styles.card}>
    <div className={styles.text}>
      <p className={`cluster faint small ${styles.facts}`}>
        <DateTime value={item.publishedAt} />
        {item.category && (
          <span className={styles.category}>
            <FormattedMessage id={`news.category.${item.category}`} />
          </span>
        )}
        <LanguageMark locale={item.locale} />
        {item.pinned && (
          <span className={styles.pinned}>
            <PinIcon />
            <FormattedMessage id="news.pinned" />
          </span>
        )}
      </p>
      <Heading className={styles.title} lang={item.locale}>
        <Link to={articlePath(item.id)}>{item.title}</Link>
      </Heading>
      <p className={styles.summary} lang={item.locale}>
        {item.summary}
      </p>
    </div>
    {item.cover && (
      <Picture className={styles.cover} picture={item.cover} alt="" sizes="(max-width: 576px) 96px, 200px" />
    )}
  </article>
)
