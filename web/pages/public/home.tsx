import { FormattedMessage, useIntl } from 'react-intl'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { newsList } from '../../features/news/api.ts'
import { NewsCard } from '../../features/news/components/news-card.tsx'
import { NewsCarousel } from '../../features/news/components/news-carousel.tsx'
import { newsPath } from '../../features/news/news-address.ts'
import { Link } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { HallRows, LectureHall } from '../../ui/drawings.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import styles from './home.module.css'

export const loader = async ({ client }: LoaderInput) => {
  const { list } = await client(newsList, undefined, { skipErrorHandler: true })
  return { pinned: list.filter(({ pinned }) => pinned), latest: list.filter(({ pinned }) => !pinned).slice(0, 6) }
}

const Hero = ({ title }: { title: string }) => (
  <section className={styles.hero}>
    <div className={styles.rows}>
      <HallRows />
    </div>
    <div className={styles.heroContent}>
      <div>
        <h1>{title}</h1>
        <p className={styles.what}>
          <FormattedMessage id="home.what" />
        </p>
        <p className={styles.who}>
          <FormattedMessage id="home.who" />
        </p>
        <Link className={`button ${styles.action}`} to={newsPath({ category: 'announcement' })}>
          <FormattedMessage id="home.action" />
          <ArrowIcon />
        </Link>
      </div>
      <div className={styles.drawing}>
        <LectureHall />
      </div>
    </div>
  </section>
)

/** The site, and the contest itself: only what is known of it whatever the year. */
const useStructured = (name: string, description: string): Record<string, unknown> => {
  const { origin, routerBase, settings } = useSite()
  const intl = useIntl()
  const facts = { name, description, url: origin + withBase('/', routerBase), inLanguage: intl.locale }
  const organizer = { '@type': 'Organization', name: localize(settings.organiser, intl.locale as Locale).text }
  const audience = { '@type': 'EducationalAudience', educationalRole: 'teacher' }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', ...facts },
      { '@type': 'EducationEvent', ...facts, organizer, audience, isAccessibleForFree: true },
    ],
  }
}

export default function Home() {
  const { pinned, latest } = useData<typeof loader>()
  const { settings } = useSite()
  const intl = useIntl()
  const title = localize(settings.title, intl.locale as Locale).text
  const description = intl.formatMessage({ id: 'home.what' })
  return (
    <>
      <PageHead path="/" description={description} structured={useStructured(title, description)} />
      <Hero title={title} />
      {pinned.length > 0 && <NewsCarousel items={pinned} />}
      <section className={styles.news} aria-labelledby="latest">
        <header className={styles.newsHead}>
          <h2 id="latest">
            <FormattedMessage id="home.latest" />
          </h2>
          <Link to="/News">
            <FormattedMessage id="home.allNews" />
          </Link>
        </header>
        <div className={styles.newsList}>
          {latest.map((item) => (
            <NewsCard key={item.id} item={item} headingLevel="h3" />
          ))}
        </div>
        {latest.length === 0 && (
          <p className={styles.none}>
            <FormattedMessage id="news.none" />
          </p>
        )}
      </section>
    </>
  )
}
