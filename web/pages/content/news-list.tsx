import { listNews } from '@lectern/contract/articles/news.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import { newsCategories } from '@lectern/contract/articles/news-categories.ts'
import { PageHead } from '../../app/page-head.tsx'
import { ArticleList, isBeyond } from '../../features/articles/components/article-list.tsx'
import { newsPath, readNewsAddress } from '../../features/articles/news-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import pills from '../../ui/pills.module.css'
import styles from './news-list.module.css'

export const loader = async ({ query, client }: LoaderInput) => {
  const address = readNewsAddress(query)
  const { category, search, page } = address
  const news = await client(listNews, { query: { category, search, page: String(page) } }, { skipErrorHandler: true })
  return { address, news }
}

export default function NewsList() {
  const { address, news } = useData<typeof loader>()
  const { category, search, page } = address
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const title = text('news.title')
  return (
    <>
      <PageHead
        title={category ? `${text(`news.category.${category}`)} - ${title}` : title}
        description={text('news.description')}
        {...(!search && !isBeyond(news) && { path: newsPath({ category, page }) })}
      />
      <ArticleList
        title={title}
        home={articleHomes.news}
        address={address}
        articles={news}
        words={{
          search: text('news.search'),
          none: text('news.none'),
          noneFound: text('news.noneFound'),
          showAll: text('news.showAll'),
        }}
      >
        <nav aria-label={text('news.categories')}>
          <ul className={`row gap-8 print-hidden ${pills.pills} ${styles.categories}`}>
            {[undefined, ...newsCategories].map((entry) => (
              <li key={entry ?? 'all'}>
                <Link
                  to={newsPath({ category: entry, search })}
                  aria-current={entry === category ? 'page' : undefined}
                  keepScroll
                >
                  <FormattedMessage id={`news.category.${entry ?? 'all'}`} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </ArticleList>
    </>
  )
}
