import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { NewsCard } from '../../articles/components/news-card.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './news-list.module.css'
import { SectionFrame } from './section-frame.tsx'

export const NewsList = ({ section, alone, headingLevel }: SectionProps<'newsList'>) => {
  const { list } = section.data
  const more = (
    <Link to="/News">
      <FormattedMessage id="section.news.all" />
    </Link>
  )
  return (
    <SectionFrame section={section} alone={alone} more={more} empty={list.length === 0}>
      <div className={styles.list}>
        {list.map((item) => (
          <NewsCard key={item.id} item={item} headingLevel={headingLevel} />
        ))}
      </div>
    </SectionFrame>
  )
}
