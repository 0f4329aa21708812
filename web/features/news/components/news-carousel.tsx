import { useRef } from 'react'
import type { NewsItem } from '@lectern/contract/news.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { NewsScene } from '../../../ui/drawings.tsx'
import { ChevronIcon } from '../../../ui/icons.tsx'
import styles from './news-carousel.module.css'

/** Pinned articles side by side. It scrolls by hand, by key and by button, and never by itself. */
export const NewsCarousel = ({ items }: { items: NewsItem[] }) => {
  const intl = useIntl()
  const track = useRef<HTMLUListElement>(null)
  const move = (direction: -1 | 1): void => {
    const { current } = track
    current?.scrollBy({ left: direction * current.clientWidth })
  }
  return (
    <section className={styles.carousel} aria-label={intl.formatMessage({ id: 'home.featured' })}>
      <ul className={styles.track} ref={track}>
        {items.map((item) => (
          <li key={item.id} className={styles.slide} data-category={item.category}>
            <div className={styles.text}>
              <p className={styles.facts}>
                <FormattedMessage id={`news.category.${item.category}`} /> · <DateTime value={item.publishedAt} />
              </p>
              <h2 lang={item.locale}>
                <Link to={`/News/${item.id}`}>{item.title}</Link>
              </h2>
              <p className={styles.summary} lang={item.locale}>
                {item.summary}
              </p>
            </div>
            <div className={styles.scene}>
              <NewsScene of={item.category} />
            </div>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div className={styles.buttons}>
          <button
            type="button"
            data-direction="back"
            aria-label={intl.formatMessage({ id: 'carousel.previous' })}
            onClick={() => move(-1)}
          >
            <ChevronIcon />
          </button>
          <button
            type="button"
            data-direction="on"
            aria-label={intl.formatMessage({ id: 'carousel.next' })}
            onClick={() => move(1)}
          >
            <ChevronIcon />
          </button>
        </div>
      )}
    </section>
  )
}
