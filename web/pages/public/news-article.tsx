import { FormattedMessage, useIntl } from 'react-intl'
import type { NewsArticle } from '@lectern/contract/news.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { newsArticle } from '../../features/news/api.ts'
import { Share } from '../../features/news/components/share.tsx'
import { newsPath } from '../../features/news/news-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Prose } from '../../ui/prose.tsx'
import styles from './news-article.module.css'

export const loader = ({ params, client }: LoaderInput): Promise<NewsArticle> =>
  client(newsArticle, { params: { id: params.id ?? '' } }, { skipErrorHandler: true })

const useStructured = (article: NewsArticle): Record<string, unknown> => {
  const { settings } = useSite()
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    inLanguage: article.locale,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    publisher: { '@type': 'Organization', name: localize(settings.title, article.locale).text },
  }
}

const Neighbour = ({ to, label }: { to: NewsArticle['previous']; label: string }) =>
  to && (
    <Link to={`/News/${to.id}`}>
      <span className={styles.direction}>
        <FormattedMessage id={label} />
      </span>
      <span lang={to.locale}>{to.title}</span>
    </Link>
  )

export default function NewsArticlePage() {
  const article = useData<typeof loader>()
  const intl = useIntl()
  const isFallback = article.locale !== (intl.locale as Locale)
  return (
    <div className={styles.page}>
      <PageHead
        title={article.title}
        description={article.summary}
        path={`/News/${article.id}`}
        type="article"
        structured={useStructured(article)}
      />
      <nav className={styles.trail} aria-label={intl.formatMessage({ id: 'shell.trail' })}>
        <Link to="/News">
          <FormattedMessage id="news.title" />
        </Link>
        <span aria-hidden="true">/</span>
        <Link to={newsPath({ category: article.category ?? undefined })}>
          <FormattedMessage id={`news.category.${article.category}`} />
        </Link>
      </nav>
      <article>
        <header className={styles.head}>
          <h1 lang={article.locale}>{article.title}</h1>
          <p className={styles.facts}>
            <DateTime value={article.publishedAt} exact />
            <span>
              <FormattedMessage id="news.views" values={{ views: article.views }} />
            </span>
          </p>
          {isFallback && (
            <p className={styles.fallback}>
              <FormattedMessage id="news.fallback" />
            </p>
          )}
        </header>
        <div lang={article.locale}>
          <Prose html={article.body} />
        </div>
      </article>
      <Share title={article.title} />
      <nav className={styles.neighbours} aria-label={intl.formatMessage({ id: 'news.neighbours' })}>
        <Neighbour to={article.previous} label="news.previous" />
        <Neighbour to={article.next} label="news.next" />
      </nav>
    </div>
  )
}
