import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import { plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { localize } from '@lectern/contract/localized.ts'
import { readNews, type NewsArticle } from '@lectern/contract/articles/news.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { ArticleView } from '../../features/articles/components/article-view.tsx'
import { Share } from '../../features/articles/components/share.tsx'
import { articlePath, newsPath } from '../../features/articles/news-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './article.module.css'

export const loader = ({ params, client }: LoaderInput): Promise<NewsArticle> =>
  client(readNews, { params: { id: params.id ?? '' } }, { skipErrorHandler: true })

/** The schema.org type of each kind. */
const schemaTypes: Record<ArticleKind, string> = {
  news: 'NewsArticle',
  journal: 'ScholarlyArticle',
  science: 'Article',
  training: 'LearningResource',
  periodical: 'Article',
  other: 'Article',
}

const useStructured = (article: NewsArticle): Record<string, unknown> => {
  const { settings, origin } = useSite()
  const { kind, cover, author } = article
  return {
    '@context': 'https://schema.org',
    '@type': schemaTypes[kind],
    [kind === 'training' ? 'name' : 'headline']: article.title,
    description: article.summary,
    inLanguage: article.locale,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    ...(cover && { image: origin + plainPictureUrl(cover.id, cover.width) }),
    ...(author && { author: { '@type': 'Person', name: author } }),
    publisher: { '@type': 'Organization', name: localize(settings.title, article.locale).text },
  }
}

const Neighbour = ({ to, label }: { to: NewsArticle['previous']; label: MessageId }) =>
  to && (
    <Link to={articlePath(to.id)}>
      <span className={`faint small ${styles.direction}`}>
        <FormattedMessage id={label} />
      </span>
      <span lang={to.locale}>{to.title}</span>
    </Link>
  )

export default function Article() {
  const article = useData<typeof loader>()
  const { kind, category } = article
  const intl = useIntl()
  return (
    <div className={styles.page}>
      <PageHead
        title={article.title}
        description={article.summary}
        path={articlePath(article.id)}
        type="article"
        picture={article.cover}
        structured={useStructured(article)}
      />
      <nav
        className={`row gap-8 faint small print-hidden ${styles.trail}`}
        aria-label={intl.formatMessage({ id: 'shell.trail' })}
      >
        <Link to={articleHomes[kind]}>
          <FormattedMessage id={`article.kind.${kind}`} />
        </Link>
        {category && (
          <>
            <span aria-hidden="true">/</span>
            <Link to={newsPath({ category })}>
              <FormattedMessage id={`news.category.${category}`} />
            </Link>
          </>
        )}
      </nav>
      <ArticleView article={article} readerLocale={intl.locale} />
      <Share title={article.title} />
      <nav
        className={`print-hidden ${styles.neighbours}`}
        aria-label={intl.formatMessage({ id: 'article.neighbours' })}
      >
        <Neighbour to={article.previous} label="news.previous" />
        <Neighbour to={article.next} label="news.next" />
      </nav>
    </div>
  )
}
